extension IntegrityCheck {
  /// Returns the search tables that do not match their rows.
  func searchFindings() throws -> [IntegrityFinding] {
    let tables = Set(
      try SearchTables.objects(in: connection).filter { $0.type == "table" }.map(\.name))
    let folded = mapping.foldedIndexes.filter { tables.contains($0.name) }
    let fullText = mapping.fullTextIndexes.filter { index in
      index.objects.allSatisfy { $0.type != "table" || tables.contains($0.name) }
    }
    return try folded.flatMap(staleRows) + fullText.flatMap(wrongWords)
  }

  /// Returns the rows whose folded text is wrong.
  private func staleRows(_ index: FoldedIndex) throws -> [IntegrityFinding] {
    let table = mapping.entities.first { $0.table == index.table && $0.entity.depth == 0 }
    return try findings(index.faults) { row in
      IntegrityFinding(
        .staleIndex, entityName: table?.entity.name, key: row.int64(0),
        message: "the folded text of \(index.column) is not the row's",
        cure: "drop the table \(index.name) and open the store: it is made anew")
    }
  }

  /// Returns the rows whose words in a full-text index are wrong. The index is
  /// compared with a new one that is created outside the store, so that a store
  /// opened read-only is also checked.
  private func wrongWords(_ index: FullTextIndex) throws -> [IntegrityFinding] {
    let finding = { (key: Int64?) in
      IntegrityFinding(
        .staleIndex, entityName: index.entityName, key: key,
        message: "the full-text index '\(index.description.name)' has not the row's words",
        cure: "drop the table \(index.name) and open the store: it is made anew")
    }
    defer { for sql in index.comparisonEnd { try? connection.execute(sql) } }
    do {
      for sql in index.comparison { try connection.execute(sql) }
      return try WordComparison(
        index: connection.prepare(index.indexedWords), rows: connection.prepare(index.freshWords),
        columns: index.columns
      ).keys(limit: Self.limit).map(finding)
    } catch let error as SQLiteError where error.code == .corrupt {
      return [finding(nil)]
    } catch let error as SQLiteError where error.code == .readOnly {
      // The store is in memory and can never be written: its index was created
      // from its rows.
      return []
    }
  }

}

/// A comparison of an index's words with those of the rows, both in FTS5's
/// order: by word, row, column and position.
private struct WordComparison {
  let index: Statement
  let rows: Statement
  let columns: [String]

  private struct Word: Equatable {
    let term: [UInt8]
    let key: Int64
    let place: [Int64]

    func isBefore(_ other: Word) -> Bool {
      if term != other.term { return term.lexicographicallyPrecedes(other.term) }
      if key != other.key { return key < other.key }
      return place.lexicographicallyPrecedes(other.place)
    }
  }

  /// Returns the keys of the rows whose words in the index differ from the
  /// words of the row itself.
  func keys(limit: Int) throws -> [Int64] {
    defer {
      index.reset()
      rows.reset()
    }
    var keys: Set<Int64> = []
    var (one, other) = (try next(index), try next(rows))
    while keys.count < limit,
      let word = [one, other].compactMap(\.self).min(by: { $0.isBefore($1) })
    {
      if one != other { keys.insert(word.key) }
      let (isOne, isOther) = (one == word, other == word)
      if isOne { one = try next(index) }
      if isOther { other = try next(rows) }
    }
    return keys.sorted()
  }

  private func next(_ list: Statement) throws -> Word? {
    guard try list.step() else { return nil }
    let row = Row(list)
    let column = columns.firstIndex(of: row.string(2)) ?? columns.count
    return Word(
      term: Array(row.string(0).utf8), key: row.int64(1), place: [Int64(column), row.int64(3)])
  }
}
