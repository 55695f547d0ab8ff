import BankModel
import ModelRuntime
import ModelScreens
import Observation
import TestSupport
import XCTest

final class ObjectListTests: XCTestCase {
  private var folder: TemporaryFolder!
  private var container: PersistentContainer!
  private var context: ManagedObjectContext!
  private var list: ObjectListController<FailedBankInfo>!

  override func setUpWithError() throws {
    folder = try TemporaryFolder()
    container = try PersistentContainer(
      .bank, configuration: StoreConfiguration(url: folder.file("Bank.sqlite")))
    context = try container.makeContext()
    for name in ["A", "B", "C"] { _ = makeBank(name) }
    try context.save()
    list = ObjectListController(
      FailedBankInfo.all.sorted { [$0.name.ascending] }, in: context)
    try list.load()
  }

  override func tearDown() {
    list = nil
    context = nil
    container = nil
    folder = nil
  }

  private func makeBank(_ name: String) -> FailedBankInfo {
    FailedBankInfo(in: context, name: name, city: "", state: "IL")
  }

  private var listed: [String] { list.objects.map(\.name) }
  private var selected: [String] { list.selectedObjects.map(\.name) }

  func testAnObjectThatIsGoneKeepsNoOtherFromBeingRemoved() throws {
    context.automaticallyMergesChanges = true
    let banks = Array(list.objects)
    try container.performAndWait { other in
      other.delete(try XCTUnwrap(try other.first(FailedBankInfo.where { $0.name == "A" })))
      try other.save()
    }
    context.mergePendingChanges()
    try list.remove(banks.prefix(2))
    XCTAssertEqual(listed, ["C"])
  }

  func testTheFirstObjectIsSelected() {
    XCTAssertEqual(selected, ["A"])
  }

  func testTheSelectionMovesAndStopsAtTheEnds() {
    list.moveSelection(by: 1)
    XCTAssertEqual(selected, ["B"])
    list.moveSelection(by: 5)
    XCTAssertEqual(selected, ["C"])
    list.moveSelection(by: -9)
    XCTAssertEqual(selected, ["A"])
  }

  func testTheSelectionFollowsItsObject() throws {
    list.select(list.objects[1])
    try list.change(list.objects[1]) { $0.name = "Z" }
    XCTAssertEqual(listed, ["A", "C", "Z"])
    XCTAssertEqual(selected, ["Z"])
  }

  func testWhatIsAddedIsSavedAndSelected() throws {
    try list.add { FailedBankInfo(in: $0, name: "BB", city: "", state: "") }
    XCTAssertEqual(listed, ["A", "B", "BB", "C"])
    XCTAssertEqual(selected, ["BB"])
    XCTAssertFalse(context.hasChanges)
    XCTAssertEqual(try container.makeContext().count(FailedBankInfo.all), 4)
  }

  func testWhatCannotBeAddedIsNowhere() throws {
    XCTAssertThrowsError(
      try list.add { FailedBankInfo(in: $0, name: "", city: "", state: "") })
    XCTAssertEqual(listed, ["A", "B", "C"])
    XCTAssertFalse(context.hasChanges)
  }

  func testAfterARemovalTheNextOneIsSelected() throws {
    list.select(at: 1)
    try list.removeSelection()
    XCTAssertEqual(listed, ["A", "C"])
    XCTAssertEqual(selected, ["C"])
    try list.removeSelection()
    XCTAssertEqual(selected, ["A"])
    try list.removeSelection()
    XCTAssertEqual(selected, [])
    XCTAssertEqual(try container.makeContext().count(FailedBankInfo.all), 0)
  }

  func testAnotherConditionKeepsTheSelectionWhereItCan() throws {
    list.select(at: 2)
    try list.filter(by: FailedBankInfo.where { $0.name != "A" }.predicate)
    XCTAssertEqual(selected, ["C"])
    try list.filter(by: FailedBankInfo.where { $0.name != "C" }.predicate)
    XCTAssertEqual(listed, ["A", "B"])
    XCTAssertEqual(selected, ["B"])
    try list.sort(by: [SortKey(["name"], isAscending: false)])
    XCTAssertEqual(listed, ["B", "A"])
  }

