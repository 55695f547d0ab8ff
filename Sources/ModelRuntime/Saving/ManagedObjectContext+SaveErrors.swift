internal import ModelSQLite
internal import ModelSchema

extension ManagedObjectContext {
  /// An error of a save in words that name the object.
  func saveError(_ error: any Error) -> any Error {
    guard let violation = error as? SQLiteError, violation.isUniquenessViolation, let written else {
      return connection.storeError(error)
    }
    return uniquenessError(violation, of: written)
  }

  func uniquenessError(_ error: SQLiteError, of object: ManagedObject) -> StoreError {
    let entity = object._batch.entity
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

extension ManagedObject {
  /// A property as messages show it; sensitive values stay hidden.
  fileprivate final func displayText(of name: String) -> String {
    guard let property = _batch.entity.property(named: name),
      property.description.attribute?.isSensitive != true,
      let constant = _batch.entity.bindings[property.number]?.constant
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
