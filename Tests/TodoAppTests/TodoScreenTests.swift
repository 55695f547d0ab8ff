import Foundation
import ModelGenerator
import ModelLanguage
import ModelRuntime
import TodoApp
import TodoModel
import XCTest

@testable import ModelScreens

/// Tests of the screens for the to-do list, which have the same features as the screens for
/// banks.
final class TodoScreenTests: XCTestCase {
  private var container: PersistentContainer!
  private var session: ScreenSession!

  override func setUpWithError() throws {
    container = try PersistentContainer(.todo, configuration: .inMemory)
    session = try ScreenSession(.todos, in: try container.makeContext())
  }

  override func tearDown() { (session, container) = (nil, nil) }

  private func perform(_ actions: ScreenAction...) {
    for action in actions { session.perform(action) }
  }

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

  private func addItem() {
    perform(.add, .type("water"), .select(1), .type("Nov 21, 2026 15:30"), .save)
  }

  func testAnItemIsAddedEditedCompletedAndDeleted() {
    addItem()
    XCTAssertEqual(rows, ["water|Nov 21, 2026 15:30"])
    perform(.open, .select(2), .open, .add, .type("home"), .answer(0), .back)
    perform(.select(3), .cycle(1), .save)
    XCTAssertEqual(rows, ["water|Nov 21, 2026 15:30, home, done"])
    perform(.show(1), .delete, .answer(0), .show(0))
    XCTAssertEqual(rows, ["water|Nov 21, 2026 15:30, done"], "a category's items stay")
    perform(.delete, .answer(0))
    XCTAssertEqual(rows, [])
  }

  func testAKeyTicksAnItemAndTakesItBack() {
    addItem()
    perform(.tick)
    XCTAssertEqual(rows, ["water|Nov 21, 2026 15:30, done"])
    perform(.undo)
    XCTAssertEqual(rows, ["water|Nov 21, 2026 15:30"])
  }

  private func addDue() throws {
    try container.performAndWait { context in
      _ = ToDo(in: context, name: "now", dueDate: .now.addingTimeInterval(60))
      try context.save()
    }
    session.followStore()
  }

  private func item() throws -> (isDone: Bool, isSilent: Bool, hasRung: Bool)? {
    try container.performAndWait { context in
      try context.fetch(ToDo.all).first.map {
        ($0.completed, $0.doNotAlert, $0.lastAlertDate != nil)
      }
    }
  }

  func testABoxRingsForWhatIsDue() throws {
    XCTAssertFalse(session.ring())
    for (place, expected) in [
      (0, (true, false, false)), (1, (false, true, false)), (2, (false, false, true)),
    ] {
      try setUpWithError()
      try addDue()
      XCTAssertTrue(session.ring())
      XCTAssertEqual(session.dialog?.title, "Due")
      XCTAssertEqual(session.dialog?.options, ["Done", "Do not alert again", "Later"])
      XCTAssertEqual(session.dialog?.selection, 2, "what Enter does by mistake is the least")
      XCTAssertFalse(session.ring(), "one question at a time")
      perform(.answer(place))
      let item = try XCTUnwrap(item())
      XCTAssertTrue(item == expected, "\(place): \(item)")
      // Pretend that the second until the next check is over.
      session.nextRing = .now
      XCTAssertFalse(session.ring(), "\(place)")
    }
  }

  func testABoxKeepsWhatIsTyped() throws {
    try addDue()
    perform(.add, .type("water"))
    XCTAssertTrue(session.ring())
    perform(.type("x"), .back)
    XCTAssertEqual(try item()?.hasRung, true, "Escape is later")
    guard case .form(let form) = session.view.content else { return XCTFail("no form") }
    XCTAssertEqual(form.fields[0].text, "water")
  }