  func testEditsAreNobodysBusinessBeforeTheyAreCommitted() throws {
    let editor = try list.edit(list.objects[0])
    editor.object.name = "D"
    XCTAssertTrue(list.hasEdits)
    XCTAssertEqual(listed, ["A", "B", "C"])
    _ = Tag(in: context, name: "big")
    try context.save()
    XCTAssertEqual(listed, ["A", "B", "C"])
    try list.commitEdits()
    XCTAssertEqual(listed, ["B", "C", "D"])
    XCTAssertEqual(selected, ["D"])
    XCTAssertNil(list.editor)
  }

  func testEditsCanBeDiscarded() throws {
    try list.edit(list.objects[0]).object.name = "D"
    list.discardEdits()
    XCTAssertFalse(list.hasEdits)
    XCTAssertEqual(listed, ["A", "B", "C"])
    XCTAssertEqual(
      try container.makeContext().fetch(FailedBankInfo.all).map(\.name).sorted(), ["A", "B", "C"])
  }

  func testEditsThatCannotBeCommittedStayOpen() throws {
    let editor = try list.edit(list.objects[0])
    editor.object.name = ""
    XCTAssertThrowsError(try list.commitEdits())
    XCTAssertTrue(list.hasEdits)
    editor.object.name = "D"
    try list.commitEdits()
    XCTAssertEqual(listed, ["B", "C", "D"])
  }

  func testEditedFieldsSurviveWhatOthersSave() throws {
    let bank = list.objects[0]
    let editor = try list.edit(bank)
    editor.object.name = "D"
    bank.city = "Chicago"
    try context.save()
    try list.commitEdits()
    XCTAssertEqual(bank.name, "D")
    XCTAssertEqual(bank.city, "Chicago")
  }

  func testANewObjectIsThereOnceItIsCommitted() throws {
    let editor = try list.editNew { FailedBankInfo(in: $0, name: "", city: "", state: "") }
    XCTAssertTrue(editor.isNew)
    XCTAssertEqual(listed, ["A", "B", "C"])
    editor.object.name = "E"
    try list.commitEdits()
    XCTAssertEqual(listed, ["A", "B", "C", "E"])
    XCTAssertEqual(selected, ["E"])
  }

  func testWhatIsGoneCannotBeEdited() throws {
    let bank = makeBank("X")
    XCTAssertThrowsError(try list.edit(bank)) { error in
      XCTAssertEqual((error as? StoreError)?.reason, .inaccessible)
    }
  }

  func testReadingAListIsTracked() throws {
    let list = try XCTUnwrap(self.list)
    try XCTAssertTrue(
      isTold(of: {
        try list.add { FailedBankInfo(in: $0, name: "BB", city: "", state: "") }
      }) { _ = list.objects })
    XCTAssertTrue(isTold(of: { list.select(at: 0) }) { _ = list.selectedObject })
    XCTAssertFalse(isTold(of: { list.select(at: 0) }) { _ = list.selectedObject })
    try XCTAssertTrue(isTold(of: { try list.filter(by: nil) }) { _ = list.objects })
  }

  /// Returns whether a change calls the observer of the properties that were read.
  private func isTold(
    of change: () throws -> Void, afterReading read: () -> Void
  ) rethrows -> Bool {
    let told = Told()
    withObservationTracking(read) { told.isTold = true }
    try change()
    return told.isTold
  }

  private final class Told: @unchecked Sendable {
    // because everything happens on one thread.
    var isTold = false
  }

  /// The code samples of the article on live results.
  func testTheArticlesListToWorkWith() throws {
    let context = try XCTUnwrap(self.context)
    let list = ObjectListController(FailedBankInfo.all.sorted { [$0.name.ascending] }, in: context)
    try list.load()
    let editor = try list.edit(list.objects[0])
    editor.object.name = "First Bank"
    try list.commitEdits()
    XCTAssertEqual(list.objects.map(\.name), ["B", "C", "First Bank"])
  }
}
