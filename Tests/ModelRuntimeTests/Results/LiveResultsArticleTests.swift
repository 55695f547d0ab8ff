import BankModel
import ModelRuntime
import Observation
import XCTest

/// The code samples of the article on live results.
final class LiveResultsArticleTests: BankTestCase {
  func testSectionsAndChanges() throws {
    let context = try XCTUnwrap(self.context)
    makeBank("A")
    let banks = FetchedResultsController(
      FailedBankInfo.all.sorted { [$0.state.ascending, $0.name.ascending] }, in: context,
      sectionedBy: { $0.state })
    try banks.performFetch()
    var rows = banks.snapshot.rows
    banks.onChange = { change in rows = rows.applying(change.rowDifference) ?? rows }
    makeBank("B")
    context.processPendingChanges()
    XCTAssertEqual(rows, banks.snapshot.rows)
    XCTAssertEqual(rows.count, 3)
  }
}
