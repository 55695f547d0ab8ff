extension IntegrityCheck {
  /// Returns the problems with the files of large values: files that rows refer
  /// to but that cannot be read, and entries in their folder that do not belong
  /// to the store.
  func fileNameFindings() throws -> [IntegrityFinding] {
    guard let storage else { return [] }
    var findings: [IntegrityFinding] = []
    // A first byte of 2 marks a value that is in a file.
    for (entity, column) in mapping.externalColumns {
      try connection.prepare(
        """
        SELECT Z_PK, \(column.quotedName) FROM \(entity.quotedTable) \
        WHERE substr(\(column.quotedName), 1, 1) = x'02'
        """
      ).forEachRow { row in
        guard let fault = fault(ExternalMark(Array(row.data(1))), storage) else { return }
        findings.append(
          IntegrityFinding(
            .missingFile, entityName: entity.entity.name, key: row.int64(0),
            propertyName: column.keyPath,
            message: "the value of '\(column.keyPath)' \(fault.text)", cure: fault.cure))
      }
    }
    return Array(findings.prefix(Self.limit)) + (try droppedFileFindings())
      + strangeFileFindings(storage).prefix(Self.limit)
  }

  /// Returns the problems with the table of dropped files.
  func droppedFileFindings() throws -> [IntegrityFinding] {
    let table = DroppedFileTable.name
    guard let isOurs = try DroppedFileTable.isOurs(in: connection) else { return [] }
    guard isOurs else {
      return [
        IntegrityFinding(
          .strangeSchema, message: "'\(table)' is not the table of this library",
          cure: "drop it; it only lists files that are to be removed")
      ]
    }
    let sql = "SELECT count(*) FROM \(table) WHERE NOT (\(DroppedFileTable.condition))"
    let count = try connection.prepare(sql).first { $0.int64(0) } ?? 0
    guard count > 0 else { return [] }
    return [
      IntegrityFinding(
        .strangeSchema,
        message: "'\(table)' has \(count) rows that are not names of files of large values",
        cure: "delete them; they are ignored")
    ]
  }

  /// Returns the problem with the file that a mark names, as words that follow
  /// the name of the value, and its cure; nil if there is no problem.
  private func fault(
    _ mark: ExternalMark, _ storage: ExternalStorage
  ) -> (text: String, cure: String)? {
    guard let name = mark.fileName else { return ("is in a file without a name", "set it again") }
    do {
      guard try storage.open(name) == nil else { return nil }
      return (
        "should be in '\(storage.path(name))', which is gone",
        "bring the file back from a copy, or set the value again"
      )
    } catch {
      return (
        "is in a file that is not read: \(error.message)",
        "make the file readable, or take it away and bring it back from a copy"
      )
    }
  }

  /// Returns the entries beside the files of large values that this library
  /// does not use or remove.
  private func strangeFileFindings(_ storage: ExternalStorage) -> [IntegrityFinding] {
    do {
      return try storage.folders().flatMap { folder in
        folder.strangePaths.map { path in
          IntegrityFinding(
            .strangeFile,
            message: "'\(path)' is no file of the store's, and is left alone",
            cure: "take it away, where nobody needs it")
        }
      }
    } catch {
      return [
        IntegrityFinding(
          .strangeFile, message: error.message,
          cure: "what is in its place is neither read nor removed")
      ]
    }
  }
}
