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

  func testMutatedModelsEndInCodeOrInAnIssue() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let path = "Tests/PluginTests/Types.model"
    let text = try String(contentsOf: repository.appending(path: path), encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let isLong = ProcessInfo.processInfo.environment["MODEL_LONG_CHECKS"] != nil
    var generated = 0
    for _ in 0..<(isLong ? 3_000 : 100) {
      let mutated = mutated(lines, &random).joined(separator: "\n")
      guard let model = readModel([SourceFile(path: path, text: mutated)]).model else { continue }
      if let files = try? SwiftGenerator().files(for: model), !files.isEmpty { generated += 1 }
    }
    XCTAssertGreaterThan(generated, 0)
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

  /// Drops, doubles or exchanges a line.
  private func mutated(_ lines: [String], _ random: inout SeededGenerator) -> [String] {
    var lines = lines
    let index = Int.random(in: 0..<lines.count, using: &random)
    switch Int.random(in: 0..<3, using: &random) {
    case 0: lines.remove(at: index)
    case 1: lines.insert(lines[index], at: index)
    default: lines.swapAt(index, Int.random(in: 0..<lines.count, using: &random))
    }
    return lines
  }

  private func codeLines(_ text: String) -> Int {
    text.split(separator: "\n").filter {
      let line = $0.drop { $0 == " " }
      return !line.isEmpty && !line.hasPrefix("//")
    }.count
  }
}
