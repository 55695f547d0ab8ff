import ModelSchema
import TestSupport
import XCTest

@testable import ModelgenCommands

/// The `--json` output of every command, compared with the article that describes it.
final class MachineOutputTests: ToolTestCase {
  private let forms = try? OutputForms()

  private func check(
    _ arguments: String, status: Outcome.Status = .success, holding parts: String...,
    line: UInt = #line
  ) throws {
    let outcome = run(arguments + " --json")
    let command = "modelgen " + arguments.prefix { $0 != " " }
    XCTAssertEqual(outcome.status, status, outcome.errors, line: line)
    let mistakes = try XCTUnwrap(forms).mistakes(
      in: outcome.output, of: command, with: "modelgen")
    XCTAssertEqual(mistakes, [], arguments, line: line)
    for part in parts {
      XCTAssertTrue(outcome.output.contains(part), "\(part): \(outcome.output)", line: line)
    }
  }

  func testEveryCommandPrintsWhatTheArticleSays() throws {
    try write(Self.tags, "Tags.model")
    try write(Self.broken, "Broken.model")
    try write(
      "model Shop @version(2)\nentity Item {\n    var name: String\n    var size: Int64 = 0\n}\n",
      "Shop.model")
    try write(
      "model Shop @version(1)\nentity Item {\n    var name: String\n}\n", "Shop.versions/1.model")
    var checked: Set<String> = []
    for (arguments, status, part) in [
      ("generate Tags.model", .success, #"{"action": "wrote", "path": "#),
      ("generate Tags.model --check", .success, "unchanged"),
      ("generate Tags.model --list-outputs", .success, #""action": "lists""#),
      ("generate Broken.model", .errors, #""fixes": ["#),
      ("validate Tags.model Broken.model", .errors, #""isValid": false"#),
      ("validate none.model", .errors, "none.model"),
      ("format Tags.model", .success, "unchanged"),
      ("convert Tags.model", .success, "Tags.xcdatamodel/contents"),
      ("show Tags.model", .success, #""name": "Tags""#),
      ("show Broken.model", .errors, #""diagnostics": [{"#),
      ("diagram Tags.model", .success, #"{"diagnostics": [], "files": [], "messages": [], "#),
      ("diagram Tags.model --output Tags.svg", .success, #""path": "Tags.svg""#),
      ("diff Tags.model Shop.model", .errors, #""added": ["entity Item"]"#),
      ("compat Shop.model", .success, #""kind": "inferred""#),
      ("compat Tags.model", .success, #""migrations": []"#),
      ("freeze Shop.model", .success, "2.model"),
      ("explain", .success, #""severity": "warning""#),
      ("explain MissingInverse", .success, #""name": "MissingInverse""#),
      ("templates list", .success, "app-entity"),
      ("templates print app-entity", .success, "{{"),
      ("templates copy Own", .success, "wrote"),
      ("init Fresh", .success, "Models/Fresh.model"),
      ("new-app Tags.model App --package https://example.com/modelgen.git", .success, "main.swift"),
      ("screens Tags.model --output Screens", .success, "TagsCatalog.swift"),
      ("editor vim --output Editor", .success, "wrote"),
      ("completions bash", .success, "complete -o"),
      ("man", .success, ".TH"),
    ] as [(String, Outcome.Status, String)] {
      try check(arguments, status: status, holding: part)
      checked.insert(String(arguments.prefix { $0 != " " }))
    }
    let others = CommandDescription.all.map(\.name).filter { !checked.contains($0) }
    XCTAssertEqual(others, ["watch"], "commands that nothing was asked")
  }

  func testAWatchPrintsALineForEachRun() throws {
    try write(Self.tags, "Tags.model")
    var lines: [String] = []
    var waits = 0
    let tool = Tool(
      files: FileSystem(directory: path("")),
      follower: .init(
        report: { lines.append($0.output) },
        wait: {
          waits += 1
          return waits < 3
        }))
    let outcome = tool.run(["watch", "Tags.model", "--json"])
    XCTAssertEqual(outcome.output, "")
    XCTAssertEqual(lines.count, 1)
    XCTAssertEqual(
      try XCTUnwrap(forms).mistakes(in: lines[0], of: "modelgen generate", with: "modelgen"), [])
  }

  func testWhatIsNotUnderstoodPrintsNoJSON() {
    let outcome = run("show --json --colour")
    XCTAssertEqual(outcome.status, .usage)
    XCTAssertEqual(outcome.output, "")
  }
}
