internal import ModelSQLite
internal import ModelSchema

extension ManagedObjectContext {
  /// Writes all changes in one transaction.
  ///
  /// Deletes go first, then updates, then new rows, each kind by entity; what
  /// was set but does not differ is not written. After a failure the store and
  /// the context are as they were, and the save can be tried again.
  ///
  /// - Throws: `ValidationError` when objects break rules of the model;
  ///   `ObjectPredicateError` when a check of the model cannot be evaluated;
  ///   `StoreError` when a value is not unique (`.notUnique`), a row was
  ///   changed or deleted by somebody else (`.conflict`), or the store cannot
  ///   be written.
  /// - Complexity: O(changes), however many objects the context holds.
  public func save() throws {
    if let failure = keyFailure { throw failure }
    mergePendingChanges()
    processPendingChanges()
    guard hasChanges else { return }
    let changes = ChangeSet(listed)
    try check(changes)
    defer { written = nil }
    do {
      try store.withWriteLock {
        try connection.connection.transaction { try write(changes) }
      }
    } catch {
      throw saveError(error)
    }
    for (object, _) in changes.updates { object._version += 1 }
    for object in changes.inserts { object._version = 1 }
    let report = report(of: changes)
    settle()
    store.board.post(report, from: inbox)
    changeHandlers.call(ContextChange(saved: report))
    processPendingChanges()
  }

  private func report(of changes: ChangeSet) -> SaveReport {
    guard store.board.isWatched || !changeHandlers.isEmpty else { return SaveReport() }
    var report = SaveReport()
    report.inserted = changes.inserts.map(\.objectID)
    report.updated = changes.updated.map(\.objectID)
    report.deleted = changes.deletes.map(\.objectID)
    report.author = transactionAuthor
    return report
  }

  /// Forgets all changes: new objects are gone, deleted ones are back, changed
  /// ones have their saved values again (U-03).
  public func rollback() {
    let objects = listed
    listed = []
    denials = []
    keyFailure = nil
    for object in objects {
      noteReplacedValues(of: object)
      if object._flags.contains(.inserted) {
        maps[object._group.entity.rootIndex].remove(object._key)
        object._flags.insert(.deleted)
      } else {
        if let committed = object.committed { object._restore(committed) }
        object.dropValues()
        object._flags.remove([.deleted, .linksChanged])
      }
      object._flags.remove([.listed, .inserted])
      object._changes = PropertySet()
      object._state?.rollBack()
    }
    processPendingChanges()
  }

  // MARK: Before

  private func check(_ changes: ChangeSet) throws {
    var validation = Validation()
    for object in changes.inserts { try validate(object, &validation) }
    for (object, _) in changes.updates { try validate(object, &validation) }
    for object in changes.linkedAlone { try validate(object, &validation) }
    if !validation.failures.isEmpty { throw ValidationError(failures: validation.failures) }
    if let (denial, blocking) = standingDenials().first {
      throw StoreError(
        .deniedDelete,
        """
        \(denial.object.entityName) p\(denial.object._key) cannot be deleted: \
        '\(denial.relationship.name)' still has \(blocking.count) object(s)
        """, objectIDs: blocking.map(\.objectID), propertyNames: [denial.relationship.name])
    }
    if let object = changes.inaccessible {
      throw StoreError(
        .inaccessible,
        """
        \(object.entityName) p\(object._key) cannot be saved: \
        \(object._state?.inaccessibleReason ?? "its row cannot be read")
        """, objectIDs: [object.objectID])
    }
  }

  private func validate(_ object: ManagedObject, _ validation: inout Validation) throws {
    validation.check(object)
    let entity = object._group.entity
    if entity.hasGraphRules { try graphRules(of: entity).check(object, &validation) }
  }

  /// The prepared rules of an entity; they are prepared once a context.
  private func graphRules(of entity: CompiledEntity) throws -> GraphRules {
    if let known = graphRules[entity.index] { return known }
    let rules = try GraphRules(entity)
    graphRules[entity.index] = rules
    return rules
  }

  // MARK: During

