import BankModel
import ModelRuntime
import XCTest

/// The code samples of the article on fetching give the promised results.
final class FetchingArticleTests: XCTestCase {
  func testTheArticlesCode() throws {
    let context = try PersistentContainer(.bank, configuration: .inMemory).makeContext()
    for (name, state) in [("First Bank", "GA"), ("Second Bank", "PR"), ("Third", "FL")] {
      let details = FailedBankDetails(in: context)
      _ = FailedBankInfo(
        in: context, name: name, city: "City", state: state, acquirer: "Other", details: details)
      details.tags = [Tag(in: context, name: name)]
    }
    try context.save()
    let request =
      FailedBankInfo
      .where { $0.name.contains("bank", .caseInsensitive) && $0.details.tags.count > 0 }
      .sorted { [$0.details.closeDate.descending, $0.name.ascending] }
      .prefetching { [$0.details.tags.path] }
      .limit(50)
    XCTAssertEqual(try context.fetch(request).map(\.name), ["First Bank", "Second Bank"])
    XCTAssertEqual(try context.count(request), 2)
    XCTAssertEqual(try context.first(request)?.name, "First Bank")
    let text = "BANK"
    let found = try context.fetch(FailedBankInfo.self, matching: "name CONTAINS[cd] %@", text)
    XCTAssertEqual(found.count, 2)
    let parts = ["GA", "FL"].map { state in
      ObjectPredicate.compare(.keyPath("state"), .equal, .constant(.string(state)))
    }
    XCTAssertEqual(try context.fetch(FetchRequest<FailedBankInfo>(.or(parts))).count, 2)
    XCTAssertEqual(
      try context.fetch(Tag.self, matching: "name IN FETCH('FailedBankInfo').name").count, 3)
    XCTAssertEqual(try context.fetchIDs(request).count, 2)
    XCTAssertEqual(try context.fetch(request, as: FailedBankInfo.Snapshot.self).count, 2)
    let names = try context.fetch(request.loading(FailedBankInfo.Key.name))
    XCTAssertEqual(names.map(\.name), ["First Bank", "Second Bank"])
    var perState = RowRequest(
      FailedBankInfo.all,
      columns: [
        .init(.keyPath("state"), name: "state"),
        .init(.function("count:", [.evaluatedObject]), name: "banks"),
      ])
    perState.groupKeyPaths = [["state"]]
    XCTAssertEqual(try context.rows(perState).map { try $0.value(0) }, ["FL", "GA", "PR"])
    let states = ["GA", "FL"]
    let ranks = try context.rows(
      sql: """
        SELECT \(column: \FailedBankInfo.name) AS bank,
        rank() OVER (ORDER BY \(column: \FailedBankInfo.name)) AS place
        FROM \(table: FailedBankInfo.self) WHERE \(column: \FailedBankInfo.state) IN \(states)
        """)
    XCTAssertEqual(try ranks.map { try $0["bank"] }, ["First Bank", "Third"])
    XCTAssertEqual(try ranks.map { try $0["place"] }, [1, 2])
    let sizes = try context.rows(
      sql: "SELECT ZSTATE, count(*) FROM ZFAILEDBANKINFO GROUP BY 1", as: String?.self, Int.self)
    XCTAssertEqual(sizes.map(\.0), ["FL", "GA", "PR"])
    try context.batchInsert(["big", "small"], into: Tag.self) { tag, name in tag.name = name }
    let update = FailedBankInfo.where { $0.state == "PR" }.setting { [$0.acquirer.set(to: nil)] }
    XCTAssertEqual(try context.batchUpdate(update).updated, 1)
    XCTAssertEqual(try context.batchDelete(Tag.where { $0.bankdetails.count == 0 }).deleted, 2)
  }

  func testAPrefixSearchUsesTheIndex() throws {
    let context = try PersistentContainer(.bank, configuration: .inMemory).makeContext()
    for request in [
      FailedBankInfo.where { $0.name.hasPrefix("First") },
      FailedBankInfo.where { $0.state == "GA" }, FailedBankInfo.where { $0.cert.in([1, 2, 3]) },
    ] {
      let explanation = try context.explain(request)
      XCTAssertTrue(explanation.plan.contains { $0.contains("INDEX") }, "\(explanation)")
      XCTAssertEqual(explanation.warnings, [])
    }
  }

  func testSixteenClausesAreOneCondition() throws {
    let context = try PersistentContainer(.bank, configuration: .inMemory).makeContext()
    let request = FailedBankInfo.where {
      $0.name.contains("a") && $0.city == "b" && $0.state != "c" && $0.cert > 1
        && $0.acquirer == nil && $0.details.zip.hasSuffix("3") && $0.details.tags.count > 0
        && $0.details.closeDate > .distantPast && $0.name.hasPrefix("x", .caseInsensitive)
        && !$0.city.hasSuffix("y") && $0.details.tags.any { $0.name == "big" } && $0.cert < 100
        && $0.state.in(["GA", "FL"]) && $0.details.updateDate != nil && $0.details.zip >= 10
        && ($0.acquirer.like("w*t") || $0.name.matches(".*Bank"))
    }
    XCTAssertEqual(try context.count(request), 0)
  }
}
