import Foundation
import ModelSchema
import TestSupport
import XCTest

@testable import ModelLanguage
@testable import ModelLanguageServer

/// Names of released versions in migrations and in `@renamed(from:)`.
final class OlderVersionTests: XCTestCase {
  private var folder: URL!
  private var version = ""

  override func setUpWithError() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("older versions \(UUID().uuidString)")
    let versions = folder.appendingPathComponent("Shop.versions")
    try FileManager.default.createDirectory(at: versions, withIntermediateDirectories: true)
    addTeardownBlock { [folder] in try? FileManager.default.removeItem(at: folder!) }
    let released = """
      model Shop @version(1)

      composite Place {
          var city: String
          var zip: String
      }

      entity Item {
          /// What is to be done at once.
          var isUrgent: Bool
          var title: String
          var color: String?
          var place: Place?
          var owner: Owner? @inverse(items)
      }

      entity Owner {
          var name: String
          var items: Set<Item> @inverse(owner)
      }

      """
    let path = versions.appendingPathComponent("1.model")
    try released.write(to: path, atomically: true, encoding: .utf8)
    version = DocumentAddress.address(of: path.path)
  }

  /// Opens version 2 of the model with additional text at its end.
  private func open(_ ending: String, title: String = "") -> Conversation {
    let client = Conversation()
    client.open(
      """
      model Shop @version(2)

      composite Place {
          var town: String\(title == "element" ? " @renamed(from: |)" : "")
      }

      entity Item {
          var priority: Int64
          var name: String\(title == "property" ? " @renamed(from: |)" : "")
          var place: Place?
      }

      entity Person\(title == "entity" ? " @renamed(from: |)" : "") {
          var name: String
      }

      entity Color {
          var name: String
      }

      \(ending)
      """, as: DocumentAddress.address(of: folder.path + "/Shop.model"))
    return client
  }

  func testCompletionKnowsTheOlderVersion() {
    let item = ["isUrgent", "title", "color", "place", "owner"]
    let rows: [(text: String, offered: [String])] = [
      ("migration from 1 {\n    map Item -> Item { priority = old.| }\n}\n", item),
      ("migration from 1 {\n    map Item -> Item { priority = old.|", item),
      ("migration from 1 {\n    map Item -> Item { name = old.owner.| }\n}\n", ["name", "items"]),
      ("migration from 1 {\n    map Item -> Item { name = old.place.| }\n}\n", ["city", "zip"]),
      ("migration from 1 {\n    insert Color from distinct Item.| {\n    }\n}\n", item),
      ("migration from 1 {\n    insert Color from distinct Item.|\n}\n", item),
      ("migration from 1 {\n    insert Color from distinct |\n}\n", ["Item", "Owner"]),
      ("migration from 1 {\n    drop |\n}\n", ["Item", "Owner"]),
      ("migration from 1 {\n    drop Item.|\n}\n", item),
      ("migration from 1 {\n    drop Item.ti|\n}\n", item),
      ("migration from 1 {\n    map It|\n}\n", ["Item", "Owner"]),
      ("migration from 1 {\n    mapping \"a\": Item -> Item {\n  name = old.|\n    }\n}\n", item),
      ("migration from 1 {\n    mapping \"a\": drop |\n}\n", ["Item", "Owner"]),
    ]
    for (text, offered) in rows {
      XCTAssertEqual(open(text).completions(), offered, text)
    }
    XCTAssertEqual(open("", title: "property").completions().first, "isUrgent")
    XCTAssertEqual(Set(open("", title: "property").completions()), Set(item))
    XCTAssertEqual(open("", title: "element").completions(), ["city", "zip"])
    XCTAssertEqual(open("", title: "entity").completions(), ["Owner", "Item"])
  }

  func testHoverAndDefinitionLeadToTheOlderVersion() throws {
    let client = open("migration from 1 {\n    map Item -> Item { priority = old.isUrg|ent }\n}\n")
    XCTAssertEqual(
      client.places(client.request("textDocument/definition", client.here())),
      ["\(version):9:8-16"])
    XCTAssertEqual(
      client.request("textDocument/hover", client.here())?["contents"]?["value"]?.string,
      """
      ```model
      var isUrgent: Bool
      ```

      What is to be done at once.

      In `Item`.

      Of version 1, released.
      """)
    XCTAssertEqual(
      client.places(client.request("textDocument/references", client.here())),
      ["21:38-46", "\(version):9:8-16"])
    XCTAssertEqual(
      client.failure("textDocument/rename", client.here(["newName": "urgent"])),
      "1.model:10:9: 'isUrgent' belongs to version 1, which is released")
    XCTAssertEqual(client.request("textDocument/prepareRename", client.here()), .null)
  }

  func testACompletionOfAnOlderNameSaysWhatItWas() throws {
    let client = open("migration from 1 {\n    drop Item.|\n}\n")
    let items = client.request("textDocument/completion", client.here())?["items"]?.array
    let first = try XCTUnwrap(items?.first)
    XCTAssertEqual(first["detail"]?.string, "Bool")
    XCTAssertEqual(first["documentation"]?.string, "What is to be done at once.")
  }
}
