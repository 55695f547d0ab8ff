import Foundation
import ModelGenerator
import ModelSchema
import XCTest

final class GeneratorLimitTests: XCTestCase {
  /// Comments and blank lines do not count, and released versions count as lines of the
  /// model. A model with few properties per entity only counts in the average, because most
  /// of its code is the same for every class.
  func testThereAreAtMostFifteenLinesForALineOfTheModel() throws {
    var total = (generated: 0, model: 0)
    for fixture in try Fixture.all() {
      let files = try SwiftGenerator().files(for: fixture.model, released: fixture.released)
      let generated = codeLines(files[0].text)
      let model = ([fixture.text] + fixture.releasedTexts).map(codeLines).reduce(0, +)
      total.generated += generated
      total.model += model
      let isDense = model >= 12 * fixture.model.entities.count
      if isDense { XCTAssertLessThanOrEqual(generated, 15 * model, fixture.name) }
    }
    XCTAssertLessThanOrEqual(total.generated, 13 * total.model)
  }

  func testAnUncheckedModelDoesNotTrap() {
    // The language rejects cycles and unknown names, but a program can create such a model.
    let circle = [
      EntityDescription(name: "A", parentName: "B", properties: [.toOne("x", "Nowhere")]),
      EntityDescription(
        name: "B", parentName: "A",
        properties: [
          .attribute("place", .composite("Nowhere")),
          .attribute("tint", .enumeration("Nowhere", raw: .string)),
        ],
        uniquenessConstraints: [
          UniquenessConstraint(name: "u", keyPaths: []),
          UniquenessConstraint(name: "v", keyPaths: ["place.a.b", "nothing"]),
        ]),
    ]
    let composites = [
      CompositeDescription(
        name: "Loop", elements: [AttributeDescription(name: "loop", type: .composite("Loop"))])
    ]
    let model = ManagedObjectModel(name: "", composites: composites, entities: circle)
    XCTAssertNoThrow(try SwiftGenerator().files(for: model))
  }

  private func codeLines(_ text: String) -> Int {
    text.split(separator: "\n").filter {
      let line = $0.drop { $0 == " " }
      return !line.isEmpty && !line.hasPrefix("//")
    }.count
  }
}