  private func write(_ changes: ChangeSet) throws {
    for object in changes.deletes { try writeDelete(object) }
    try writeUpdates(changes.updates)
    try writeInserts(changes.inserts)
    for object in changes.linked { try writeLinks(object) }
  }

  // Neighbours mostly are of one entity and have the same changes: the statement is looked up
  // only where they differ.

  private func writeInserts(_ objects: [ManagedObject]) throws {
    guard var entity = objects.first?._group.entity else { return }
    var writer = RowWriter(try connection.insert(entity), .all)
    for object in objects {
      if object._group.entity !== entity {
        entity = object._group.entity
        writer = RowWriter(try connection.insert(entity), .all)
      }
      writer.statement.bind(object._key)
      object._write(to: &writer)
      try run(writer.statement, for: object)
    }
  }

  private func writeUpdates(_ updates: [ChangeSet.Update]) throws {
    guard let first = updates.first else { return }
    var entity = first.object._group.entity
    var writer = RowWriter(try connection.update(entity, first.properties), first.properties)
    for (object, properties) in updates {
      if object._group.entity !== entity || properties != writer.properties {
        entity = object._group.entity
        writer = RowWriter(try connection.update(entity, properties), properties)
      }
      writer.statement.bind(Int64(object._version) + 1)
      object._write(to: &writer)
      try runVersioned(writer.statement, object)
    }
  }

  private func writeDelete(_ object: ManagedObject) throws {
    let entity = object._group.entity
    for relationship in entity.relationships {
      if let join = store.mapping.join(relationship, of: entity) {
        let statement = try connection.statement(join.deleteAll)
        statement.bind(object._key)
        try statement.run()
      }
    }
    try runVersioned(try connection.delete(entity), object)
  }

  /// Runs a statement that ends in key and version; a row that has another
  /// version by now is a conflict (C-13).
  private func runVersioned(_ statement: Statement, _ object: ManagedObject) throws {
    statement.bind(object._key)
    statement.bind(Int64(object._version))
    try run(statement, for: object)
    guard connection.connection.changeCount == 1 else {
      throw StoreError(
        .conflict,
        """
        \(object.entityName) p\(object._key) was changed or deleted by somebody else \
        since it was fetched
        """, objectIDs: [object.objectID])
    }
  }

  /// Runs a statement that writes the row of an object.
  private func run(_ statement: Statement, for object: ManagedObject) throws {
    do {
      try statement.run()
    } catch {
      written = object
      throw error
    }
  }

  private func writeLinks(_ object: ManagedObject) throws {
    let entity = object._group.entity
    for (number, link) in object._state?.links ?? [] where link.hasChanges {
      guard let relationship = entity.relationship(number) else { continue }
      let join = store.mapping.join(relationship, of: entity)
      if let join, join.writes {
        try write(link.removed, of: object, with: join.delete)
        try write(link.inserted, of: object, with: join.insert)
      }
      if link.isOrdered { try writePlaces(relationship, of: object, join) }
    }
  }

  /// Writes the places of the members of an ordered relationship, those that
  /// changed.
  private func writePlaces(
    _ relationship: CompiledRelationship, of object: ManagedObject, _ join: JoinMapping?
  ) throws {
    _ = object.members(relationship)
    for (key, place) in object.link(relationship.number).movedMembers {
      if let sql = join?.setPlace {
        let statement = try connection.statement(sql)
        statement.bind(object._key)
        statement.bind(key)
        statement.bind(place)
        try statement.run()
      } else if let sql = placeUpdate(relationship) {
        let statement = try connection.statement(sql)
        statement.bind(place)
        statement.bind(key)
        try statement.run()
      }
    }
  }

  /// Sets the place of a member of an ordered one-to-many relationship.
  private func placeUpdate(_ relationship: CompiledRelationship) -> String? {
    let destination = store.mapping.entities[relationship.destinationIndex]
    guard let inverse = relationship.inverse, let order = destination.orderColumn(inverse.number)
    else { return nil }
    return "UPDATE \(destination.quotedTable) SET \(order) = ? WHERE Z_PK = ?"
  }

