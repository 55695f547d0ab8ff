import Foundation
import ModelGenerator
import ModelLanguage
import ModelSchema
import XCTest

final class GeneratorLimitTests: XCTestCase {
  func testThereAreAtMostFifteenLinesForALineOfTheModel() throws {
    for path in [
      "Models/Bank.model", "Tests/PluginTests/Tasks.model",
      "Tests/PluginTests/FailedBanks.model",
    ] {
      let text = try String(contentsOf: repository.appending(path: path), encoding: .utf8)
      let model = try XCTUnwrap(readModel([SourceFile(path: path, text: text)]).model)
      let generated = try SwiftGenerator().files(for: model)[0].text
      let ratio = Double(codeLines(generated)) / Double(codeLines(text))
      XCTAssertLessThanOrEqual(ratio, 15, path)
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
