/// The computation of derived attributes in a save.
///
/// The affected objects are determined twice: before the rows are written, for
/// objects that are about to lose a source of their values, and afterwards, for
/// objects that have gained a source. Because a derived attribute can depend on
/// other derived attributes, the computation continues until no value changes.
///
///     SELECT t0.Z_PK, …, <expression>, t0.ZCOUNT FROM ZBANK AS t0 WHERE t0.Z_PK IN (…)
///     UPDATE ZBANK SET ZCOUNT = ? WHERE Z_PK = ?
struct DerivationWork {
  /// The number of objects whose values are computed by one statement.
  private static let chunk = 4096

  private let context: ManagedObjectContext
  private var model: CompiledModel { context.store.model }
  private var survey: DerivationSurvey
  /// The IDs of the objects whose derived values have changed.
  private(set) var results: Set<ObjectID> = []

  /// Creates the computation for a change set. The initialiser returns nil if
  /// the model has no derived attributes.
  init?(_ changes: ChangeSet, in context: ManagedObjectContext) {
    // Remaining rows come from a failed attempt.
    _ = context.connection.affectedRows.take()
    guard !context.store.model.derivations.isEmpty else { return nil }
    self.context = context
    survey = DerivationSurvey(context.store.model)
    survey.note(changes)
  }

  /// Creates the computation for a batch operation, which includes all objects
  /// of each derivation that depends on an entity with changed rows. The
  /// initialiser returns nil if there is no such derivation.
  init?(_ table: BatchTable, in context: ManagedObjectContext) throws {
    let model = context.store.model
    guard !model.derivations.isEmpty else {
      _ = context.connection.affectedRows.take()
      return nil
    }
    self.context = context
    survey = DerivationSurvey(model)
    let kinds: [BatchTable.Kind] = [.inserted, .updated, .deleted, .linked]
    let roots = Set(try kinds.flatMap { try table.roots($0).map(\.index) })
    for (index, derivation) in model.derivations.enumerated() {
      let entity = model.entities[derivation.entityIndex]
      let isConcerned =
        derivation.sources.contains { roots.contains(model.entities[$0.entityIndex].rootIndex) }
        || derivation.members.contains { roots.contains(model.entities[$0.entityIndex].rootIndex) }
      if isConcerned { survey.insert(try storedKeys(FetchPlan(), entity), index) }
      guard derivation.isClock else { continue }
      for kind in [BatchTable.Kind.inserted, .updated] {
        let statement = try context.connection.statement(
          "SELECT key FROM \(BatchTable.keys(kind, root: entity.rootIndex))")
        try statement.forEachRow { survey.insert(CollectionOfOne($0.int64(0)), index) }
      }
    }
  }

  /// Records the derived values that depend on a value which a trigger in the
  /// store has written.
  private mutating func note(_ row: AffectedRows.Row) {
    let mapping = context.store.mapping.entities.first {
      $0.table == row.table && $0.number == row.entityNumber
    }
    guard let entity = mapping?.entity, let property = entity.property(named: row.attribute)
    else { return }
    let id = ObjectID(entity: context.store.references[entity.index], key: row.key)
    results.insert(id)
    survey.note(entity, row.key, { id }, { $0 == property.number })
  }

  /// Finds the objects in the store from which a path leads to a changed object.
  mutating func findOwners() throws { try survey.findOwners(ownerKeys) }

  private func ownerKeys(_ search: OwnerSearch) throws -> [Int64] {
    try storedKeys(search.plan(in: model), search.entity)
  }

  /// Returns the keys of a plan's objects in the store.
  private func storedKeys(_ plan: FetchPlan, _ entity: CompiledEntity) throws -> [Int64] {
    try context.prepared(plan, entity, .keys).rows { $0.int64(0) }
  }

  /// Computes the derived values, and writes the values that have changed.
  ///
  /// - Throws: `ValidationError` if a required attribute has no value, `StoreError`
  ///   (`.endlessChanges`) if values never converge.
  mutating func run() throws {
    // The rows are taken only now, because the triggers ran together with the
    // statements that wrote rows.
    for row in context.connection.affectedRows.take() { note(row) }
    try findOwners()
    while let waiting = try survey.take() {
      for (index, keys) in waiting.enumerated() {
        let sorted = keys.sorted()
        for start in stride(from: 0, to: sorted.count, by: Self.chunk) {
          try compute(index, sorted[start..<min(start + Self.chunk, sorted.count)])
        }
      }
      try findOwners()
    }
  }

