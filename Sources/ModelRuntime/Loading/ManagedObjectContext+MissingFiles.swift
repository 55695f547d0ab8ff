extension ManagedObjectContext {
  /// Returns the path of the missing file that a row refers to for an attribute; nil if
  /// no file is missing.
  func missingFile(of object: ManagedObject, _ number: Int) throws -> String? {
    let mapping = store.mapping.mapping(of: object._batch.entity)
    guard let storage = ExternalStorage(store.configuration),
      let column = mapping.columns.first(where: { $0.propertyNumber == number && $0.isExternal })
    else { return nil }
    let statement = try connection.statement(
      "SELECT \(column.quotedName) FROM \(mapping.quotedTable) WHERE Z_PK = ?", object._key)
    var path: String?
    try statement.forEachRow { row in
      guard let data = row.optionalData(0) else { return }
      let mark = ExternalMark(Array(data))
      guard case .file = mark else { return }
      // A damaged mark leads to no file.
      if try mark.fileName.map({ try storage.open($0) == nil }) ?? true {
        path = storage.path(mark.fileName ?? "")
      }
    }
    return path
  }
}
