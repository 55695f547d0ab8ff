// The history of a migrated store. Recorded changes are updated so that they
// refer to the migrated objects, and the migration is itself a transaction of
// the history.

extension MigrationStatements {
  /// The statements that update the history; empty if the store has no history.
  var historyStatements: [MigrationStatement] {
    guard ["ACHANGE", "ATRANSACTION"].allSatisfy({ schema.tables[$0] != nil }) else { return [] }
    let heirs = old.entities.compactMap { older -> (old: EntityMapping, new: EntityMapping)? in
      heir(of: older).map { (older, $0) }
    }
    // The first statements rely on the old entity numbers, which `numbers` replaces.
    let kept = heirs.map { String($0.old.number) }.joined(separator: ", ")
    // The numbers of removed entities may belong to other entities now.
    let gone = MigrationStatement(
      "DELETE FROM ACHANGE WHERE ZENTITY NOT IN (\(kept))", "writing the history")
    return [gone] + staleColumns(heirs) + numbers(heirs) + transaction
  }

  /// Returns the newer entity that most objects of an older entity become; nil
  /// if the older entity is removed.
  private func heir(of older: EntityMapping) -> EntityMapping? {
    sources.first { $0.old.number == older.number }?.new
      ?? plan.pairs.successors(of: older.entity.description).first.flatMap {
        new.model.entity(named: $0.name)
      }.map { new.entities[$0.index] }
  }

  /// Returns the statements that clear the columns that identify properties by
  /// their position in the entity. If the positions differ, the changed
  /// properties are unknown.
  private func staleColumns(
    _ heirs: [(old: EntityMapping, new: EntityMapping)]
  ) -> [MigrationStatement] {
    let changed = heirs.filter { names($0.old.entity) != names($0.new.entity) }
    // The kept values can move from one property to another while the list of
    // properties stays the same.
    let stale = heirs.filter { kept($0.old.entity) != kept($0.new.entity) }
    // Older frameworks have fewer columns.
    let present = schema.tables["ACHANGE"] ?? []
    let tombstones = present.filter { $0.hasPrefix("ZTOMBSTONE") }.sorted()
    return [
      clearing(["ZCOLUMNS"].filter(present.contains), of: changed.map(\.old.number)),
      clearing(tombstones, of: stale.map(\.old.number)),
    ].compactMap(\.self)
  }

  private func clearing(_ columns: [String], of numbers: [Int64]) -> MigrationStatement? {
    guard !columns.isEmpty, !numbers.isEmpty else { return nil }
    let settings = columns.map { "\($0) = NULL" }.joined(separator: ", ")
    let numbers = numbers.map(String.init).joined(separator: ", ")
    return MigrationStatement(
      "UPDATE ACHANGE SET \(settings) WHERE ZENTITY IN (\(numbers))", "writing the history")
  }

  private func names(_ entity: CompiledEntity) -> [String] { entity.historyProperties.map(\.name) }
  private func kept(_ entity: CompiledEntity) -> [String] { entity.keptAttributes.map(\.name) }

  /// Returns the statements that update the entity numbers and object keys of
  /// the changes in the history.
  private func numbers(
    _ heirs: [(old: EntityMapping, new: EntityMapping)]
  ) -> [MigrationStatement] {
    let moved = heirs.compactMap { older, _ in
      sources.first { $0.old.number == older.number && $0.offset != 0 }.map {
        (older.number, $0.offset)
      }
    }
    var statements: [MigrationStatement] = moved.map { number, offset in
      MigrationStatement(
        "UPDATE ACHANGE SET ZENTITYPK = ZENTITYPK + \(offset) WHERE ZENTITY = \(number)",
        "writing the history")
    }
    let changed = heirs.filter { $0.old.number != $0.new.number }
    if !changed.isEmpty {
      // One statement changes all numbers, since two entities may swap their
      // numbers.
      let cases = changed.map { "WHEN \($0.old.number) THEN \($0.new.number)" }
      statements.append(
        MigrationStatement(
          "UPDATE ACHANGE SET ZENTITY = CASE ZENTITY \(cases.joined(separator: " ")) "
            + "ELSE ZENTITY END", "writing the history"))
    }
    return statements
  }

  private var hasNames: Bool { schema.tables["ATRANSACTION"]?.contains("ZCONTEXTNAME") == true }

  private var transaction: [MigrationStatement] {
    [
      MigrationStatement(
        """
        INSERT INTO ATRANSACTION (Z_PK, Z_ENT, ZTIMESTAMP\(hasNames ? ", ZCONTEXTNAME" : "")) SELECT \
        1 + max(ifNull((SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = \(HistorySchema.transaction)), \
        0), ifNull((SELECT max(Z_PK) FROM ATRANSACTION), 0)), \(HistorySchema.transaction), \
        \(Date.now.timeIntervalSinceReferenceDate)\(hasNames ? ", 'migration'" : "")
        """, "writing the history"),
      MigrationStatement(
        """
        UPDATE Z_PRIMARYKEY SET Z_MAX = (SELECT max(Z_PK) FROM ATRANSACTION) \
        WHERE Z_ENT = \(HistorySchema.transaction)
        """, "writing the history"),
    ]
  }
}
