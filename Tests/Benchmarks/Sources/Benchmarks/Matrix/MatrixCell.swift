import ModelRuntime

/// A cell of the wider matrix: work on a store of any size, by this library and by hand.
///
/// Both come to the same figure, which is never 0, or the run fails. What is not timed, such as fetching what is then
/// changed, is done before the trial is returned.
struct MatrixCell {
  /// The timed part; what it returns is a count or a sum of what was read or written.
  typealias Trial = () throws -> Int

  /// The operation's number in the matrix of operations, such as `W5`.
  let name: String
  /// What is done, in words.
  let title: String
  let ours: (PersistentContainer, _ rows: Int) throws -> Trial
  /// nil where a hand-written program would do nothing.
  let raw: ((RawConnection, _ rows: Int) throws -> Trial)?

  static var all: [MatrixCell] { reading + writing }
}

/// The store of the matrix: banks with details, one each, and purchases.
enum MatrixStore {
  /// Fills an empty store.
  static func fill(_ path: String, rows: Int) throws {
    let connection = try RawConnection(path: path)
    try connection.transaction {
      for statement in statements(rows) { try connection.execute(statement) }
      try connection.fillPurchases(lines: rows)
    }
    try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  /// Names are a permutation of the numbers, zips have no index, and each of 50 states and 100
  /// cities is as frequent as any other. SQLite's `||` binds tighter than `%`.
  private static func statements(_ rows: Int) -> [String] {
    let numbers =
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(rows))"
    return [
      """
      INSERT INTO ZFAILEDBANKINFO (Z_PK, Z_ENT, Z_OPT, ZCERT, ZDETAILS, ZCITY, ZNAME, ZSTATE) \
      \(numbers) SELECT i, \(Schema.bankEntity), 1, i, i, 'City of ' || (i % 100), \
      'Community Bank ' || (i * 7919 % \(rows)), 'S' || (i % 50) FROM n
      """,
      """
      INSERT INTO ZFAILEDBANKDETAILS (Z_PK, Z_ENT, Z_OPT, ZZIP, ZINFO, ZCLOSEDATE, ZUPDATEDATE) \
      \(numbers) SELECT i, \(Schema.detailsEntity), 1, i * 6007 % \(rows), i, i % 4000 * 86400.0, \
      i % 4000 * 86400.0 FROM n
      """,
      """
      UPDATE Z_PRIMARYKEY SET Z_MAX = \(rows) \
      WHERE Z_ENT IN (\(Schema.bankEntity), \(Schema.detailsEntity))
      """,
    ]
  }
}
