import BankModel
import Foundation
import ModelRuntime
import ModelSQLite
import TestSupport
import XCTest

/// The number of statements for iterating over a result is bounded (L-15).
final class StatementCountTests: BankTestCase {
  func testBanksWithDetailsAndTagsTakeABoundedNumberOfStatements() throws {
    let count = TestRun.isLong ? 10_000 : 1_500
    let tags = (0..<20).map { Tag(in: context, name: "tag \($0)") }
    for number in 0..<count {
      let bank = makeBank("bank \(number)", cert: Int32(number), zip: Int32(number))
      bank.details?.tags = [tags[number % 20], tags[(number + 7) % 20]]
    }
    try context.save()
    let counter = Counter()
    var configuration = StoreConfiguration(url: storeURL)
    configuration.trace = SQLTrace { _ in counter.add() }
    let traced = try PersistentContainer(.bank, configuration: configuration)
    let reader = try traced.makeContext()
    _ = counter.take()
    var letters = 0
    for bank in try reader.fetch(FailedBankInfo.all) {
      letters += bank.name.utf8.count + Int(bank.details?.zip ?? 0)
      for tag in try XCTUnwrap(bank.details).tags { letters += tag.name.utf8.count }
    }
    XCTAssertGreaterThan(letters, count)
    let statements = counter.take()
    print("reading \(count) banks with details and tags took \(statements) statements")
    XCTAssertLessThanOrEqual(statements, 4 + 3 * (count / 512 + 1))
  }

  func testMatchingReadsKeysAtOnceAndObjectsByChunks() throws {
    for number in 0..<1_500 { makeBank("bank \(number)", cert: Int32(number)) }
    try context.save()
    let counter = Counter()
    var configuration = StoreConfiguration(url: storeURL)
    configuration.trace = SQLTrace { _ in counter.add() }
    let traced = try PersistentContainer(.bank, configuration: configuration)
    let reader = try traced.makeContext()
    _ = counter.take()
    let matching = try reader.match(
      500..<2_500, by: { .number(Int64($0)) }, withEntityName: "FailedBankInfo", localKey: "cert")
    XCTAssertEqual(counter.take(), 1)
    XCTAssertEqual(
      [matching.new.count, matching.existing.count, matching.gone.count], [1_000, 1_000, 500])
    XCTAssertEqual(try reader.objects(FailedBankInfo.self, of: matching).count, 1_500)
    XCTAssertEqual(counter.take(), 3, "512 objects a statement")
    _ = try reader.object(FailedBankInfo.self, matching: 7, forKey: "cert")
    XCTAssertEqual(counter.take(), 1)
  }

  func testOpeningReadsTheMetadataOnce() throws {
    let counter = Counter()
    var configuration = StoreConfiguration(url: storeURL)
    configuration.trace = SQLTrace { if $0.sql.contains("Z_PLIST") { counter.add() } }
    _ = try PersistentContainer(.bank, configuration: configuration)
    XCTAssertEqual(counter.take(), 1)
  }

  func testABatchThatChangesFewRowsGoesThroughTheTableOnceAtMost() throws {
    for number in 0..<20 { makeBank("bank \(number)", cert: Int32(number)) }
    try context.save()
    let log = Log()
    var configuration = StoreConfiguration(url: storeURL)
    configuration.trace = SQLTrace { log.statements.append($0.sql) }
    let traced = try PersistentContainer(.bank, configuration: configuration)
    _ = try traced.makeContext().batchUpdate(
      FailedBankInfo.where { $0.city == "Hill" }.setting {
        [$0.acquirer.set(to: "Other"), $0.cert.set(to: $0.cert + 1)]
      })
    let reader = try Connection(path: storeURL.path)
    for sql in log.statements where sql.hasPrefix("CREATE TEMP TABLE IF NOT") {
      try reader.execute(sql)
    }
    let updates = log.statements.filter { $0.hasPrefix("UPDATE ZFAILEDBANKINFO") }
    // The first update clears the unique numbers.
    XCTAssertEqual(updates.count, 2, "\(log.statements)")
    for sql in updates {
      var plan: [String] = []
      try reader.prepare("EXPLAIN QUERY PLAN \(sql)").forEachRow { plan.append($0.string(3)) }
      XCTAssertFalse(plan.isEmpty)
      XCTAssertFalse(plan.contains { $0.contains("SCAN ZFAILEDBANKINFO") }, "\(sql): \(plan)")
    }
  }

  private final class Log: @unchecked Sendable {
    // because one thread at a time runs statements.
    var statements: [String] = []
  }
}
