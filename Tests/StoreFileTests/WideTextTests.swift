import Foundation
import ModelRuntime
import ModelSchema
import TestSupport
import XCTest

/// Tests of stores whose texts are in UTF-16, which other programs make.
final class WideTextTests: XCTestCase {
  private let folder = try? TemporaryFolder()

  private var encoding = "UTF-8"

  private func url() throws -> URL { try XCTUnwrap(folder).file("\(encoding).sqlite") }

  private func open() throws -> ManagedObjectContext {
    let name = AttributeDescription(name: "name", type: .string, isOptional: true)
    let model = ManagedObjectModel(
      name: "Wide", entities: [EntityDescription(name: "Item", properties: [.attribute(name)])])
    return try PersistentContainer(
      CompiledModel(model), configuration: StoreConfiguration(url: url())
    ).makeContext()
  }

  /// Makes the store's file anew with another text encoding, because the encoding of an
  /// existing file cannot be changed.
  private func encode() throws {
    let columns = [
      ("Z_METADATA", ["Z_VERSION", "Z_UUID", "Z_PLIST"]),
      ("Z_PRIMARYKEY", ["Z_ENT", "Z_NAME", "Z_SUPER", "Z_MAX"]),
    ]
    let inserts = columns.map { table, columns in
      let values = columns.map { "quote(\($0))" }.joined(separator: " || ',' || ")
      return "SELECT 'INSERT INTO \(table) VALUES (' || \(values) || ')' FROM \(table)"
    }
    let statements = try (["SELECT sql FROM sqlite_schema WHERE sql > '' ORDER BY rowid"] + inserts)
      .flatMap { try rows($0, in: url()) }
    for ending in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: try url().path + ending)
    }
    let text = ["PRAGMA encoding = '\(encoding)'"] + statements
    try execute(text.joined(separator: ";\n"), in: url())
    XCTAssertEqual(try rows("PRAGMA encoding", in: url()), [encoding])
  }

  private func needs() throws -> [String] {
    try StoreInspection(url: try url()).information().needs.filter { !$0.hasPrefix("its log") }
  }

  func testTheyAreReadAndWrittenAndSayHowTheyOrder() throws {
    let names = ["b", "ā", "日本", "😀"]
    for name in ["UTF-8", "UTF-16le", "UTF-16be"] {
      encoding = name
      _ = try open()
      try encode()
      let context = try open()
      for name in names { try context.insert(entityName: "Item", ["name": name]) }
      try context.save()
      let items = try open().fetch(entityName: "Item")
      XCTAssertEqual(try items.map { try $0.value(forKey: "name") as? String }, names, encoding)
      XCTAssertEqual(try rows("PRAGMA encoding", in: url()), [encoding])
      XCTAssertEqual(
        try needs(),
        encoding == "UTF-8"
          ? []
          : [
            "care with order: its text is \(encoding), and SQLite compares the bytes: '<', ranges "
              + "and sorting may differ from those of stores in UTF-8, which 'export' and 'import' "
              + "make of it"
          ], encoding)
    }
  }
}
