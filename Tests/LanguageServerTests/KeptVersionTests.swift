import Foundation
import ModelSchema
import XCTest

@testable import ModelLanguage
@testable import ModelLanguageServer

/// Released versions are cached. A change of a released version still has an effect at the
/// next change of the text.
final class KeptVersionTests: XCTestCase {
  private var folder = ""
  private let client = Conversation()
  private let text = "model Shop @version(3)\n\nentity A {\n    var name: String\n}\n"

  override func setUpWithError() throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("kept versions \(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: url.appendingPathComponent("Shop.versions"), withIntermediateDirectories: true)
    addTeardownBlock { try? FileManager.default.removeItem(at: url) }
    folder = url.path
    try write("Shop.versions/1.model", version(1))
    client.open(text, as: address("Shop.model"))
    XCTAssertEqual(found("Shop.versions/1.model"), [])
  }

  private func address(_ name: String) -> String {
    DocumentAddress.address(of: folder + "/" + name)
  }

  private func write(_ name: String, _ text: String) throws {
    try text.write(toFile: folder + "/" + name, atomically: true, encoding: .utf8)
  }

  /// The text of a version, with an additional property that the current text does not
  /// have.
  private func version(_ number: Int, with property: String? = nil) -> String {
    let line = property.map { "    var \($0): String?\n" } ?? ""
    return "model Shop @version(\(number))\n\nentity A {\n    var name: String\n\(line)}\n"
  }

  /// The messages about a file after a change that only forces a new check.
  private func found(_ name: String) -> [String] {
    client.open("// Changed.\n" + text, as: address("Shop.model"))
    client.change(to: text)
    return (client.diagnostics[address(name)] ?? []).map {
      $0["message"]?.string?.split(separator: ";").first.map(String.init) ?? ""
    }
  }

  private func gone(_ property: String, of version: Int) -> [String] {
    ["'A.\(property)' of version \(version) is gone"]
  }

  func testAVersionThatChangesOnTheDisk() throws {
    try write("Shop.versions/1.model", version(1, with: "size"))
    XCTAssertEqual(found("Shop.versions/1.model"), gone("size", of: 1))
    try write("Shop.versions/1.model", version(1, with: "kind"))
    XCTAssertEqual(found("Shop.versions/1.model"), gone("kind", of: 1))
    try write("Shop.versions/1.model", "model Shop @version(1)\n\nentity A { var name: Strng }\n")
    XCTAssertEqual(found("Shop.versions/1.model"), [], "one with errors is left out")
    try write("Shop.versions/1.model", version(1, with: "size"))
    XCTAssertEqual(found("Shop.versions/1.model"), gone("size", of: 1))
    try FileManager.default.removeItem(atPath: folder + "/Shop.versions/1.model")
    XCTAssertEqual(found("Shop.versions/1.model"), [])
  }

  func testVersionsThatAreAddedBeforeAndBehind() throws {
    try write("Shop.versions/2.model", version(2, with: "size"))
    XCTAssertEqual(found("Shop.versions/2.model"), gone("size", of: 2))
    // It comes first, so that the file numbers of all others change.
    try write("Shop.versions/0.model", version(0, with: "kind"))
    XCTAssertEqual(found("Shop.versions/0.model"), gone("kind", of: 0))
    XCTAssertEqual(found("Shop.versions/2.model"), gone("size", of: 2))
    XCTAssertEqual(found("Shop.versions/1.model"), [])
  }

  func testAVersionThatIsFrozenAndThenEdited() throws {
    let frozen = frozenText(of: SourceFile(path: "", text: version(1)))
    try write("Shop.versions/1.model", frozen)
    XCTAssertEqual(found("Shop.versions/1.model"), [])
    try write("Shop.versions/1.model", frozen.replacingOccurrences(of: "String", with: "String?"))
    XCTAssertEqual(found("Shop.versions/1.model").count, 1)
    XCTAssertTrue(found("Shop.versions/1.model")[0].contains("has been edited since it was frozen"))
    try write("Shop.versions/1.model", frozen)
    XCTAssertEqual(found("Shop.versions/1.model"), [])
  }

