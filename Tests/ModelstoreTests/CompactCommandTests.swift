import Foundation
import ModelRuntime
import TestSupport
import XCTest

/// `modelstore compact`, which knows no model.
final class CompactCommandTests: StoreTestCase {
  private let text = """
    model Shop @version(1)
    entity Thing {
        var name: String
        index byName(name(.folded))
    }
    """

  func testAStoreWithFoldedTextsShrinks() throws {
    try make(text) { context in
      for number in 0..<2_000 {
        let name = "Ä\(number)" + String(repeating: "x", count: 300)
        _ = try context.insert(entityName: "Thing", ["name": name])
      }
    }
    let container = try PersistentContainer(
      CompiledModel(model(text)),
      configuration: StoreConfiguration(url: folder.file("Store.sqlite"))
    )
    let context = try container.makeContext()
    for thing in try context.fetch(entityName: "Thing").dropLast(3) { context.delete(thing) }
    try context.save()
    let sizes = try run("compact", path()).split(separator: " ").compactMap { Int($0) }
    XCTAssertEqual(sizes.count, 2)
    XCTAssertLessThan(sizes[1] * 4, sizes[0])
    XCTAssertEqual(try run("check", path()), "ok")
    XCTAssertEqual(try run("count", path(), "Thing", "--where", "name CONTAINS[cd] 'A1999'"), "1")
  }

  /// Files that are written as a whole are refused as such, whichever model they are of.
  func testFilesOfOtherKindsAreRefused() throws {
    for (type, name) in [(StoreType.xml, "Store.xml"), (.binary, "Store.binary")] {
      _ = try PersistentContainer(
        CompiledModel(model(text)),
        configuration: StoreConfiguration(url: folder.file(name), type: type))
      XCTAssertTrue(failure("compact", path(name)).contains("as a whole by each save"), name)
    }
    let foreign = try write("<?xml version=\"1.0\"?>\n<database/>", to: "Foreign.xml")
    XCTAssertTrue(failure("compact", foreign).contains("as a whole by each save"))
    XCTAssertTrue(failure("compact", try database("CREATE TABLE T (a)")).contains("not a store"))
  }
}
