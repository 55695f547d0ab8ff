import Foundation
import ModelLanguage
import ModelSchema
import XCTest

/// The output formats of diagnostics for machines, and the explanations of diagnostics.
final class DiagnosticFormTests: XCTestCase {
  private let file = SourceFile(
    path: "a,b.model", text: "model M\nentity A {\n    var b: B?\n}\nentity B {\n}\n")

  private var printer: DiagnosticPrinter { DiagnosticPrinter(sources: [file]) }

  func testGitHubFormIsOneCommandALine() {
    XCTAssertEqual(
      printer.github(readModel([file]).diagnostics),
      "::error file=a%2Cb.model,line=3,col=9,title=#MissingInverse::'A.b' has no inverse%0A"
        + "note: 'B' has no relationship to 'A'; add 'var a: A? @inverse(b)'%0A"
        + "fix: 'modelgen validate --fix' adds both ends; write '@noInverse' if one direction is "
        + "enough\n")
  }

  func testJSONFormReadsBack() throws {
    let diagnostics = readModel([file]).diagnostics
    let data = Data(printer.json(diagnostics).utf8)
    XCTAssertEqual(try JSONDecoder().decode([Diagnostic].self, from: data), diagnostics)
    XCTAssertEqual(printer.json([]), "[]\n")
  }

  func testSARIFFormIsJSON() throws {
    let data = Data(printer.sarif(readModel([file]).diagnostics).utf8)
    let log = try XCTUnwrap(JSONSerialization.jsonObject(with: data) as? [String: Any])
    let runs = try XCTUnwrap(log["runs"] as? [[String: Any]])
    let results = try XCTUnwrap(runs[0]["results"] as? [[String: Any]])
    XCTAssertEqual(results[0]["ruleId"] as? String, "MissingInverse")
  }

  func testColourIsOptional() {
    let diagnostics = readModel([file]).diagnostics
    XCTAssertFalse(printer.text(diagnostics).contains("\u{1B}"))
    let colored = DiagnosticPrinter(sources: [file], isColored: true).text(diagnostics)
    XCTAssertTrue(
      colored.hasPrefix("a,b.model:3:9: \u{1B}[1;31merror\u{1B}[0m: 'A.b' has no inverse"))
  }

  func testTabsAndWideCharactersKeepTheMarkerInPlace() {
    XCTAssertEqual(
      printed("model M\nentity A {\n\tvar 名前: Strng\n}\n"),
      """
      Test.model:3:10: error: unknown type 'Strng'; did you mean 'String'? [#UnknownType]
      2 | entity A {
      3 | \tvar 名前: Strng
        | \t          `- error: unknown type 'Strng'; did you mean 'String'? [#UnknownType]
      4 | }

      """)
  }

  func testCharactersThatSteerATerminalAreShownAsPictures() {
    XCTAssertEqual(
      printed("model M\nentity A {\n    var a: Strng // \u{1B}[31m\u{7F}\u{202E}\u{9B}\n}\n"),
      """
      Test.model:3:12: error: unknown type 'Strng'; did you mean 'String'? [#UnknownType]
      2 | entity A {
      3 |     var a: Strng // \u{241B}[31m\u{2421}\u{FFFD}\u{FFFD}
        |            `- error: unknown type 'Strng'; did you mean 'String'? [#UnknownType]
      4 | }

      """)
  }

  func testOfAVeryLongLineThePartAroundTheMarkerIsShown() {
    let filler = String(repeating: "x", count: 1000)
    let lines = printed("model M\nentity A { /* \(filler) */ var a: Strng /* \(filler) */ }\n")
      .split(separator: "\n")
    XCTAssertEqual(lines[0].prefix(19), "Test.model:2:1026: ")
    XCTAssertEqual(lines[2].count, 4 + 302)
    XCTAssertEqual(lines[2].prefix(7), "2 | …xx")
    XCTAssertEqual(lines[2].suffix(3), "xx…")
    let marker = lines[3].distance(
      from: lines[3].startIndex, to: lines[3].firstIndex(of: "`") ?? lines[3].endIndex)
    XCTAssertEqual(lines[2].dropFirst(marker).prefix(5), "Strng")
  }

  func testAPropertyWithoutATypeKeepsItsWord() {
    let messages = readModel([
      SourceFile(path: "a", text: "model M\nentity A {\n    let a = 1\n    let b\n}\n")
    ]).diagnostics.map(\.message)
    XCTAssertEqual(
      messages,
      ["'a' needs a type: write 'let a: Int64 = 1'", "'b' needs a type: write 'let b: String'"])
  }