  func testAVersionInTheEditorCountsUntilItIsClosed() throws {
    let name = "Shop.versions/1.model"
    client.open(version(1, with: "size"), as: address(name))
    XCTAssertEqual(found(name), gone("size", of: 1))
    client.open(version(1, with: "kind"), as: address(name))
    XCTAssertEqual(found(name), gone("kind", of: 1))
    client.close(address(name))
    XCTAssertEqual(found(name), [], "the disk's counts again")
    client.open(version(1, with: "size"), as: address(name))
    XCTAssertEqual(found(name), gone("size", of: 1))
    client.close(address("Shop.model"))
    XCTAssertEqual(client.diagnostics[address(name)], [])
    XCTAssertEqual(found(name), gone("size", of: 1))
  }

  /// Definitions lead to positions in the text of a version, which move when that text or
  /// the number of files before it changes.
  func testPlacesInAVersionAreThoseOfItsText() throws {
    let rows: [(what: String, text: String, place: String)] = [
      ("as it was", version(1, with: "size"), "4:8-12"),
      ("a line more", "// First.\n" + version(1, with: "size"), "5:8-12"),
      // The texts are equal, but their bytes differ.
      (
        "composed", version(1, with: "size").replacing("    var size", "  /* é */ var size"),
        "4:14-18"
      ),
      (
        "decomposed",
        version(1, with: "size").replacing("    var size", "  /* e\u{301} */ var size"),
        "4:15-19"
      ),
    ]
    let renamed = text.replacing(
      "    var name: String\n",
      "    var name: String\n    var width: String? @renamed(from: si|ze)\n")
    for row in rows {
      try write("Shop.versions/1.model", row.text)
      for other in ["", "model Shop\n\nentity B {}\n"] {
        try write("Other.model", other)
        client.open(renamed, as: address("Shop.model"))
        let answer = client.request("textDocument/definition", client.here())
        XCTAssertEqual(
          client.places(answer), [address("Shop.versions/1.model") + ":" + row.place], row.what)
      }
    }
  }

  func testDiagnosticsAreLeftWhereSomethingElseComes() throws {
    try write("Shop.versions/2.model", version(2, with: "size"))
    let change: [JSONTree] = [["text": .string(text)]]
    client.tell(
      "textDocument/didChange",
      [
        "textDocument": ["uri": .string(address("Shop.model"))], "contentChanges": .array(change),
      ])
    // Fixes are available without a comparison of versions.
    let range: JSONTree = [
      "start": ["line": 0, "character": 0], "end": ["line": 4, "character": 0],
    ]
    let actions = client.request(
      "textDocument/codeAction",
      ["textDocument": ["uri": .string(address("Shop.model"))], "range": range])
    XCTAssertEqual(actions, [])
    for steps in 0..<4 {
      var rest = steps
      let messages = client.server.diagnostics {
        rest -= 1
        return rest >= 0
      }
      XCTAssertEqual(messages, [], "two versions are four parts")
      XCTAssertTrue(client.server.isBehind)
    }
    let messages = client.server.diagnostics()
    XCTAssertEqual(messages.count, 2)
    XCTAssertFalse(client.server.isBehind)
  }

  func testARequestIsAnsweredBeforeTheDiagnosticsOfAChange() throws {
    client.open(text, as: address("Shop.model"))
    client.tell(
      "textDocument/didChange",
      [
        "textDocument": ["uri": .string(address("Shop.model"))],
        "contentChanges": [["text": "model Shop\nentity A { var name: Strng }\n"]],
      ])
    XCTAssertTrue(client.server.isBehind)
    let symbols = client.request(
      "textDocument/documentSymbol", ["textDocument": ["uri": .string(address("Shop.model"))]])
    XCTAssertEqual(symbols?.array?.count, 2)
    XCTAssertEqual(client.diagnostics[address("Shop.model")], [], "not yet")
    let messages = client.server.diagnostics()
    XCTAssertEqual(messages.first?["params"]?["diagnostics"]?.array?.count, 1)
    XCTAssertFalse(client.server.isBehind)
    XCTAssertEqual(client.server.diagnostics(), [])
  }
}

extension String {
  fileprivate func replacing(_ part: String, _ other: String) -> String {
    replacingOccurrences(of: part, with: other)
  }
}
