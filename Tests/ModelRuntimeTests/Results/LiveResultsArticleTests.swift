import BankModel
import ModelRuntime
import Observation
import XCTest

/// The code of the article about live results.
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

  func testAListToWorkWith() throws {
    let context = try XCTUnwrap(self.context)
    makeBank("A")
    try context.save()
    let list = ObjectListController(FailedBankInfo.all.sorted { [$0.name.ascending] }, in: context)
    try list.load()
    let editor = try list.edit(list.objects[0])
    editor.object.name = "First Bank"
    try list.commitEdits()
    XCTAssertEqual(list.objects.map(\.name), ["First Bank"])
  }
}
