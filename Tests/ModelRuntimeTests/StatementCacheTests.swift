import BankModel
import CModelSQLite
import XCTest

@testable import ModelRuntime
@testable import ModelStorage

/// The cache of prepared statements of a connection.
final class StatementCacheTests: XCTestCase {
  func testEverNewConditionsKeepABoundedNumberOfStatements() throws {
    let container = try PersistentContainer(.bank, configuration: .inMemory)
    let context = try container.makeContext()
    for number in 0..<2_000 {
      XCTAssertEqual(try context.count(FetchRequest<FailedBankInfo>(condition(number))), 0)
    }
    XCTAssertLessThan(try statementCount(context), 1_100)
    XCTAssertEqual(try context.count(FetchRequest<FailedBankInfo>(condition(0))), 0)
  }

  func testWhatIsUsedAgainAndAgainStays() throws {
    var values = RecentlyUsed<Int, String>(limit: 8)
    values.keep("often", as: -1)
    for number in 0..<100 {
      values.keep("\(number)", as: number)
      XCTAssertLessThanOrEqual(values.count, 8)
      XCTAssertEqual(values.value(of: -1), "often")
      XCTAssertEqual(values.value(of: number), "\(number)")
    }
    XCTAssertNil(values.value(of: 0))
  }

  /// Returns a condition with a different SQL for each number.
  private func condition(_ number: Int) -> ObjectPredicate {
    .and(
      (0..<11).map { bit in
        .comparison(
          .init(
            .keyPath("name"), number >> bit & 1 == 1 ? .equal : .notEqual,
            .constant(.string("x"))))
      })
  }

  private func statementCount(_ context: ManagedObjectContext) throws -> Int {
    let statement = try context.connection.statement("SELECT 1")
    let database = sqlite3_db_handle(statement.handle)
    var count = 0
    var next = sqlite3_next_stmt(database, nil)
    while let statement = next {
      count += 1
      next = sqlite3_next_stmt(database, statement)
    }
    return count
  }
}