  func testFilesWithOtherHeadersAreReported() {
    let files = [
      SourceFile(path: "A.model", text: "model A\n"),
      SourceFile(path: "B.model", text: "model B\n"),
    ]
    XCTAssertEqual(
      DiagnosticPrinter(sources: files).text(readModel(files).diagnostics),
      """
      B.model:1:7: error: this file belongs to model 'B', the others to 'A' [#HeaderMismatch]
      1 | model B
        |       `- error: this file belongs to model 'B', the others to 'A' [#HeaderMismatch]
      A.model:1:7: note: the name of the model

      """)
  }

  func testFilesOfOneModelAreReadTogether() {
    let files = [
      SourceFile(
        path: "A.model", text: "model M @version(2)\nentity A {\n    var b: B? @inverse(a)\n}\n"),
      SourceFile(path: "B.model", text: "model M\nentity B {\n    var a: A? @inverse(b)\n}\n"),
    ]
    XCTAssertEqual(readModel(files).model?.entities.map(\.name), ["A", "B"])
    XCTAssertEqual(readModel(files).model?.version, 2)
  }

  func testEveryNameIsExplained() {
    for entry in DiagnosticCatalog.entries {
      XCTAssertFalse(entry.why.isEmpty, entry.name)
      XCTAssertFalse(entry.wrong.isEmpty, entry.name)
      XCTAssertFalse(entry.right.isEmpty, entry.name)
      XCTAssertNotEqual(entry.wrong, entry.right, entry.name)
    }
    XCTAssertEqual(DiagnosticCatalog.entry(named: "#missinginverse")?.name, "MissingInverse")
    XCTAssertNil(DiagnosticCatalog.entry(named: "Nothing"))
  }

  /// The wrong example of an explanation causes its diagnostic, and the right example does
  /// not.
  func testExamplesOfExplanationsAreTrue() {
    let elsewhere = [
      "HeaderMismatch", "NoValueForOldRows", "LostProperty", "FrozenVersionEdited", "NestedTooDeep",
      "UnknownEntity",
    ]
    for entry in DiagnosticCatalog.entries where !elsewhere.contains(entry.name) {
      let wrong = names(in: entry.wrong)
      let right = names(in: entry.right)
      guard let place = wrong.firstIndex(where: { $0.contains(entry.name) }) else {
        XCTFail("\(entry.name) is not caused: \(wrong)")
        continue
      }
      XCTAssertFalse(right[place].contains(entry.name), entry.name)
    }
  }

  /// The names of the diagnostics of an example, as a whole file, after a header, within an
  /// entity and within a fetch.
  private func names(in example: String) -> [Set<String>] {
    let tints = "model Shop @version(2)\nenum Tint: String {\n    case gray\n}\n"
    let related = """
      model Shop
      entity Tag {
          var bank: Bank? @inverse(tags)
      }
      entity Bank {
          var tags: Set<Tag> @inverse(bank)
      }
      entity SavedSearch {
      }

      """
    let thing = """
      model Shop
      entity Tag {
          var thing: Thing? @inverse(tags)
          var name: String @index
      }
      entity Thing {
          var name: String @index
          var rank: Int32 @index
          var zip: Int32 @index
          var tags: Set<Tag> @inverse(thing)

      """
    let texts = [
      example, "model Shop @version(2)\n" + example,
      tints + "entity Tag {\n" + example + "\n}\n",
      thing + "fetch f(_ text: String, tag: String) -> [Thing] {\n" + example + "\n}\n}\n",
      related + example,
      "model Shop\nentity Bank {\n    var assets: Int64\n" + example + "\n}\n",
      "model Shop\nentity Tag {\n    var name: String @index\n" + example + "\n}\n",
    ]
    return texts.map { Set(read($0).diagnostics.map(\.name)) }
  }

  func testExplanationShowsBothExamples() {
    XCTAssertEqual(
      DiagnosticCatalog.entry(named: "DefaultType")?.text,
      """
      #DefaultType (error)

      A default has the type of its attribute.

      Wrong:

          var done: Bool = "no"

      Right:

          var done: Bool = false

      """)
  }

  /// Every diagnostic that a single file can cause has a case in `Fixtures/Diagnostics`.
  func testEveryNameHasACase() throws {
    let root = try XCTUnwrap(Bundle.module.url(forResource: "Fixtures", withExtension: nil))
    let folder = root.appendingPathComponent("Diagnostics")
    let texts = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".txt") }
      .map { try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8) }
    let elsewhere = ["HeaderMismatch", "NoValueForOldRows", "LostProperty", "FrozenVersionEdited"]
    for name in DiagnosticCatalog.entries.map(\.name) where !elsewhere.contains(name) {
      XCTAssertTrue(texts.contains { $0.contains("[#\(name)]") }, name)
    }
  }
}
