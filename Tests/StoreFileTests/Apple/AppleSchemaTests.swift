import Foundation
import ModelLanguage
import ModelRuntime
import ModelSchema
import TestSupport
import XCTest

/// Tests that new stores have the schema of Apple's stores of the same models.
final class AppleSchemaTests: XCTestCase {
  /// The stores that a framework of 2020 or later made. Their schemas must be equal.
  private let recent = [
    "Bookmarks_V1.sqlite", "SampleStore2.0.sqlite", "SampleModel_V1.sqlite",
    "SampleModel2_V1.sqlite",
  ]

  func testNewStoresHaveTheSchemaOfApples() throws {
    for store in try AppleFiles().stores where recent.contains(store.name) {
      XCTAssertEqual(try differences(store, exactly: true), [], store.name)
    }
  }

  /// Compares stores of Apple's systems, using the models stored in them.
  func testNewStoresHaveTheSchemaOfSystemStores() throws {
    guard let folder = SharedFiles.url("findings/apple") else {
      throw XCTSkip("models of system stores are not here")
    }
    struct Store: Decodable { let schema: [String] }
    for name in ["DataUsage", "IMO", "RMAdmin"] {
      let packed = try Data(contentsOf: folder.appending(path: "\(name).modelcache"))
      let text = try XCTUnwrap(
        CompiledDataModel.contents(of: try XCTUnwrap(Inflation.bytes(of: Array(packed)))))
      let files = DataModelFiles(
        path: "\(name).xcdatamodel", contents: ["contents": Array(text.utf8)])
      let model = try XCTUnwrap(readDataModel(files).current?.reading.model)
      let store = try JSONDecoder().decode(
        Store.self, from: Data(contentsOf: folder.appending(path: "\(name).json")))
      let made = try TemporaryFolder()
      let (apples, ours) = (made.file("apples.sqlite"), made.file("ours.sqlite"))
      try execute(store.schema.joined(separator: ";"), in: apples)
      _ = try PersistentContainer(
        CompiledModel(model), configuration: StoreConfiguration(url: ours))
      XCTAssertEqual(
        try StoreSchema(apples, exactly: true).differences(to: StoreSchema(ours, exactly: true)),
        [], name)
    }
  }

  /// Older frameworks and migrations used other names.
  func testWhatDiffersFromOlderStoresIsNamed() throws {
    var used: Set<String> = []
    for store in try AppleFiles().stores where !recent.contains(store.name) {
      let remaining = SchemaException.remaining(try differences(store, exactly: false))
      XCTAssertEqual(remaining.lines, [], store.name)
      used.formUnion(remaining.used)
    }
    let needed: [SchemaException] = [.formerIndexes, .presentIndexes, .modelCache, .columnOrder]
    XCTAssertEqual(used, Set(needed.map(\.name)))
  }

  private func differences(_ store: AppleFiles.Store, exactly: Bool) throws -> [String] {
    let copy = try TemporaryCopy(of: store.url)
    let folder = try TemporaryFolder()
    let url = folder.file("new.sqlite")
    _ = try PersistentContainer(
      CompiledModel(store.model), configuration: StoreConfiguration(url: url))
    return try StoreSchema(copy.url, exactly: exactly)
      .differences(to: StoreSchema(url, exactly: exactly))
  }
}
