import Foundation
import ModelRuntime
import ModelScreens
import XCTest

/// Sessions on the screens of each application.
final class ApplicationSessionTests: XCTestCase {
  private var container: PersistentContainer!
  private var session: ScreenSession!

  override func tearDown() { (session, container) = (nil, nil) }

  private func start(_ model: CompiledModel, _ catalog: ScreenCatalog) throws {
    container = try PersistentContainer(model, configuration: .inMemory)
    session = try ScreenSession(catalog, in: try container.makeContext())
  }

  private func perform(_ actions: ScreenAction..., line: UInt = #line) {
    for action in actions {
      session.perform(action)
      if let message = session.message, message.isError {
        XCTFail(message.text, line: line)
      }
    }
  }

  private var form: FormView? {
    if case .form(let view) = session.view.content { view } else { nil }
  }

  private func fill(_ label: String, _ text: String, line: UInt = #line) {
    guard let place = form?.fields.firstIndex(where: { $0.label == label }) else {
      return XCTFail("no field '\(label)'", line: line)
    }
    perform(.select(place), .type(text), line: line)
  }

  private func pick(_ label: String, line: UInt = #line) {
    guard let place = form?.fields.firstIndex(where: { $0.label == label }) else {
      return XCTFail("no field '\(label)'", line: line)
    }
    perform(.select(place), .open, line: line)
  }

  private func text(_ label: String) -> String? { form?.fields.first { $0.label == label }?.text }

  private var rows: [String] {
    let rows: ScreenRows
    switch session.view.content {
    case .list(let view): rows = view.rows
    case .picker(let view): rows = view.rows
    case .search(let view): rows = view.rows
    case .form: return []
    }
    return rows.map { $0.subtitle.isEmpty ? $0.title : "\($0.title)|\($0.subtitle)" }
  }

  private var marks: [ScreenRows.Row.Mark] {
    if case .picker(let view) = session.view.content { view.rows.map(\.mark) } else { [] }
  }

  func testOrderedAndManyToManyRelationships() throws {
    try start(.library, .library)
    perform(.add, .type("The C Programming Language"), .answer(0), .open)
    fill("Year", "1978")
    pick("Authors")
    perform(.add, .type("Ritchie"), .answer(0), .add, .type("Kernighan"), .answer(0))
    XCTAssertEqual(rows, ["Kernighan", "Ritchie"])
    XCTAssertEqual(marks, [.place(2), .place(1)])
    perform(.select(0), .move(-1))
    XCTAssertEqual(marks, [.place(1), .place(2)])
    perform(.back)
    XCTAssertEqual(text("Authors"), "Kernighan,Ritchie")
    pick("Shelves")
    perform(.add, .type("Cellar"), .answer(0), .back, .save)
    XCTAssertEqual(rows, ["The C Programming Language|1978"])
    perform(.show(1), .open)
    XCTAssertEqual(text("Books"), "The C Programming Language")
    perform(.back, .show(2), .open)
    XCTAssertEqual(form?.fields.first?.isEditable, false, "a shelf stays in its room")
    perform(.back, .show(0), .search, .cycle(1), .type("1978"), .run)
    XCTAssertEqual(rows, ["The C Programming Language|1978"])
  }

  func testInheritance() throws {
    try start(.zoo, .zoo)
    XCTAssertEqual(session.view.title, "Animals")
    perform(.add)
    XCTAssertEqual(session.dialog?.options, ["Bird", "Fish", "Shark", "Cancel"])
    perform(.answer(0), .type("Tweety"), .answer(0))
    perform(.add, .answer(2))
    fill("Name", "Bruce")
    fill("Tank", "A1")
    fill("Born on", "2003-05-30")
    fill("Teeth", "299")
    pick("Keeper")
    perform(.add, .type("Ann"), .answer(0))
    XCTAssertEqual(rows, ["Ann"])
    perform(.back)
    XCTAssertEqual(text("Keeper"), "Ann")
    perform(.save)
    XCTAssertEqual(rows, ["Bruce|May 30, 2003, A1", "Tweety|yes"])
    perform(.select(1), .open)
    XCTAssertEqual(form?.fields.map(\.label), ["Name", "Born on", "Keeper", "Can fly", "Wingspan"])
    XCTAssertEqual(text("Can fly"), "yes")
    perform(.select(3), .cycle(1), .save)
    perform(.show(3))
    XCTAssertEqual(rows.count, 1, "only sharks")
    perform(.delete, .answer(0), .show(4))
    XCTAssertEqual(rows, ["Ann"])
  }