  func testAnAnswerThatCannotBeSavedIsNotAskedForAtOnce() throws {
    var catalog = ScreenCatalog.todos
    catalog.alert = ScreenAlert(
      "Due", about: { ToDo.all }, message: { $0.name },
      answers: [("Forget", { (item: ToDo) in item.name = "" })])
    session = try ScreenSession(catalog, in: try container.makeContext())
    try addDue()
    XCTAssertTrue(session.ring())
    perform(.answer(0))
    XCTAssertEqual(session.message?.isError, true)
    XCTAssertGreaterThan(session.nextRing, .now + .seconds(50))
    XCTAssertFalse(session.ring())
  }

  func testNothingRingsWhereNothingCanBeChanged() throws {
    var catalog = ScreenCatalog.todos
    catalog.isReadOnly = true
    session = try ScreenSession(catalog, in: try container.makeContext())
    try addDue()
    XCTAssertFalse(session.ring())
  }

  func testWhatIsFoundCannotBeDeletedWhereNothingCanBeChanged() throws {
    try addDue()
    for isReadOnly in [false, true] {
      var catalog = ScreenCatalog.todos
      catalog.isReadOnly = isReadOnly
      session = try ScreenSession(catalog, in: try container.makeContext())
      perform(.search, .cycle(-1), .select(0))
      XCTAssertTrue(session.view.commands.contains(.open))
      XCTAssertEqual(session.view.commands.contains(.delete), !isReadOnly)
    }
  }

  func testWhatIsDueIsFound() throws {
    try container.performAndWait { context in
      _ = ToDo(in: context, name: "now", dueDate: .now.addingTimeInterval(60))
      _ = ToDo(in: context, name: "later", dueDate: .now.addingTimeInterval(6000))
      try context.save()
    }
    session.followStore()
    let count = ScreenCatalog.todos["ToDo"]?.searches.count ?? 0
    perform(.search, .cycle(-1), .run)
    XCTAssertEqual(count, 6)
    XCTAssertEqual(rows.map { $0.prefix(3) }, ["now"])
  }

  func testQuittingCommitsTheFieldBeingEdited() throws {
    addItem()
    perform(.open, .type("sow"), .quit, .answer(0))
    XCTAssertTrue(session.isFinished)
    XCTAssertEqual(try container.performAndWait { try $0.fetch(ToDo.all).map(\.name) }, ["sow"])
  }

  func testQuittingDoesNotForgetWhatWasPickedForANewItem() {
    perform(.add, .select(2), .open, .add, .type("home"), .answer(0), .quit, .answer(0))
    XCTAssertFalse(session.isFinished)
    XCTAssertEqual(
      session.message?.text, "Due date: a time such as May 27, 2012 14:30 is needed")
    guard case .form(let form) = session.view.content else { return XCTFail("no form") }
    XCTAssertEqual(form.fields[2].text, "home")
  }

  func testAnInvalidFieldKeepsTheUserThere() {
    addItem()
    perform(.open, .select(1), .type("noon"), .quit, .answer(0))
    XCTAssertFalse(session.isFinished)
    XCTAssertEqual(
      session.message?.text,
      "Due date: 'noon' is not a time such as May 27, 2012 14:30, 14:30 or +10")
  }

  func testASaveThatFailsAsksBeforeQuitting() {
    addItem()
    perform(.open, .type(""), .quit, .answer(0))
    XCTAssertFalse(session.isFinished)
    XCTAssertEqual(session.dialog?.message, ScreenSession.quitQuestion)
    XCTAssertEqual(session.dialog?.options, ["Quit anyway", "Cancel"])
    perform(.answer(0))
    XCTAssertTrue(session.isFinished)
  }

  func testGeneratingTheScreensAgainFindsNoDifference() throws {
    let repository = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let text = try String(
      contentsOf: repository.appending(path: "Models/Todo.model"), encoding: .utf8)
    let model = try XCTUnwrap(readModel([SourceFile(path: "Todo.model", text: text)]).model)
    for file in try AppGenerator().screens(for: model, source: "Todo.model") {
      let url = repository.appending(path: "Sources/TodoApp/Generated/\(file.path)")
      XCTAssertEqual(try String(contentsOf: url, encoding: .utf8), file.text, file.path)
    }
  }
}
