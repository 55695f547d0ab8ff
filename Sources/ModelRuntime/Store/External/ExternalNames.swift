internal import ModelSQLite
internal import ModelSchema

extension CompiledModel {
  /// A Boolean value that says whether any attribute allows its values to be
  /// kept in files.
  var usesExternalStorage: Bool {
    entities.contains { entity in
      entity.properties.contains { $0.description.attribute?.allowsExternalStorage == true }
    } || description.composites.contains { $0.elements.contains(where: \.allowsExternalStorage) }
  }
}

extension StoreMapping {
  /// The columns whose large values are in files, each where it is declared.
  var externalColumns: [(entity: EntityMapping, column: ColumnMapping)] {
    entities.flatMap { mapping in
      mapping.columns.filter {
        $0.isExternal
          && mapping.entity.properties[$0.propertyNumber].depth == mapping.entity.depth
      }.map { (mapping, $0) }
    }
  }

  /// The names of all files that rows name.
  func externalNames(in connection: Connection) throws -> Set<String> {
    var names: Set<String> = []
    for (entity, column) in externalColumns {
      try connection.prepare(
        """
        SELECT \(column.quotedName) FROM \(entity.quotedTable) \
        WHERE substr(\(column.quotedName), 1, 1) = x'02'
        """
      ).forEachRow { row in
        if let name = ExternalMark(Array(row.data(0))).fileName { names.insert(name) }
      }
    }
    return names
  }

  /// Removes the old files that no row names; none where somebody reads an older
  /// moment, or writes: what a long transaction names is old when it is committed.
  func sweep(_ storage: ExternalStorage, _ connection: Connection) throws {
    let old = storage.oldNames
    guard !old.isEmpty, try !old.isSubset(of: externalNames(in: connection)),
      !connection.mayHaveOlderReaders(of: "main")
    else { return }
    // Once more, while nobody can write: somebody may have committed since.
    try connection.transaction {
      storage.remove(old.subtracting(try externalNames(in: connection)))
    }
  }
}