  func testEnumerationsAndComposites() throws {
    try start(.orders, .orders)
    perform(.add)
    XCTAssertEqual(session.view.title, "New purchase")
    session.perform(.save)
    XCTAssertEqual(session.message?.text, "Number: a whole number is needed")
    fill("Number", "7")
    fill("Sum", "12.50")
    fill("Shipping street", "Elm Street 1")
    fill("Shipping city", "Springwood")
    session.perform(.save)
    XCTAssertEqual(session.message?.text, "Customer: has to be picked")
    pick("Customer")
    perform(.add, .type("Nancy"), .answer(0), .back)
    perform(.save)
    XCTAssertEqual(rows, ["7|Nancy, open"])
    perform(.open)
    XCTAssertEqual(text("Sum"), "12.5")
    XCTAssertEqual(text("Shipping city"), "Springwood")
    XCTAssertEqual(text("Urgency"), "")
    let places = form?.fields.indices.filter { form?.fields[$0].label == "Stage" } ?? []
    perform(.select(places[0]), .cycle(1))
    fill("Sent at", "May 27, 2012 14:30")
    perform(.save)
    XCTAssertEqual(rows, ["7|Nancy, paid"])
    perform(.open)
    XCTAssertEqual(text("Sent at"), "May 27, 2012 14:30")
    XCTAssertEqual(form?.fields.first { $0.label == "Number" }?.isEditable, false)
    perform(.back, .search, .cycle(2), .type("paid"), .run)
    XCTAssertEqual(rows, ["7|Nancy, paid"])
    perform(.back, .show(1))
    session.perform(.delete)
    XCTAssertEqual(session.dialog?.message, "1 purchase forbids it.")
    XCTAssertEqual(session.dialog?.options, ["Cancel"])
    session.perform(.open)
    XCTAssertNil(session.dialog)
    XCTAssertEqual(rows, ["Nancy"], "a customer with purchases stays")
  }

  func testDefaultsOfNewObjectsAreShownAndCanBeTakenAway() throws {
    try start(.orders, .orders)
    perform(.add)
    XCTAssertEqual(text("Stage"), "open")
    XCTAssertEqual(text("Sum"), "0")
    XCTAssertEqual(text("Is gift"), "no")
    XCTAssertEqual(text("Urgency"), "")
    XCTAssertEqual(form?.fields.contains(where: \.isChanged), false)
    perform(.back)
    XCTAssertNil(session.dialog, "nothing was typed")
    perform(.add)
    fill("Number", "1")
    fill("Sum", "")
    session.perform(.save)
    XCTAssertEqual(session.message?.text, "Sum: a number is needed")
  }

  func testPicksOfANewObjectAreTakenBack() throws {
    try start(.orders, .orders)
    perform(.show(1), .add, .type("Nancy"), .answer(0), .show(0), .add)
    pick("Customer")
    perform(.toggle)
    XCTAssertEqual(text("Customer"), "Nancy")
    perform(.undo)
    XCTAssertEqual(text("Customer"), "")
    perform(.redo)
    XCTAssertEqual(text("Customer"), "Nancy")
    fill("Number", "1")
    perform(.save)
    XCTAssertEqual(rows, ["1|Nancy, open"])
  }
}
