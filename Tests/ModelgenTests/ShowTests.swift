import Foundation
import XCTest

@testable import ModelgenCommands

final class ShowTests: ToolTestCase {
  func testShowPrintsTables() throws {
    try write(Self.tags, "Tags.model")
    XCTAssertEqual(
      run("show Tags.model").output, "model Tags: 1 entity\n\nentity Tag\n  name  String\n")
  }

  func testShowPrintsConditionsInTheLanguage() throws {
    try write(
      """
      model Shop

      entity Item {
          var name: String? @check(self != "none")
          var n: Int
          derived var lower: String? = lowercase(name)
          check positive(n > 0 && name != nil, "must be")
          index big(n) where n > 1000
          fetch large(above limit: Int) -> [Item] @scan {
              where n >= $limit && name.hasPrefix("a", .caseInsensitive)
          }
      }
      """, "Shop.model")
    XCTAssertEqual(
      run("show Shop.model").output,
      """
      model Shop: 1 entity

      entity Item
        name   String?  check self != "none"
        n      Int64
        lower  String?  derived lowercase(name)
        index big(n) where n > 1000
        check positive: n > 0 && name != nil
        fetch large(above limit: Int64) where n >= $limit && name.hasPrefix("a", .caseInsensitive)

      """)
  }

  func testADiagramIsOfTheKindThatItsFileSays() throws {
    try write(Self.tags, "Tags.model")
    _ = run("diagram Tags.model --output d.svg")
    XCTAssertEqual(text("d.svg")?.hasPrefix("<svg "), true)
    _ = run("diagram Tags.model --output d.dot")
    XCTAssertEqual(text("d.dot")?.hasPrefix("digraph "), true)
    let outcome = run("diagram Tags.model --output d.png")
    XCTAssertEqual(outcome.status, .usage)
    XCTAssertEqual(
      outcome.errors,
      """
      error: there are no diagrams of the kind '.png'
      fix: name a file that ends in '.svg', '.html', '.dot' or '.mmd', or pass '--format'

      """)
    XCTAssertNil(text("d.png"))
  }

  func testADiagramIsPrintedOrWritten() throws {
    try write(Self.tags, "Tags.model")
    XCTAssertTrue(run("diagram Tags.model").output.hasPrefix("classDiagram\n"))
    XCTAssertTrue(run("diagram Tags.model --format dot").output.hasPrefix("digraph"))
    XCTAssertEqual(
      run("diagram Tags.model --format svg --output Tags.svg").output, "wrote Tags.svg\n")
    XCTAssertEqual(text("Tags.svg")?.hasPrefix("<svg "), true)
  }

  func testDiffSaysWhatDiffers() throws {
    try write(Self.tags, "A.model")
    try write(Self.tags.replacingOccurrences(of: "String", with: "String?"), "B.model")
    let outcome = run("diff A.model B.model")
    XCTAssertEqual(outcome.output, "~ entity Tag\n    ~ name: String?, was name: String\n")
    XCTAssertEqual(outcome.status, .errors)
    XCTAssertEqual(run("diff A.model A.model").status, .success)
    XCTAssertEqual(run("diff A.model").status, .usage)
  }

  func testDiffTellsFetchesOfOneNameApart() throws {
    for limit in [10, 20] {
      try write(
        """
        model Tags

        entity Tag {
            var name: String

            fetch some() -> [Tag] {
                sort name
            }

            fetch some(named text: String) -> [Tag] {
                where name == $text
                limit \(limit)
            }
        }

        """, "\(limit).model")
    }
    let outcome = run("diff 10.model 20.model")
    XCTAssertTrue(outcome.output.contains("+ limit 20"), outcome.output)
    XCTAssertEqual(outcome.status, .errors)
  }

  func testDiffSaysHowFetchesDiffer() throws {
    func model(_ limit: Int) -> String {
      """
      model Tags @version(1)

      entity Tag {
          var name: String

          fetch some() -> [Tag] {
              sort name
              limit \(limit)
          }
      }

      """
    }
    try write(model(10), "A.model")
    try write(model(20), "B.model")
    let outcome = run("diff A.model B.model")
    XCTAssertEqual(
      outcome.output,
      """
      ~ entity Tag
          ~ fetch some() sort name
              + limit 20
              - limit 10

      """)
    XCTAssertEqual(outcome.status, .errors)
  }

  func testDiffSeesWhateverTheTextSays() throws {
    let model = """
      model Tags @version(1)

      enum Mood: String {
          case high
          case low
      }

      entity Tag {
          var name: String @length(1...)
          var mood: Mood?
          fulltext words(name)
      }

      """
    let rows = [
      ("entity Tag", "/// A tag.\nentity Tag", "~ entity Tag\n    + /// A tag.\n"),
      ("entity Tag", "entity Tag @info(\"a\": \"b\")", "~ entity Tag\n    + entity Tag @info"),
      ("    case high\n    case low", "    case low\n    case high", "~ enum Mood\n"),
      ("(1...)", "(1..., \"is empty\")", "    ~ name: String (length 1...)\n        + var name"),
      ("words(name)", "words(name) @tokenizer(\"porter\")", "    ~ fulltext words(name)\n"),
      ("@version(1)", "@version(1) @access(public)", "~ model Tags\n    + model Tags @access"),
      (
        "    var name: String @length(1...)\n    var mood: Mood?",
        "    var mood: Mood?\n    var name: String @length(1...)",
        "    ~ order of properties: mood, name\n"
      ),
    ]
    try write(model, "A.model")
    for (old, new, line) in rows {
      try write(model.replacing(old, with: new), "B.model")
      let outcome = run("diff A.model B.model")
      XCTAssertTrue(outcome.output.contains(line), "\(new): \(outcome.output)\(outcome.errors)")
      XCTAssertEqual(outcome.status, .errors, new)
    }
  }

  func testShowingABrokenModelReportsItsMistakes() throws {
    try write(Self.broken, "Tags.model")
    for command in ["show", "diagram"] {
      let outcome = run("\(command) Tags.model")
      XCTAssertTrue(outcome.errors.contains("unknown type 'Strng'"), command)
      XCTAssertEqual(outcome.status, .errors, command)
      XCTAssertEqual(outcome.output, "", command)
    }
  }

  func testInitWritesAModelThatGenerates() throws {
    XCTAssertEqual(
      run("init Shop").output,
      "wrote Models/Shop.model\n"
        + "next: 'modelgen Models/Shop.model', or add ModelgenPlugin to a target 'ShopModel'\n")
    XCTAssertEqual(run("Models/Shop.model").status, .success)
    XCTAssertEqual(run("format Models/Shop.model --check").status, .success)
    XCTAssertEqual(run("init Shop").errors, "error: 'Models/Shop.model' is there already\n")
    XCTAssertEqual(run("init shop/x").status, .usage)
  }
}
