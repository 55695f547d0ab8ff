import Foundation
import ModelGenerator
import ModelSchema
import XCTest

final class GeneratorLimitTests: XCTestCase {
  func testThereAreAtMostFifteenLinesForALineOfTheModel() throws {
    let names = ["Bank", "Tasks", "FailedBanks"]
    for fixture in try Fixture.all() where names.contains(fixture.name) {
      let generated = try SwiftGenerator().files(for: fixture.model, released: fixture.released)
      let lines = (generated: codeLines(generated[0].text), model: codeLines(fixture.text))
      let ratio = Double(lines.generated) / Double(lines.model)
      XCTAssertLessThanOrEqual(ratio, 15, fixture.name)
    }
  }

  func testAnUncheckedModelDoesNotTrap() {
    // Circles and names that lead nowhere cannot come from the language, but
    // from a program that makes a model.
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
