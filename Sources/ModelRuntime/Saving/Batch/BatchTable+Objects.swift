// Rows as objects outside any context, for rules that generated code checks, and for
// messages that identify an object by its display text.

extension BatchTable {
  /// Returns the object of the current row of a statement that selects all
  /// columns of a hierarchy; nil if the model does not contain the row's
  /// entity.
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

  /// Returns the name of an object in human-readable messages, which is the display
  /// name of its entity if its row cannot be read.
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
