import BenchModel
import Foundation
import ModelRuntime
import ShapesModel

/// The stores of the matrix.
enum MatrixStore: CaseIterable {
  /// Banks with details, one each, and purchases.
  case banks
  /// Rows of three, nine and sixty columns, and knots.
  case shapes

  private var model: CompiledModel {
    switch self {
    case .banks: .bench
    case .shapes: .shapes
    }
  }

  func container(
    _ path: String, _ trace: SQLTrace? = nil,
    _ change: (inout StoreConfiguration) -> Void = { _ in }
  ) throws -> PersistentContainer {
    var configuration = StoreConfiguration(url: URL(fileURLWithPath: path))
    configuration.trace = trace
    change(&configuration)
    return try PersistentContainer(model, configuration: configuration)
  }

  /// Makes a store with so many rows in each table.
  func make(_ path: String, rows: Int) throws {
    _ = try container(path)
    let connection = try RawConnection(path: path)
    try connection.transaction {
      switch self {
      case .banks:
        for statement in Self.bankStatements(rows) { try connection.execute(statement) }
        try connection.fillPurchases(lines: rows)
      case .shapes:
        try connection.fillShapes(rows: rows)
      }
    }
    try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  /// Names are a permutation of the numbers, zips have no index, and each of 50 states and 100
  /// cities is as frequent as any other. SQLite's `||` binds tighter than `%`.
  private static func bankStatements(_ rows: Int) -> [String] {
    let numbers = RawConnection.numbers(rows)
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
