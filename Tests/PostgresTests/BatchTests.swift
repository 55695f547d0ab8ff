#if PostgreSQL
  import Foundation
  import ModelRuntime
  import XCTest

  /// Batch operations of several programs on the same rows.
  final class PostgresBatchTests: PostgresTestCase {
    func testRowsThatOthersChangeMeanwhileAreComputedAnew() throws {
      let context = try open().makeContext()
      for number in 0..<20 { _ = Article(in: context, title: "\(number)") }
      try context.save()
      let containers = try (0..<3).map { _ in try open() }
      DispatchQueue.concurrentPerform(iterations: containers.count) { index in
        do {
          let own = try containers[index].makeContext()
          for _ in 0..<8 {
            let report = try own.batchUpdate(
              Article.all.setting { [$0.stock.set(to: $0.stock + 1)] })
            XCTAssertEqual(report.updated, 20)
          }
        } catch {
          XCTFail("\(error)")
        }
      }
      let stored = try open().makeContext().fetch(Article.all)
      XCTAssertEqual(stored.map(\.stock), Array(repeating: 24, count: 20))
    }

    func testABatchIsOneSave() throws {
      let context = try open().makeContext()
      try sql("ALTER TABLE article ADD CHECK (stock < 3)")
      XCTAssertEqual(
        reason {
          try context.batchInsert(0..<4, into: Article.self) {
            ($0.title, $0.stock) = ("\($1)", Int64($1))
          }
        }, .database)
      XCTAssertEqual(try sql("SELECT count(*) FROM article"), ["0"])
      let report = try context.batchInsert(0..<3, into: Article.self) {
        ($0.title, $0.stock) = ("\($1)", Int64($1))
      }
      XCTAssertEqual(report.inserted, 3)
      XCTAssertEqual(
        reason {
          try context.batchUpdate(Article.all.setting { [$0.stock.set(to: $0.stock + 1)] })
        },
        .database)
      XCTAssertEqual(try sql("SELECT sum(stock) FROM article"), ["3"])
      XCTAssertEqual(try context.batchDelete(Article.where { $0.stock > 0 }).deleted, 2)
      XCTAssertEqual(try sql("SELECT stock FROM article"), ["0"])
    }
  }
#endif