  private mutating func compute(_ index: Int, _ keys: ArraySlice<Int64>) throws {
    let derivation = model.derivations[index]
    let entity = model.entities[derivation.entityIndex]
    // The keys refer to the root entity, because the entities of the rows are not yet
    // known.
    let root = context.store.references[entity.rootIndex]
    var request = FetchRequest<ManagedObject>()
    request.predicate = .compare(
      .evaluatedObject, .in,
      .constant(.list(keys.map { .objectID(ObjectID(entity: root, key: $0)) })))
    let rows = try context.storedRows(
      RowRequest(
        request,
        columns: [
          FetchTemplate.Selection(.evaluatedObject),
          FetchTemplate.Selection(.keyPath("entity")),
          FetchTemplate.Selection(derivation.expression),
          FetchTemplate.Selection(.keyPath(derivation.attribute.name)),
        ]), entity)
    for row in rows {
      // Rows that already have the value are not written, so that the computation ends.
      guard case .objectID(let found) = row.values[0], case .string(let name) = row.values[1],
        let actual = model.entity(named: name), !row.values[2].isSameNumber(as: row.values[3])
      else { continue }
      let id = ObjectID(entity: context.store.references[actual.index], key: found.key)
      try write(row.values[2], derivation, id)
      results.insert(id)
      // The current time is different at each computation, so recording it again would
      // never end.
      if !derivation.isClock {
        survey.note(actual, id.key, { id }, { $0 == derivation.number })
      }
    }
  }

  private func write(
    _ value: ConstantValue, _ derivation: CompiledDerivation, _ id: ObjectID
  ) throws {
    try derivation.check(value, of: id)
    let mapping = context.store.mapping.entities[derivation.entityIndex]
    guard let column = mapping.column(derivation.attribute.name) else { return }
    // The version is unchanged, because derived values never conflict with other
    // changes.
    let statement = try context.connection.statement(
      "UPDATE \(mapping.quotedTable) SET \(StoreNames.quoted(column.name)) = \(column.place) WHERE Z_PK = ?"
    )
    statement.bind(value)
    statement.bind(id.key)
    try statement.run()
  }
}

extension CompiledDerivation {
  /// Checks that a required attribute has a value, and that a number is within
  /// the range of its type.
  ///
  /// - Throws: `ValidationError` if a rule is broken.
  func check(_ value: ConstantValue, of id: ObjectID) throws {
    guard let rule = brokenRule(value) else { return }
    throw ValidationError(failures: [
      ValidationFailure(
        objectID: id, entityName: id.entityName, propertyName: attribute.name,
        value: value, rule: rule, message: rule == .unmet ? "its derived value has a fraction" : nil
      )
    ])
  }

  private func brokenRule(_ value: ConstantValue) -> ValidationFailure.Rule? {
    if value == .null { return attribute.isOptional ? nil : .missing }
    guard let range = attribute.type.integerRange else { return nil }
    let (whole, isLess): (Int64?, Bool)
    switch value {
    case .integer(let number): (whole, isLess) = (number, number < 0)
    case .double(let number):
      if number.rounded() != number { return .unmet }
      (whole, isLess) = (Int64(exactly: number), number < 0)
    default: return nil
    }
    if let whole, range.contains(whole) { return nil }
    return isLess ? .tooSmall(.integer(range.lowerBound)) : .tooLarge(.integer(range.upperBound))
  }
}

extension ConstantValue {
  /// Returns whether both values are equal. An integer can be equal to a
  /// double.
  func isSameNumber(as other: ConstantValue) -> Bool {
    switch (self, other) {
    case (.integer(let one), .double(let other)), (.double(let other), .integer(let one)):
      Double(one) == other
    default: self == other
    }
  }
}

extension SaveOperation {
  /// Reads the new derived values of objects in memory.
  ///
  /// The versions of their rows have not changed, because derived values never conflict
  /// with other changes.
  func rereadDerived() {
    var keys: [Int: [Int64]] = [:]
    for id in derivedIDs {
      guard let object = context.registeredObject(with: id), !object.isFault,
        object._flags.isDisjoint(with: [.changed, .deleted])
      else { continue }
      // No row has this version, so the loader decodes the row again.
      object._version = -1
      keys[object._batch.entity.index, default: []].append(id.key)
    }
    for (index, keys) in keys {
      let entity = store.model.entities[index]
      do {
        try reread(keys, entity)
      } catch {
        // Objects that cannot be read now become faults, which are read, or report the
        // error, when they are used.
        for key in keys { context.maps[entity.rootIndex].object(key)?._flags.insert(.fault) }
      }
    }
  }

  private func reread(_ keys: [Int64], _ entity: CompiledEntity) throws {
    let mapping = store.mapping.mapping(of: entity)
    for batch in KeyBatch.batches(of: keys) {
      let statement = try connection.statement(mapping.selectByKeys(batch))
      batch.bind(to: statement)
      let objects = try RowLoader(context, statement, mapping, where: batch.contains).readRows()
      for object in objects { object._flags.remove(.awakening) }
    }
  }
}
