import ModelSchema
import XCTest

@testable import ModelRuntime

/// The properties on which derived attributes depend.
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
    let model = CompiledModel(layoutOf: ManagedObjectModel(name: "Shop", entities: [item]))
    let found = try XCTUnwrap(model.derivations.first)
    return Set(
      found.sources.map { source in
        let name = model.entities[source.entityIndex].properties[source.number].name
        return (source.path + [name]).joined(separator: ".")
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
}