  private func write(_ members: KeyList, of object: ManagedObject, with sql: String) throws {
    guard !members.isEmpty else { return }
    let statement = try connection.statement(sql)
    for member in members {
      statement.bind(object._key)
      statement.bind(member)
      try statement.run()
    }
  }

  // MARK: After

  /// Makes what was written the saved state.
  private func settle() {
    for object in listed {
      if object._flags.contains(.deleted) {
        maps[object._group.entity.rootIndex].remove(object._key)
      }
      object.dropValues()
      object._flags.remove([.inserted, .linksChanged, .listed])
      object._changes = PropertySet()
      object._state?.commit()
    }
    listed.removeAll(keepingCapacity: true)
    denials.removeAll()
  }

  /// An error of a save in words that name the object.
  private func saveError(_ error: any Error) -> any Error {
    guard let violation = error as? SQLiteError, violation.isUniquenessViolation, let written else {
      return connection.storeError(error)
    }
    return uniquenessError(violation, of: written)
  }

  private func uniquenessError(_ error: SQLiteError, of object: ManagedObject) -> StoreError {
    let entity = object._group.entity
    let mapping = store.mapping.mapping(of: entity)
    // SQLite's message ends in the columns: "… failed: ZTAG.ZNAME, ZTAG.ZKIND".
    let columns = error.message.split(separator: ":").last?.split(separator: ",") ?? []
    let names = columns.compactMap { column -> String? in
      let name = column.split(separator: ".").last.map(String.init)
      return mapping.columns.first { $0.name == name }?.keyPath
    }
    let values = names.map { name in
      "\(name) \(object.displayText(of: name))"
    }
    return StoreError(
      .notUnique, "there is another \(entity.name) with \(values.joined(separator: ", "))",
      objectIDs: [object.objectID], propertyNames: names, underlying: error)
  }
}

/// The listed objects by what a save does with them.
private struct ChangeSet {
  typealias Update = (object: ManagedObject, properties: PropertySet)

  private(set) var inserts: [ManagedObject] = []
  private(set) var updates: [Update] = []
  private(set) var deletes: [ManagedObject] = []
  private(set) var linked: [ManagedObject] = []
  private(set) var inaccessible: ManagedObject?

  init(_ listed: ContiguousArray<ManagedObject>) {
    for object in listed { add(object) }
  }

  /// The objects that were there before and whose row or links are written.
  var updated: [ManagedObject] {
    let rows = updates.map(\.object)
    let known = Set(rows)
    return rows + linked.filter { !$0._flags.contains(.inserted) && !known.contains($0) }
  }

  /// The objects that have rules about their relationships, of which nothing
  /// else changed.
  var linkedAlone: [ManagedObject] {
    linked.filter {
      $0._group.entity.hasGraphRules && !$0._flags.contains(.inserted)
        && $0.persistentChanges.isEmpty
    }
  }

  private mutating func add(_ object: ManagedObject) {
    let flags = object._flags
    if flags.contains(.deleted) {
      if !flags.contains(.inserted) { deletes.append(object) }
      return
    }
    if flags.contains(.inaccessible) { inaccessible = inaccessible ?? object }
    if flags.contains(.inserted) {
      inserts.append(object)
    } else if flags.contains(.changed) {
      let properties = object.persistentChanges
      if !properties.isEmpty { updates.append((object, properties)) }
    }
    if flags.contains(.linksChanged) { linked.append(object) }
  }
}

extension ManagedObject {
  /// A property as messages show it; sensitive values stay hidden.
  fileprivate final func displayText(of name: String) -> String {
    guard let property = _group.entity.property(named: name),
      property.description.attribute?.isSensitive != true,
      let constant = _group.entity.bindings[property.number]?.constant
    else { return "(hidden)" }
    switch constant(self) {
    case .string(let value): return "'\(value)'"
    case .integer(let value): return "\(value)"
    case .double(let value): return "\(value)"
    case .uuid(let value): return "\(value)"
    default: return "like this one's"
    }
  }
}

extension ObjectState {
  /// Makes the present state the saved one.
  fileprivate final func commit() {
    for link in links { link.state.commit() }
  }

  /// Makes the saved state the present one; the values were restored already.
  final func rollBack() {
    for link in links { link.state.rollBack() }
  }
}
