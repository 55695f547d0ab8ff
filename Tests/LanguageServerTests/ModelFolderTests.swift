import Foundation
import ModelSchema
import TestSupport
import XCTest

@testable import ModelLanguage
@testable import ModelLanguageServer

/// Models with several files or several versions in a folder.
final class ModelFolderTests: XCTestCase {
  private var folder: URL!

  override func setUpWithError() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("server tests ä \(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    addTeardownBlock { [folder] in try? FileManager.default.removeItem(at: folder!) }
  }

  private func write(_ name: String, _ text: String) throws -> String {
    let path = folder.path + "/" + name
    try FileManager.default.createDirectory(
      at: URL(fileURLWithPath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return DocumentAddress.address(of: path)
  }

  func testFilesOfOneModelAreReadTogether() throws {
    let other = try write("B.model", "model Shop\nentity B {\n    var a: A? @inverse(bs)\n}\n")
    _ = try write("C.model", "model Elsewhere\nentity A {}\n")
    let text = "model Shop\nentity A {\n    var b|s: Set<B> @inverse(a)\n}\n"
    let address = try write("A.model", text.replacingOccurrences(of: "|", with: ""))
    let client = Conversation()
    client.open(text, as: address)
    XCTAssertEqual(client.diagnostics[address], [])
    XCTAssertEqual(client.diagnostics[other], [])
    let places = client.places(client.request("textDocument/references", client.here()))
    XCTAssertEqual(places, ["2:8-10", "\(other):2:23-25"])
    let edits = client.request("textDocument/rename", client.here(["newName": "items"]))?["changes"]
    XCTAssertEqual(edits?[other]?.array?.count, 1)
    // The open text in the editor takes precedence over the file on disk.
    client.open("model Shop\n", as: other)
    XCTAssertEqual(
      client.diagnostics[other], [], "a file without mistakes of its own has none")
    client.open(text, as: address)
    XCTAssertEqual(
      client.diagnostics[address]?.first?["code"]?.string, "UnknownType")
  }

  /// A change of one file updates the diagnostics of all open files.
  func testAllOpenFilesAreToldWhatIsWrongWithThem() throws {
    let shop = try write("Shop.model", "")
    let extra = try write("Extra.model", "")
    let client = Conversation()
    let kind = "model Shop\nenum Kind: String { case a }\n"
    client.open("model Shop\nentity Extra {\n    var kind: Kind = .a\n}\n", as: extra)
    XCTAssertEqual(codes(client, extra), ["UnknownType"])
    client.open(kind, as: shop)
    XCTAssertEqual(codes(client, extra), [])
    // The file no longer belongs to the model, and has a mistake of its own.
    client.change(to: "model Other\nentity A {\n    var a: Strng\n}\n")
    XCTAssertEqual(codes(client, extra), ["UnknownType"])
    XCTAssertEqual(codes(client, shop), ["UnknownType"])
    client.open("model Shop\nentity Extra {}\n", as: extra)
    XCTAssertEqual(codes(client, extra), [])
    XCTAssertEqual(codes(client, shop), ["UnknownType"])
    client.open("model Shop\nentity Extra {\n    var kind: Kind = .a\n}\n", as: extra)
    client.open(kind, as: shop)
    XCTAssertEqual(codes(client, extra), [])
    // Unsaved changes are lost when the text is closed.
    client.close(shop)
    XCTAssertEqual(codes(client, extra), ["UnknownType"])
  }

  func testFilesThatChangeOnTheDiskAreReadWhereTheEditorTells() throws {
    let released = "model Shop @version(1)\n\nentity A {\n    var name: String\n}\n"
    let older = try write("Shop.versions/1.model", released)
    let shop = try write("Shop.model", "")
    let client = Conversation()
    client.open("model Shop @version(2)\n\nentity A {\n    var name: String\n}\n", as: shop)
    XCTAssertEqual(codes(client, older), [])
    _ = try write(
      "Shop.versions/1.model",
      released.replacingOccurrences(of: "}\n", with: "    var gone: Int\n}\n"))
    let event: JSONTree = ["changes": [["uri": .string(older), "type": 2]]]
    client.notify("workspace/didChangeWatchedFiles", event)
    let found = codes(client, older)
    XCTAssertFalse(found.isEmpty)
    // The diagnostics stay the same when the version itself is opened or edited.
    let text = try String(contentsOfFile: DocumentAddress.path(of: older), encoding: .utf8)
    client.open(text, as: older)
    client.change(to: text)
    XCTAssertEqual(codes(client, older), found)
    client.close(older)
    _ = try write("Shop.versions/1.model", released)
    client.notify("workspace/didChangeWatchedFiles", event)
    XCTAssertEqual(codes(client, older), [])
  }

  func testAClientThatCanIsAskedToTellOfFiles() {
    func asked(_ capabilities: JSONTree) -> [JSONTree] {
      let server = LanguageServer()
      _ = server.answers(to: [
        "jsonrpc": "2.0", "id": 1, "method": "initialize",
        "params": ["capabilities": capabilities],
      ])
      return server.answers(to: ["jsonrpc": "2.0", "method": "initialized", "params": [:]])
    }
    XCTAssertEqual(asked([:]), [])
    let messages = asked(["workspace": ["didChangeWatchedFiles": ["dynamicRegistration": true]]])
    XCTAssertEqual(messages.map { $0["method"]?.string }, ["client/registerCapability"])
  }

  /// The codes of the latest diagnostics of a file.
  private func codes(_ client: Conversation, _ address: String) -> [String] {
    (client.diagnostics[address] ?? []).compactMap { $0["code"]?.string }
  }

  func testRenamingWhatWasReleasedKeepsItsValues() throws {
    let released = "model Shop @version(1)\n\nentity A {\n    var name: String\n}\n"
    _ = try write("Shop.versions/Shop 1.model", released)
    let text = "model Shop @version(2)\n\nentity A {\n    var na|me: String @length(1...)\n}\n"
    let address = try write("Shop.model", text.replacingOccurrences(of: "|", with: ""))
    let client = Conversation()
    client.open(text, as: address)
    let answer = client.request("textDocument/rename", client.here(["newName": "title"]))
    let edits = try XCTUnwrap(answer?["changes"]?[address]?.array)
    XCTAssertEqual(
      client.applying(edits),
      "model Shop @version(2)\n\nentity A {\n"
        + "    var title: String @length(1...) @renamed(from: name)\n}\n")
  }

  func testRenamingAnEntityLeavesTextsWithBracesAlone() throws {
    let body = " @info(\"ui.row\": \"{name}\") {\n    var name: String\n}\n"
    _ = try write("Shop.versions/1.model", "model Shop @version(1)\n\nentity A" + body)
    let text = "model Shop @version(2)\n\nentity |A" + body
    let address = try write("Shop.model", text.replacingOccurrences(of: "|", with: ""))
    let client = Conversation()
    client.open(text, as: address)
    let answer = client.request("textDocument/rename", client.here(["newName": "B"]))
    let edits = try XCTUnwrap(answer?["changes"]?[address]?.array)
    XCTAssertEqual(
      client.applying(edits),
      "model Shop @version(2)\n\nentity B @info(\"ui.row\": \"{name}\") @renamed(from: A) {\n"
        + "    var name: String\n}\n")
  }

  func testRenamingPartsOfReleasedTypesKeepsTheirValues() throws {
    let body = """
      composite Place {
          var city: String
      }
      enum Kind: String {
          case small
      }
      entity A {
          var place: Place
          var kind: Kind = .small
      }

      """
    _ = try write("Shop.versions/Shop 1.model", "model Shop @version(1)\n" + body)
    for (old, new, line) in [
      ("city", "town", "    var town: String @renamed(from: city)"),
      ("small", "tiny", "    case tiny = \"small\""),
    ] {
      let text = "model Shop @version(2)\n" + body
      let address = try write("Shop.model", text)
      let client = Conversation()
      let place = try XCTUnwrap(text.range(of: old)).lowerBound
      client.open(text.prefix(upTo: place) + "|" + text.suffix(from: place), as: address)
      let answer = client.request("textDocument/rename", client.here(["newName": .string(new)]))
      let edits = try XCTUnwrap(answer?["changes"]?[address]?.array)
      XCTAssertTrue(
        client.applying(edits).split(separator: "\n").contains { $0 == line },
        client.applying(edits))
    }
  }

  func testLostPropertiesAreReported() throws {
    let released =
      "model Shop @version(1)\n\nentity A {\n    var name: String\n    var size: Int64\n}\n"
    let version = try write("Shop.versions/1.model", released)
    let text = "model Shop @version(2)\n\nentity A {\n    var name: String\n}\n"
    let address = try write("Shop.model", text)
    let client = Conversation()
    client.open(text, as: address)
    XCTAssertEqual(client.diagnostics[address], [])
    XCTAssertEqual(client.diagnostics[version]?.map { $0["code"]?.string }, ["LostProperty"])
    client.notify(
      "textDocument/didChange",
      [
        "textDocument": ["uri": .string(address)],
        "contentChanges": [["text": .string(text + "\nmigration from 1 { drop A.size }\n")]],
      ])
    XCTAssertEqual(client.diagnostics[version], [], "what is mended is taken back")
  }

  func testAddressesAreTakenApartAndPutTogether() {
    let path = "/a b/ü%/C.model"
    XCTAssertEqual(DocumentAddress.address(of: path), "file:///a%20b/%C3%BC%25/C.model")
    XCTAssertEqual(DocumentAddress.path(of: DocumentAddress.address(of: path)), path)
    XCTAssertEqual(DocumentAddress.path(of: "untitled:Untitled-1"), "untitled:Untitled-1")
  }
}
