// The statements of a save, in their order:
//
//   DELETE FROM Z_2TAGS WHERE Z_2BANKS = ?                        the pairs of a deleted object
//   DELETE FROM ZBANK WHERE Z_PK = ? AND ifNull(Z_OPT, 0) << 32 = ?
//   UPDATE ZTAG SET ZNAME = NULL WHERE Z_PK = ? AND ...           where unique values are exchanged
//   UPDATE ZBANK SET Z_OPT = ?, ZNAME = ? WHERE Z_PK = ? AND ifNull(Z_OPT, 0) << 32 = ?
//   INSERT INTO ZBANK (Z_ENT, Z_OPT, Z_PK, ZNAME, ...) VALUES (...)
//   DELETE FROM Z_2TAGS WHERE ...; INSERT OR IGNORE INTO Z_2TAGS ...
//   UPDATE Z_2TAGS SET Z_FOK_2TAGS = ? WHERE Z_2BANKS = ? AND Z_2TAGS1 = ?    places of members
//
// Deletions come first, so that the unique values and partners that they free can be
// used in the same save. Each condition contains the version with which the row was
// read: a statement that changes no row indicates a conflict, so rows do not need to be
// read and locked first. References do not require an order of tables, because foreign
// keys are checked at the commit. As in Core Data, tables of pairs have no foreign
// keys, so the statement for a pair checks that both rows exist.

extension SaveOperation {
  /// Writes the changes by running all statements within the source's
  /// transaction.
  func write(_ changes: ChangeSet) throws {
    let changes = made.map(changes.without) ?? changes
    var derived = DerivationWork(changes, in: context)
    // The objects that are about to lose a source of their derived values are found
    // now, because no row leads to them afterwards.
    try derived?.findOwners()
    let history = HistoryWriter(context)
    // This precedes the deletion of the rows, because the preserved values are read
    // from them.
    try history?.noteDeletes(changes.deletes)
    for object in changes.deletes { try writeDelete(object) }
    if clearsUniqueValues { try clearUniqueValues(of: changes.updates) }
    try writeUpdates(changes.updates)
    try writeInserts(changes.inserts)
    // Links come last, because the positions of ordered members are columns of rows
    // that may just have been inserted.
    for object in changes.linked { try writePairs(object) }
    for object in changes.linked {
      for link in object.changedLinks where link.isOrdered { try writePlaces(link, of: object) }
    }
    // The objects that have gained a source of their derived values are found now,
    // because no row led to them before.
    try derived?.findOwners()
    try derived?.run()
    derivedIDs = derived?.results ?? []
    try history?.note(changes, derived: derivedIDs)
    witness = try changes.witness(store.mapping) ?? history?.witness()
  }

  // Consecutive objects usually have the same entity and the same changed properties,
  // so the statement is looked up only if they differ.

  private func writeInserts(_ objects: [ManagedObject]) throws {
    guard var entity = objects.first?._batch.entity else { return }
    // A new row has all columns, so one statement can be used for all objects of the
    // entity.
    var writer = RowWriter(try connection.insert(entity), .all)
    for object in objects {
      if object._batch.entity !== entity {
        entity = object._batch.entity
        writer = RowWriter(try connection.insert(entity), .all)
      }
      writer.statement.bind(Int64(object._version.nextVersion))
      writer.statement.bind(object._key)
      object._write(to: &writer)
      try run(writer.statement, for: object)
      guard connection.connection.changeCount == 1 else {
        throw StoreError(
          .database,
          "\(object.titleInMessages) was not inserted, because a trigger of the store prevented it",
          objectIDs: [object.objectID])
      }
    }
  }

  private func writeUpdates(_ updates: [ChangeSet.Update]) throws {
    guard let first = updates.first else { return }
    var entity = first.object._batch.entity
    var writer = RowWriter(try connection.update(entity, first.properties), first.properties)
    for (object, properties) in updates {
      if object._batch.entity !== entity || properties != writer.properties {
        entity = object._batch.entity
        writer = RowWriter(try connection.update(entity, properties), properties)
      }
      writer.statement.bind(Int64(object._version.nextVersion))
      object._write(to: &writer)
      try runVersioned(writer.statement, object)
    }
  }

