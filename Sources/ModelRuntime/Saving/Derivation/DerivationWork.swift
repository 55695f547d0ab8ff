internal import ModelSQLite
internal import ModelSchema

/// The derived attributes that a save has to compute again.
///
/// Which objects are concerned is asked of the store twice: before the rows are
/// written, for those that are about to lose what they are derived from, and
/// afterwards, for those that have it now. A derived attribute can be derived
/// from others; then the work goes on until nothing differs.
struct DerivationWork {
  /// The number of objects that are computed at once.
  private static let chunk = 4096

  private let context: ManagedObjectContext
  private let derivations: [CompiledDerivation]
  /// The keys of the objects to compute, by derivation.
  private var keys: [Set<Int64>]
  /// The objects that changed behind a path, by derivation and path.
  private var reached: [[[String]: Set<ObjectID>]]
  /// The objects whose derived values differ now.
  private(set) var results: Set<ObjectID> = []

  /// Finds what there is to do; nil where the model derives nothing.
  init?(_ changes: ChangeSet, in context: ManagedObjectContext) {
    _ = context.connection.affectedRows.take()
    guard !context.store.model.derivations.isEmpty else { return nil }
    self.context = context
    derivations = context.store.model.derivations
    keys = Array(repeating: [], count: derivations.count)
    reached = Array(repeating: [:], count: derivations.count)
    for object in changes.inserts { note(object) { _ in true } }
    for (object, properties) in changes.updates { note(object) { properties.contains($0) } }
    for object in changes.linked { note(object) { object._changes.contains($0) } }
    for object in changes.deletes { noteDeleted(object) }
  }

  /// Finds what a batch operation leaves to do: all objects of a derivation that
  /// looks at an entity of which rows changed; nil where there is none.
  init?(_ table: BatchTable, in context: ManagedObjectContext) throws {
    let model = context.store.model
    guard !model.derivations.isEmpty else {
      _ = context.connection.affectedRows.take()
      return nil
    }
    self.context = context
    derivations = model.derivations
    keys = Array(repeating: [], count: derivations.count)
    reached = Array(repeating: [:], count: derivations.count)
    let kinds: [BatchTable.Kind] = [.inserted, .updated, .deleted, .linked]
    let roots = Set(try kinds.flatMap { try table.roots($0).map(\.index) })
    for (index, derivation) in derivations.enumerated() {
      let entity = model.entities[derivation.entityIndex]
      let isConcerned =
        derivation.sources.contains { roots.contains(model.entities[$0.entityIndex].rootIndex) }
        || derivation.members.contains { roots.contains(model.entities[$0.entityIndex].rootIndex) }
      if isConcerned { keys[index] = Set(try Self.keys(of: FetchPlan(), entity, in: context)) }
      guard derivation.isClock else { continue }
      for kind in [BatchTable.Kind.inserted, .updated] {
        let statement = try context.connection.statement(
          "SELECT key FROM \(BatchTable.keys(kind, root: entity.rootIndex))")
        try statement.forEachRow { keys[index].insert($0.int64(0)) }
      }
    }
  }

  /// Notes what depends on properties of an object.
  private mutating func note(_ object: ManagedObject, _ isChanged: (Int) -> Bool) {
    let entity = object._batch.entity
    note(entity, object._key, { object.objectID }, isChanged)
    for (index, derivation) in derivations.enumerated()
    where derivation.isClock && entity.lineage.contains(derivation.entityIndex) {
      keys[index].insert(object._key)
    }
  }

  private mutating func note(
    _ entity: CompiledEntity, _ key: Int64, _ id: () -> ObjectID, _ isChanged: (Int) -> Bool
  ) {
    for (index, derivation) in derivations.enumerated() {
      for source in derivation.sources
      where entity.lineage.contains(source.entityIndex) && isChanged(source.number) {
        if source.path.isEmpty {
          if entity.lineage.contains(derivation.entityIndex) { keys[index].insert(key) }
        } else {
          reached[index][source.path, default: []].insert(id())
        }
      }
    }
  }

  /// Notes what depends on a value that a trigger of the store has written.
  private mutating func note(_ row: AffectedRows.Row) {
    let mapping = context.store.mapping.entities.first {
      $0.table == row.table && $0.number == row.entityNumber
    }
    guard let entity = mapping?.entity, let property = entity.property(named: row.attribute)
    else { return }
    let id = ObjectID(entity: context.store.references[entity.index], key: row.key)
    results.insert(id)
    note(entity, row.key, { id }, { $0 == property.number })
  }

  private mutating func noteDeleted(_ object: ManagedObject) {
    let lineage = object._batch.entity.lineage
    for (index, derivation) in derivations.enumerated() {
      for members in derivation.members where lineage.contains(members.entityIndex) {
        reached[index][members.path, default: []].insert(object.objectID)
      }
    }
  }

  /// Finds the objects from which a path leads to one that changed.
  mutating func findOwners() throws {
    for (index, paths) in reached.enumerated() {
      for (path, ids) in paths { keys[index].formUnion(try owners(of: ids, path, index)) }
    }
  }

