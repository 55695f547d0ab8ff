import Foundation
import ModelGenerator
import ModelLanguage
import ModelRuntime
import ModelScreens
import TodoApp
import TodoModel
import XCTest

/// The to-do list on screens: the same as the banks', of another model.
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

  func testAnInvalidFieldKeepsTheUserThere() {
    addItem()
    perform(.open, .select(1), .type("noon"), .quit, .answer(0))
    XCTAssertFalse(session.isFinished)
    XCTAssertEqual(session.message?.text, "Due date: 'noon' is not a day such as May 27, 2012")
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