  private func writeDelete(_ object: ManagedObject) throws {
    let entity = object._batch.entity
    for relationship in entity.relationships where relationship.isToMany {
      if let join = store.mapping.join(relationship, of: entity) {
        // The tables have the same form as Core Data's, without ON DELETE, so pairs are
        // not deleted automatically.
        try connection.statement(join.deleteAll, object._key).run()
        guard relationship.isItsOwnInverse(in: store.model, of: entity) else { continue }
        // Other objects, which may not be in memory, can also have pairs with this one.
        try connection.statement(join.deleteAllOfMember, object._key).run()
      }
    }
    do {
      try runVersioned(try connection.delete(entity), object)
    } catch let error as StoreError where error.reason == .conflict {
      // A row that has already been deleted does not need to be deleted again.
      if try context.source.hasRow(object._key, of: entity) { throw error }
    }
  }

  /// Clears the unique values of rows that are about to be updated, so that
  /// objects can exchange them.
  private func clearUniqueValues(of updates: [ChangeSet.Update]) throws {
    for (object, properties) in updates {
      let mapping = store.mapping.mapping(of: object._batch.entity)
      let columns = object._batch.entity.uniqueKeyPaths.compactMap { mapping.column($0) }
        .filter { properties.contains($0.propertyNumber) }
      guard !columns.isEmpty else { continue }
      // The version is unchanged, so that the second step can use the same one. NULL
      // never conflicts: a unique index can contain any number of NULLs.
      let settings = columns.map { "\(StoreNames.quoted($0.name)) = NULL" }
      let statement = try connection.statement(
        """
        UPDATE \(mapping.quotedTable) SET \(settings.joined(separator: ", ")) \
        WHERE Z_PK = ? AND \(EntityMapping.hasVersion)
        """)
      try runVersioned(statement, object)
    }
  }

  /// Runs a statement whose last parameters are the key and the version of an
  /// object. If the row has another version, this is a conflict.
  private func runVersioned(_ statement: Statement, _ object: ManagedObject) throws {
    statement.bind(object._key)
    statement.bind(object._version.boundVersion)
    try run(statement, for: object)
    guard connection.connection.changeCount == 1 else {
      throw StoreError(
        .conflict,
        """
        \(object.titleInMessages) was changed or deleted by another context or program \
        since it was fetched
        """, objectIDs: [object.objectID])
    }
  }

  /// Runs a statement that writes the row of an object.
  private func run(_ statement: Statement, for object: ManagedObject) throws {
    // The time limit applies to a single row, not to the whole save.
    connection.connection.restartTime()
    do {
      try statement.run()
    } catch {
      // SQLite's message names the columns, but not the object.
      unwritten = object
      throw object.refusedValue(by: statement, error) ?? error
    }
  }

  private func writePairs(_ object: ManagedObject) throws {
    let entity = object._batch.entity
    for link in object.changedLinks {
      // A pair is a single row for both ends, so only one end writes it.
      guard let join = store.mapping.join(link.relationship, of: entity), join.writes else {
        continue
      }
      try write(link.removed, of: object, with: join.delete)
      try insert(link.inserted, of: object, link.relationship, join)
    }
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

  /// Writes the pairs of an object and those members whose rows exist.
  ///
  /// SQLite does not check references in tables of pairs, so the statement
  /// checks that both rows exist.
  private func insert(
    _ members: KeyList, of object: ManagedObject, _ relationship: CompiledRelationship,
    _ join: JoinMapping
  ) throws {
    guard !members.isEmpty else { return }
    let destination = store.mapping.entities[relationship.destinationIndex]
    let owner = store.mapping.mapping(of: object._batch.entity)
    let statement = try connection.statement(
      join.insert(owners: owner.quotedTable, members: destination.quotedTable))
    let map = context.map(ofDestination: relationship)
    for member in members where map.object(member)?.isDeleted != true {
      statement.bind(object._key)
      statement.bind(member)
      try statement.run()
      // If no row was written, the pair already exists or one of the rows is missing.
      guard connection.connection.changeCount == 0,
        try !context.source.hasRow(member, of: destination.entity)
          || !context.source.hasRow(object._key, of: owner.entity)
      else { continue }
      throw StoreError(
        .conflict,
        """
        \(object.titleInMessages) refers to an object that another context or program deleted \
        since it was fetched
        """, objectIDs: [object.objectID], propertyNames: [relationship.name])
    }
  }
}
