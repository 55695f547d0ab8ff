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
