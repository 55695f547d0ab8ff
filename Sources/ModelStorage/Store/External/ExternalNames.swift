extension CompiledModel {
  /// True if an attribute's values may be stored in files.
  var usesExternalStorage: Bool {
    entities.contains { entity in
      entity.properties.contains { $0.description.attribute?.allowsExternalStorage == true }
    } || description.composites.contains { $0.elements.contains(where: \.allowsExternalStorage) }
  }
}

extension StoreMapping {
  /// The columns whose large values are kept in files, without duplicates, each
  /// with the entity that declares it.
  package var externalColumns: [(entity: EntityMapping, column: ColumnMapping)] {
    entities.flatMap { mapping in
      mapping.columns.filter {
        $0.isExternal
          && mapping.entity.properties[$0.propertyNumber].depth == mapping.entity.depth
      }.map { (mapping, $0) }
    }
  }

  /// Returns the names of all files that the store's rows refer to.
  func externalNames(in connection: Connection) throws -> Set<String> {
    try externalColumns.reduce(into: []) { names, place in
      names.formUnion(
        try Self.markedNames(place.column.quotedName, of: place.entity.quotedTable, connection))
    }
  }

  /// Returns the names of all files that a store's rows refer to, for a store
  /// of any model.
  ///
  /// In a store that does not contain its model, such as Apple's, every value
  /// in the form of a file's mark is treated as one.
  static func externalNames(of connection: Connection, path: String) throws -> Set<String> {
    if let model = try StoreMetadata(connection, path: path).model {
      let mapping = StoreMapping(
        CompiledModel(layoutOf: model), in: try ExistingSchema(connection))
      return try mapping.externalNames(in: connection)
    }
    let columns = try connection.prepare(
      """
      SELECT m.name, c.name FROM sqlite_schema AS m, pragma_table_info(m.name) AS c \
      WHERE m.type = 'table' AND m.name GLOB 'Z*' AND c.type = 'BLOB'
      """
    ).rows { (table: $0.string(0), column: $0.string(1)) }
    return try columns.reduce(into: []) { names, place in
      let column = StoreNames.quoted(place.column)
      names.formUnion(
        try markedNames(
          column, of: StoreNames.quoted(place.table), and: "length(\(column)) = 38", connection))
    }
  }

  /// Returns the names in the marks of a column.
  private static func markedNames(
    _ column: String, of table: String, and condition: String = "TRUE", _ connection: Connection
  ) throws -> Set<String> {
    var names: Set<String> = []
    try connection.prepare(
      "SELECT \(column) FROM \(table) WHERE substr(\(column), 1, 1) = x'02' AND \(condition)"
    ).forEachRow { row in
      if let name = ExternalMark(Array(row.data(0))).fileName { names.insert(name) }
    }
    return names
  }

  /// Removes old files that no row refers to and no transaction has dropped.
  /// The files were left by programs that ended before they committed.
  func sweep(_ storage: ExternalStorage, _ connection: Connection) throws {
    let old = try storage.oldNames()
    // Programs that do not use the table of dropped files may have dropped
    // files that readers still need.
    guard !old.isEmpty, try !old.isSubset(of: knownNames(connection)),
      let state = LogState(connection), state.isPast(state)
    else { return }
    // The names are read again while no program can write, since another
    // program may have committed in the meantime.
    try connection.transaction {
      let known = try knownNames(connection)
      try storage.locked(waiting: 0) { storage.remove(old.subtracting(known)) }
    }
  }

  private func knownNames(_ connection: Connection) throws -> Set<String> {
    try externalNames(in: connection).union(DroppedFileTable.names(in: connection))
  }
}
