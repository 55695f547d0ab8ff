import ModelSchema
import XCTest

@testable import ModelgenCommands

final class UsageTests: ToolTestCase {
  func testWrongUsageIsExplained() {
    let rows: [(arguments: String, errors: String)] = [
      (
        "genrate Tags.model",
        "error: no command 'genrate'; did you mean 'generate'?\nsee 'modelgen --help'\n"
      ),
      (
        "Tags.model --chek",
        "error: 'generate' has no option '--chek'; did you mean '--check'?\n"
          + "see 'modelgen generate --help'\n"
      ),
      (
        "Tags.model --output",
        "error: '--output' needs a value: DIR\nsee 'modelgen generate --help'\n"
      ),
      ("Tags.model --check=1", "error: '--check' takes no value\nsee 'modelgen generate --help'\n"),
      (
        "Tags.model --access pubic",
        "error: '--access' cannot be 'pubic'; did you mean 'public'?\n"
          + "it is one of internal, package, public\n"
      ),
      (
        "validate",
        "error: 'validate' needs a model: a .model file or a folder of them\n"
          + "see 'modelgen validate --help'\n"
      ),
      (
        "explain MisingInverse",
        "error: no message 'MisingInverse'; did you mean 'MissingInverse'?\nsee 'modelgen explain', which lists them\n"
      ),
      (
        "validate Tags.model --error FulScan",
        "error: no message 'FulScan'; did you mean 'FullScan'?\nsee 'modelgen explain', which lists them\n"
      ),
      (
        "help Testin",
        "error: no command or article 'Testin'; did you mean 'Testing'?\n"
          + "see 'modelgen --help', and 'modelgen help Tasks', which lists the articles\n"
      ),
      (
        "templates prnt",
        "error: no action 'prnt'; did you mean 'print'?\nit is one of list, print, copy\n"
      ),
    ]
    for row in rows {
      let outcome = run(row.arguments)
      XCTAssertEqual(outcome.errors, row.errors, row.arguments)
      XCTAssertEqual(outcome.output, "", row.arguments)
      XCTAssertEqual(outcome.status, .usage, row.arguments)
    }
  }

  func testAnEmptyArgumentIsNotTheFolder() throws {
    try write(Self.tags, "Tags.model")
    for arguments in [[""], ["validate", ""], ["Tags.model", ""]] {
      let outcome = run(arguments)
      XCTAssertEqual(
        outcome.errors, "error: an argument is empty\nfix: see whether a variable has no value\n")
      XCTAssertEqual(outcome.status, .usage)
    }
    XCTAssertNil(text("Generated/Tags.swift"))
  }

  func testAFolderThatIsCalledLikeACommandIsSaid() throws {
    try write(Self.tags, "models/Tags.model")
    let outcome = run("models")
    XCTAssertEqual(
      outcome.errors,
      "error: no command 'models'\nfix: the folder of that name is written './models'\n")
    XCTAssertEqual(run("./models").status, .success)
  }

  func testAMissingFileIsAMistakeOfTheInput() {
    let outcome = run("Nope.model")
    XCTAssertEqual(outcome.errors, "error: cannot read 'Nope.model': no such file\n")
    XCTAssertEqual(outcome.status, .errors)
  }

  func testHelpNamesEveryCommandAndOption() {
    let overview = run("--help")
    XCTAssertEqual(overview.status, .success)
    for command in CommandDescription.all {
      XCTAssertTrue(overview.output.contains("  \(command.name) "), command.name)
      let help = run("\(command.name) --help").output
      XCTAssertEqual(help, run("help \(command.name)").output)
      for option in command.options {
        XCTAssertTrue(help.contains("  \(option.name)"), "\(command.name) \(option.name)")
      }
      for line in help.split(separator: "\n") { XCTAssertLessThanOrEqual(line.count, 100) }
    }
  }

  func testNoArgumentsPrintHelp() {
    XCTAssertEqual(run("").output, run("--help").output)
  }

  func testVersion() {
    XCTAssertEqual(run("--version").output, "modelgen 0.2.0\n")
  }

  func testOptionsEndAtTwoDashes() throws {
    try write(Self.tags, "--check")
    XCTAssertEqual(run("generate -- --check").output, "wrote Generated/Tags.swift\n")
  }
}
