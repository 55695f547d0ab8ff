// Rows as objects that no context knows: for rules that generated code checks,
// and for messages, which say which object by what it shows.

extension BatchTable {
  /// The object of the row that a statement of a hierarchy's select list is at;
  /// nil for a row of an entity that the model does not have.
  func object(_ statement: Statement, _ mapping: EntityMapping) -> ManagedObject? {
    var entity = mapping.entity
    var row = Row(statement, first: 2)
    if mapping.starts != nil {
      let number = Row(statement, first: 3).entityNumber
      guard let index = entity.family.first(where: { self.mapping($0).number == number }),
        let starts = mapping.starts?[index]
      else { return nil }
      entity = store.model.entities[index]
      row = Row(statement, starts: starts)
    }
    return entity.type.init(_batch: context.loneBatch(entity), key: row.key, row: row)
  }

  /// An object as messages for people name it; the word for one of its entity
  /// where its row cannot be read.
  func title(of id: ObjectID) -> String {
    guard let entity = store.model.entities.first(where: { $0.name == id.entityName }) else {
      return id.entityName
    }
    let mapping = mapping(entity.rootIndex)
    let sql = "SELECT \(mapping.selectList) FROM \(mapping.quotedTable) AS t0 WHERE t0.Z_PK = ?"
    guard let statement = try? connection.statement(sql) else { return entity.description.noun }
    defer {
      statement.faults.pointee.clear()
      statement.reset()
    }
    statement.bind(id.key)
    guard (try? statement.step()) == true, let object = object(statement, mapping) else {
      return entity.description.noun
    }
    return object.titleInMessages
  }
}
