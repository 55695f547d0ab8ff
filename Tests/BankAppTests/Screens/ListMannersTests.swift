import BankModel
import ModelRuntime
import ModelScreens
import XCTest

/// Sort orders, jumps to a letter and the kinds of searches in a list.
final class ListMannersTests: ScreenTestCase {
  override func setUpWithError() throws {
    try super.setUpWithError()
    try makeBanks([
      ("Woodlands Bank", "Bluffton", "SC", "May 18, 2012"),
      ("Ünïcode Bank", "Macon", "GA", "May 20, 2012"),
      ("georgian Bank", "Atlanta", "GA", "Sep 25, 2009"),
      ("First Bank", "Chicago", "IL", "May 18, 2012"),
    ])
  }

  private var names: [String] { rows.map { String($0.split(separator: "|")[0]) } }

  private var list: ListView? {
    if case .list(let list) = session.view.content { list } else { nil }
  }

  func testTextSortsAsPeopleSort() {
    XCTAssertEqual(names, ["First Bank", "georgian Bank", "Ünïcode Bank", "Woodlands Bank"])
  }

  func testAnotherColumnSortsAndShowsWhy() {
    perform(.sort(1))
    XCTAssertEqual(list?.order, "by city")
    XCTAssertEqual(names, ["georgian Bank", "Woodlands Bank", "First Bank", "Ünïcode Bank"])
    perform(.turn)
    XCTAssertEqual(list?.order, "by city, turned around")
    XCTAssertEqual(names.first, "Ünïcode Bank")
    perform(.sort(3))
    XCTAssertEqual(list?.order, "by close date")
    XCTAssertEqual(rows.first, "georgian Bank|Atlanta, GA, Sep 25, 2009")
    perform(.sort(-4))
    XCTAssertEqual(list?.order, "")
    XCTAssertEqual(names.first, "First Bank")
  }

  func testWhatIsTypedIsJumpedTo() {
    perform(.type("x"))
    XCTAssertEqual(list?.selection, 0, "nothing is typed into a list")
    perform(.jump, .type("un"))
    XCTAssertEqual(list?.jump?.text, "un")
    XCTAssertEqual(list?.jump?.isFound, true)
    XCTAssertEqual(list?.selection, 2, "case and accents do not count")
    perform(.type("une"))
    XCTAssertEqual(list?.selection, 2, "what is not there moves nothing")
    XCTAssertEqual(list?.jump?.isFound, false)
    perform(.back)
    XCTAssertNil(list?.jump)
    perform(.open)
    XCTAssertEqual(session.view.title, "Ünïcode Bank")
  }

  func testAListThatIsSortedIsJumpedInByItsOrder() {
    perform(.sort(1), .jump, .type("at"))
    XCTAssertEqual(list?.order, "by city")
    XCTAssertEqual(names[list?.selection ?? 0], "georgian Bank", "of Atlanta")
  }

  func testAListKeepsItsOrderAndPlace() {
    perform(.sort(1), .select(2), .jump, .show(1), .show(0))
    XCTAssertEqual(list?.order, "by city")
    XCTAssertEqual(list?.selection, 2)
    XCTAssertNil(list?.jump)
  }

  func testResultsAreSortedTurnedAndJumpedIn() {
    perform(.search, .type("bank"))
    perform(.sort(1))
    XCTAssertEqual(search?.order, "", "a text is typed")
    perform(.select(0), .sort(1))
    XCTAssertEqual(search?.order, "by city")
    XCTAssertEqual(names, ["georgian Bank", "Woodlands Bank", "First Bank", "Ünïcode Bank"])
    XCTAssertEqual(search?.selection.map { names[$0] }, "Ünïcode Bank", "what was chosen stays")
    perform(.turn, .sort(-1), .turn)
    XCTAssertEqual(search?.order, "turned around")
    XCTAssertEqual(names.last, "Ünïcode Bank", "closed last")
    perform(.jump, .type("UN"))
    XCTAssertEqual(search?.selection.map { names[$0] }, "Ünïcode Bank")
    XCTAssertEqual(search?.text, "bank")
    perform(.type("x"))
    XCTAssertEqual(search?.jump?.isFound, false)
    perform(.back)
    XCTAssertNil(search?.jump)
    XCTAssertEqual(names.count, 4)
  }

  func testSeveralKindsHaveToHold() {
    perform(.search, .type("bank"))
    XCTAssertEqual(names.count, 4)
    perform(.combine)
    XCTAssertEqual(search?.kept, ["Name contains, ignoring case and accents: bank"])
    XCTAssertEqual(names.count, 4, "nothing more is asked yet")
    perform(.cycle(9), .type("ga"))
    XCTAssertEqual(names, ["Ünïcode Bank", "georgian Bank"])
    perform(.combine, .cycle(3), .type("x"), .run)
    XCTAssertEqual(session.message?.text, "'x' is not a day such as May 27, 2012")
    perform(.type("Sep 25, 2009"))
    XCTAssertEqual(names, ["georgian Bank"])
    perform(.back)
    XCTAssertEqual(search?.text, "ga")
    XCTAssertEqual(names.count, 2)
    perform(.back, .back)
    XCTAssertEqual(session.view.title, "Banks")
  }

  func testAKindThatCannotHoldItsTextIsNotKept() {
    perform(.search, .cycle(12), .type("x"), .combine)
    XCTAssertEqual(session.message?.text, "'x' is not a day such as May 27, 2012")
    XCTAssertEqual(search?.kept, [])
  }

  func testAWrongPatternIsNamed() {
    perform(.search, .cycle(6), .type("G["), .run)
    let message = session.message?.text ?? ""
    XCTAssertTrue(message.hasPrefix("'G[' is not a regular expression: "), message)
    XCTAssertFalse(message.contains("name"), "not the predicate: \(message)")
  }

  func testRequiredFieldsAreMarked() {
    perform(.open)
    let required = form.fields.filter(\.isRequired).map(\.label)
    XCTAssertEqual(required, ["Name", "Zip"])
  }

  func testPartsAreMadeWithWhatTheyArePartsOf() {
    perform(.show(1))
    XCTAssertEqual(session.view.title, "Closings")
    XCTAssertFalse(session.view.commands.contains(.add))
    perform(.add)
    XCTAssertEqual(session.view.title, "Closings", "no closing without a bank")
    perform(.open)
    XCTAssertEqual(form.fields.first { $0.label == "Info" }?.isEditable, false)
  }

  func testMessagesSpeakOfWhatPeopleSee() throws {
    perform(.open)
    fill("Name", "")
    perform(.save)
    XCTAssertEqual(session.message?.text, "Bank: Name is empty")
    perform(.back, .answer(1), .show(2), .add, .type("large"), .answer(0))
    perform(.add, .type("small"), .answer(0), .select(0), .open)
    XCTAssertEqual(session.view.title, "small")
    fill("Name", "large")
    perform(.save)
    XCTAssertEqual(session.message?.text, "there is another tag with name 'large'")
  }
}
