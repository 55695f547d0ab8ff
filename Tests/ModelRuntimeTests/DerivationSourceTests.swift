import ModelSchema
import XCTest

@testable import ModelRuntime
@testable import ModelStorage

/// The properties that derived attributes depend on.
final class DerivationSourceTests: XCTestCase {
  private func sources(of derivation: ObjectExpression) throws -> Set<String> {
    let item = EntityDescription(
      name: "Item",
      properties: [
        .attribute("place", .int64), .attribute("size", .int64),
        .toMany("parts", "Item", inverse: "whole", isOrdered: true),
        .toOne("whole", "Item", inverse: "parts"),
        .attribute("found", .int64, isOptional: true, derivation: derivation),
      ])
    let big = EntityDescription(
      name: "BigItem", parentName: "Item", properties: [.attribute("crane", .int64)])
    let model = CompiledModel(layoutOf: ManagedObjectModel(name: "Shop", entities: [item, big]))
    let found = try XCTUnwrap(model.derivations.first)
    return Set(
      found.sources.map { source in
        let name = model.entities[source.entityIndex].properties[source.number].name
        return ((source.path ?? ["*"]) + [name]).joined(separator: ".")
      })
  }

  func testWhatChoosesAnElementCounts() throws {
    let element = ObjectExpression.element(.expression(.keyPath("place")), of: .keyPath("parts"))
    XCTAssertEqual(
      try sources(of: .keyPath(["size"], of: element)), ["place", "parts", "parts.size"])
    XCTAssertEqual(
      try sources(of: .keyPath(["size"], of: .element(.first, of: .keyPath("parts")))),
      ["parts", "parts.size"])
  }

  private static let choice = ObjectExpression.conditional(
    .compare(.keyPath("place"), .equal, .constant(.integer(1))),
    then: .element(.first, of: .keyPath("parts")), else: .keyPath("whole"))

  func testBothBranchesCount() throws {
    XCTAssertEqual(
      try sources(of: .keyPath(["size"], of: Self.choice)),
      ["place", "parts", "parts.size", "whole", "whole.size"])
  }

  func testBothSetsCount() throws {
    let both = ObjectExpression.set(
      .union, .keyPath("parts"), .keyPath(["parts"], of: .keyPath("whole")))
    XCTAssertEqual(
      try sources(of: .keyPath(["@sum", "size"], of: both)),
      ["parts", "parts.size", "whole", "whole.parts", "whole.parts.size"])
  }

  func testNamesInBracketsCount() throws {
    XCTAssertEqual(
      try sources(of: .element(.expression(.constant(.string("size"))), of: .keyPath("whole"))),
      ["whole", "whole.size"])
  }

  func testNothingLeadsBackFromAFetchOrACast() throws {
    let all = ObjectExpression.function("FETCH", [.constant(.string("Item"))])
    XCTAssertEqual(try sources(of: .keyPath(["@max", "size"], of: all)), ["*.size"])
    let big = ObjectExpression.cast(.keyPath("whole"), type: "BigItem")
    XCTAssertEqual(try sources(of: .keyPath(["crane"], of: big)), ["whole", "*.crane"])
  }
}
