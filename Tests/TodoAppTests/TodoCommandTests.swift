import Foundation
import ModelCommands
import ModelRuntime
import ModelScreens
import TestSupport
import TodoApp
import XCTest

/// Tests of the commands of `todo` that do not use the whole screen.
final class TodoCommandTests: XCTestCase {
  private var folder: TemporaryFolder!
  private var answer: Bool?
  private var questions: [String] = []

  override func setUpWithError() throws { folder = try TemporaryFolder() }
  override func tearDown() { folder = nil }

  /// Runs a command and returns its output, its errors, and its exit status unless that is
  /// 0.
  private func run(_ words: String...) -> String {
    var text = ""
    var program = CommandProgram.todo
    program.confirm = { [self] question in
      questions.append(question)
      return answer
    }
    let status = program.run(
      ["--store", folder.file("Todo.sqlite").path(percentEncoded: false)] + words,
      output: CommandOutput { text += $0 }, errors: CommandOutput { text += $0 })
    return status == 0 ? text : text + "exit \(status)\n"
  }

  private let day = "Nov 21, 2026 15:30"
  private lazy var line = "p1     water                            \(day)"

  func testWhatIsAddedIsShownAndCanBeChanged() {
    XCTAssertEqual(run("add", "water", "--due", "2026-11-21 15:30"), line + "\n")
    XCTAssertEqual(run("done", "water"), line + ", done\n")
    XCTAssertEqual(run("undone", "p1"), line + "\n")
    XCTAssertEqual(run("edit", "water", "doNotAlert=yes"), line + ", silent\n")
    XCTAssertEqual(run("list"), line + ", silent\n1 to-do\n")
    XCTAssertEqual(run("delete", "water"), "deleted: water\n")
    XCTAssertEqual(run("list"), "No Results\n")
  }

  func testAMissingCategoryIsOfferedToBeMade() {
    let words = ["add", "water", "--due", "2026-11-21 15:30", "--category", "home"]
    func add() -> String { run(words[0], words[1], words[2], words[3], words[4], words[5]) }
    let missing = "todo: there is no category 'home'; 'todo categories add home' makes it\nexit 1\n"
    XCTAssertEqual(add(), missing, "nobody is there to be asked")
    answer = false
    XCTAssertEqual(add(), missing)
    XCTAssertEqual(run("list"), "No Results\n")
    answer = true
    XCTAssertEqual(add(), line + ", home\n")
    XCTAssertEqual(
      questions, Array(repeating: "There is no category 'home'. Make it?", count: 3))
    XCTAssertEqual(run("category", "list"), "p1     home\n1 category\n")
    XCTAssertEqual(run("edit", "water", "category="), line + "\n")
    XCTAssertEqual(
      run("categories", "delete", "home"), "deleted: home\n", "its items stay")
  }

  func testTimesAreReadAsPeopleTypeThem() throws {
    let before = Date.now
    XCTAssertTrue(run("add", "soon", "--due", "+10").contains("soon"))
    let due = try XCTUnwrap(ScreenDate.moment("+10"))
    XCTAssertEqual(due.timeIntervalSince(before), 600, accuracy: 60)
    let today = try XCTUnwrap(ScreenDate.moment("07:05"))
    XCTAssertTrue(Calendar.current.isDateInToday(today))
    XCTAssertTrue(ScreenDate.text(today, hasTime: true).hasSuffix(" 07:05"))
    for text in ["noon", "25:00", "2026-02-30 10:00", "+", "+x", "1:2:3"] {
      XCTAssertEqual(
        run("add", "x", "--due", text),
        "todo: dueDate: '\(text)' is not a time such as May 27, 2012 14:30, 14:30 or +10\nexit 1\n")
    }
    XCTAssertEqual(
      run("add", "x", "--category="),
      "todo: dueDate: a time such as May 27, 2012 14:30 is needed\nexit 1\n")
  }

  func testADueItemRingsOnce() {
    _ = run("add", "water", "--due", "+3")
    XCTAssertEqual(run("due"), "\u{7}due: water\n")
    XCTAssertEqual(run("due"), "")
    XCTAssertEqual(run("due", "--repeat"), "\u{7}due: water\n")
    XCTAssertEqual(run("watch", "--every", "x").suffix(7), "exit 2\n")
  }

  func testAnItemCanBeSilencedByAPolicyWhenItIsMigrated() {
    _ = run("add", "water", "--due", "+3")
    XCTAssertTrue(run("--alert-policy", "list").contains("water"))
    XCTAssertTrue(run("--alert-polcy").contains("did you mean '--alert-policy'?"))
    XCTAssertTrue(run("--help").contains("--alert-policy"))
  }
}
