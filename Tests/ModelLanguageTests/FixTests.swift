import ModelLanguage
import XCTest

/// Automatic fixes remove the diagnostics that they belong to.
final class FixTests: XCTestCase {
  private func fixed(_ text: String) -> String {
    let file = SourceFile(path: "Test.model", text: text)
    return applyingFixes(of: readModel([file]).diagnostics, to: [file])[0].text
  }

  func testBothEndsOfARelationshipAreAdded() {
    let text =
      "model M\nentity BankInfo {\n    var details: BankDetails?\n}\n"
      + "entity BankDetails {\n    var day: Date\n}\n"
    let cured =
      "model M\nentity BankInfo {\n    var details: BankDetails? @inverse(info)\n}\n"
      + "entity BankDetails {\n    var day: Date\n    var info: BankInfo? @inverse(details)\n}\n"
    XCTAssertEqual(fixed(text), cured)
    XCTAssertEqual(printed(cured), "")
  }

  func testEveryMissingInverseIsCured() {
    let texts = [
      "entity A {\n    var b: Set<B>\n    var c: C?\n}\nentity B {\n    var a: A?\n}\nentity C {\n}\n",
      "entity A {\n    var b: B? @inverse(a)\n}\nentity B {\n    var a: A?\n}\n",
      "entity A {\n    var parent: A?\n    var children: Set<A>\n}\n",
      "entity A {\n    var one: B?\n    var two: B?\n}\nentity B {}\n",
      "entity A { var b: B? }\nentity B { var c: C? }\nentity C {}\n",
    ]
    for text in texts { XCTAssertEqual(printed(fixed("model M\n" + text)), "", text) }
  }

  func testFixesReachOtherFiles() {
    let files = [
      SourceFile(path: "A.model", text: "model M\nentity A {\n    var b: B?\n}\n"),
      SourceFile(path: "B.model", text: "model M\nentity B {\n}\n"),
    ]
    let cured = applyingFixes(of: readModel(files).diagnostics, to: files)
    XCTAssertEqual(cured[1].text, "model M\nentity B {\n    var a: A? @inverse(b)\n}\n")
    XCTAssertEqual(readModel(cured).diagnostics, [])
  }

  func testFilesWithoutMistakesStayAsTheyAre() {
    let text = "model  M\n"
    XCTAssertEqual(fixed(text), text)
  }

  /// Each row has a line of an entity with a mistake, and the line after the fixes.
  func testWhatWasMeantIsWritten() {
    let rows: [(wrong: String, right: String)] = [
      ("var a: Strng", "var a: String"), ("vra a: String", "var a: String"),
      ("var a: String @uniqe", "var a: String @unique"),
      ("var a: string", "var a: String"), ("var a: int", "var a: Int64"),
      ("var a: VARCHAR @length(...9)", "var a: String @length(...9)"),
      ("var a: Integer16", "var a: Int16"), ("var a: Othr? @noInverse", "var a: Other? @noInverse"),
      (
        "var o: Other? @noInverse @onDelete(.casade)",
        "var o: Other? @noInverse @onDelete(.cascade)"
      ),
      ("a: String", "var a: String"), ("a String?", "var a: String?"),
      ("var a = 3", "var a: Int64 = 3"), ("var a = 3.5", "var a: Double = 3.5"),
      ("private var a: String", "var a: String"), ("lazy weak var a: String", "var a: String"),
      ("var a: String;", "var a: String"), ("var a: String,", "var a: String"),
      ("var a: String!", "var a: String"), ("var a: Int64 = 12px", "var a: Int64 = 12"),
      ("var a: String = “x”", "var a: String = \"x\""),
      ("var a: Int64 @length(1...3)", "var a: Int64 @range(1...3)"),
      ("fetch f() -> Set<E> {}", "fetch f() -> [E] {}"),
    ]
    for (wrong, right) in rows {
      let model = { (line: String) in "model M\nentity E {\n    \(line)\n}\nentity Other {}\n" }
      var text = model(wrong)
      for _ in 0..<4 { text = fixed(text) }
      XCTAssertEqual(text, model(right))
    }
    XCTAssertEqual(fixed("model M\nclass E {}\n"), "model M\nentity E {}\n")
    XCTAssertEqual(fixed("model M\nentty E {}\n"), "model M\nentity E {}\n")
    XCTAssertEqual(
      fixed("model M\nenum E: Text { case a }\n"), "model M\nenum E: String { case a }\n")
  }

  /// If several corrections are possible, or the meaning of a condition would change,
  /// nothing is changed, and the choices are listed.
  func testWhatIsNotSureIsAChoice() {
    let rows: [(line: String, choices: [[String]])] = [
      ("var a: Dat", [["Data"], ["Date"]]),
      ("var a: number", [["Int64"], ["Double"], ["Decimal"]]),
      ("var self: String", [["me", " @column(\"self\")"]]),
      ("var a: String = nil", [["?"]]),
      ("var a: Kind = .smal", [[".small"]]),
      ("fetch f() -> E {}", [["E?"], ["[E]"]]),
      ("var name: String\n    fetch f() -> [E] @scan { where nme == \"a\" }", [["name"]]),
      ("fetch f(_ text: String) -> [E] @scan { where $tex == \"a\" }", [["$text"]]),
    ]
    for (line, choices) in rows {
      let text = "model M\nenum Kind: String { case small }\nentity E {\n    \(line)\n}\n"
      XCTAssertEqual(fixed(text), text)
      let found = readModel([SourceFile(path: "Test.model", text: text)]).diagnostics
      XCTAssertEqual(found.flatMap(\.choices).map { $0.map(\.replacement) }, choices, line)
    }
  }
}