  private func owners(
    of ids: Set<ObjectID>, _ path: [String], _ index: Int
  ) throws -> [Int64] {
    let entity = context.store.model.entities[derivations[index].entityIndex]
    var plan = FetchPlan()
    plan.predicate = .comparison(
      ObjectPredicate.Comparison(
        .keyPath(path, of: .evaluatedObject), .in,
        .constant(.list(ids.map(ConstantValue.objectID))),
        quantifier: entity.isCollection(path, in: context.store.model) ? .any : .direct))
    return try Self.keys(of: plan, entity, in: context)
  }

  /// The keys of a plan's objects as the store has them.
  private static func keys(
    of plan: FetchPlan, _ entity: CompiledEntity, in context: ManagedObjectContext
  ) throws -> [Int64] {
    let statement = try context.prepared(plan, entity, .keys)
    var keys: [Int64] = []
    try statement.forEachRow { row in keys.append(row.int64(0)) }
    return keys
  }

  /// Computes and writes what differs.
  ///
  /// - Throws: `ValidationError` for a required attribute that has no value.
  mutating func run() throws {
    for row in context.connection.affectedRows.take() { note(row) }
    try findOwners()
    // A derivation can depend on another once; a cycle never ends by itself.
    for _ in 0...derivations.count {
      let waiting = keys
      keys = Array(repeating: [], count: derivations.count)
      reached = Array(repeating: [:], count: derivations.count)
      for (index, keys) in waiting.enumerated() {
        let sorted = keys.sorted()
        for start in stride(from: 0, to: sorted.count, by: Self.chunk) {
          try compute(index, sorted[start..<min(start + Self.chunk, sorted.count)])
        }
      }
      try findOwners()
      guard keys.contains(where: { !$0.isEmpty }) else { return }
    }
  }

  private mutating func compute(_ index: Int, _ keys: ArraySlice<Int64>) throws {
    let derivation = derivations[index]
    let model = context.store.model
    let entity = model.entities[derivation.entityIndex]
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
      guard case .objectID(let found) = row.values[0], case .string(let name) = row.values[1],
        let actual = model.entity(named: name), !row.values[2].isSameNumber(as: row.values[3])
      else { continue }
      let id = ObjectID(entity: context.store.references[actual.index], key: found.key)
      try write(row.values[2], derivation, id)
      results.insert(id)
      if !derivation.isClock {
        note(actual, id.key, { id }, { $0 == derivation.number })
      }
    }
  }

  private func write(
    _ value: ConstantValue, _ derivation: CompiledDerivation, _ id: ObjectID
  ) throws {
    try derivation.checkRequired(value, of: id)
    let mapping = context.store.mapping.entities[derivation.entityIndex]
    guard let column = mapping.column(derivation.attribute.name) else { return }
    let statement = try context.connection.statement(
      "UPDATE \(mapping.quotedTable) SET \(StoreNames.quoted(column.name)) = \(column.place) WHERE Z_PK = ?"
    )
    statement.bind(value)
    statement.bind(id.key)
    try statement.run()
  }
}

extension CompiledEntity {
  /// A Boolean value that says whether a path leads to several objects.
  func isCollection(_ path: [String], in model: CompiledModel) -> Bool {
    var entity = self
    for name in path {
      guard let property = entity.property(named: name),
        let relationship = entity.relationship(property.number)
      else { return false }
      if relationship.isToMany { return true }
      entity = model.entities[relationship.destinationIndex]
    }
    return false
  }
}

extension CompiledDerivation {
  /// Refuses no value where the attribute requires one.
  ///
  /// - Throws: `ValidationError`.
  func checkRequired(_ value: ConstantValue, of id: ObjectID) throws {
    guard value == .null, !attribute.isOptional else { return }
    throw ValidationError(failures: [
      ValidationFailure(
        objectID: id, entityName: id.entityName, propertyName: attribute.name,
        value: .null, rule: .missing, message: nil)
    ])
  }
}

extension ConstantValue {
  /// A Boolean value that says whether both are equal, a whole number and its
  /// Double too.
  func isSameNumber(as other: ConstantValue) -> Bool {
    switch (self, other) {
    case (.integer(let one), .double(let other)), (.double(let other), .integer(let one)):
      Double(one) == other
    default: self == other
    }
  }
}

extension SaveOperation {
  /// Reads the derived values of objects that are in memory.
  ///
  /// The versions of their rows are as before: deriving is no change that
  /// anybody's edit could be in conflict with.
  func rereadDerived() {
    var keys: [Int: [Int64]] = [:]
    for id in derivedIDs {
      guard let object = context.registeredObject(with: id), !object.isFault,
        object._flags.isDisjoint(with: [.changed, .deleted])
      else { continue }
      object._version = -1
      keys[object._batch.entity.index, default: []].append(id.key)
    }
    for (index, keys) in keys {
      let entity = store.model.entities[index]
      do {
        try reread(keys, entity)
      } catch {
        // What cannot be read now is read when it is used, or says why not.
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
