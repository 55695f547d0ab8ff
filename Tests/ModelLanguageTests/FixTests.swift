import ModelLanguage
import XCTest

/// Machine fixes cure what they belong to.
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
}
