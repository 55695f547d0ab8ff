internal import Foundation
internal import ModelSQLite

extension IntegrityCheck {
  /// The files of large values that rows name and that are not there.
  func fileNameFindings() throws -> [IntegrityFinding] {
    guard let storage else { return [] }
    var findings: [IntegrityFinding] = []
    // 2 marks a value that is in a file.
    for (entity, column) in mapping.externalColumns {
      try connection.prepare(
        """
        SELECT Z_PK, \(column.quotedName) FROM \(entity.quotedTable) \
        WHERE substr(\(column.quotedName), 1, 1) = x'02'
        """
      ).forEachRow { row in
        let name = ExternalMark(Array(row.data(1))).fileName
        let path = name.map { storage.file($0).path(percentEncoded: false) }
        if let path, FileManager.default.fileExists(atPath: path) { return }
        findings.append(missing(entity, column, row.int64(0), path))
      }
    }
    return Array(findings.prefix(Self.limit))
  }

  private func missing(
    _ entity: EntityMapping, _ column: ColumnMapping, _ key: Int64, _ path: String?
  ) -> IntegrityFinding {
    IntegrityFinding(
      .missingFile, entityName: entity.entity.name, key: key, propertyName: column.keyPath,
      message: path.map { "the value of '\(column.keyPath)' should be in '\($0)', which is gone" }
        ?? "the value of '\(column.keyPath)' is in a file without a name",
      cure: "bring the file back from a copy, or set the value again")
  }
}
