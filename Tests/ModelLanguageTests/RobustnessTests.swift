import Foundation
import ModelLanguage
import ModelSchema
import TestSupport
import XCTest

/// Extreme texts neither trap nor hang. Each gives a model or diagnostics.
final class RobustnessTests: XCTestCase {
  func testDeepNestingIsADiagnostic() {
    for (open, close) in [("(", ")"), ("[", "]"), ("!", ""), ("-", ""), ("f(", ")"), ("a?b:", "")] {
      let text =
        String(repeating: open, count: 20_000) + "x" + String(repeating: close, count: 20_000)
      let reading = read("model M\nentity E {\n    check c(\(text), \"m\")\n}\n")
      XCTAssertEqual(
        Set(reading.diagnostics.map(\.name)).isDisjoint(with: ["NestedTooDeep"]), false, open)
    }
  }

  func testDeepTypesAreADiagnostic() {
    for (open, close) in [("[", "]"), ("Set<", ">"), ("Codable<", ">")] {
      let text =
        String(repeating: open, count: 20_000) + "X" + String(repeating: close, count: 20_000)
      let reading = read("model M\nentity E {\n    var a: \(text)\n}\n")
      XCTAssertEqual(reading.diagnostics.map(\.name), ["NestedTooDeep"], open)
    }
  }

  func testLongChainsAreADiagnostic() {
    for sign in [" && ", " || ", " ?? ", " + ", " * ", "."] {
      let text = Array(repeating: "x", count: 20_000).joined(separator: sign)
      let reading = read("model M\nentity E {\n    check c(\(text), \"m\")\n}\n")
      XCTAssertEqual(reading.diagnostics.map(\.name), ["NestedTooDeep"], sign)
    }
  }

  /// Threads other than the main thread have small stacks.
  func testAllowedNestingFitsIntoASmallStack() {
    let nested = String(repeating: "!(", count: 31) + "a" + String(repeating: ")", count: 31)
    let coalesced = Array(repeating: "b", count: 60).joined(separator: " ?? ")
    let sum = Array(repeating: "b", count: 60).joined(separator: " + ")
    let text = """
      model M
      entity E {
          var a: Bool
          var b: Int32
          check c(\(nested), "m")
          check d(\(coalesced) == \(sum), "m")
      }
      """
    onSmallStack(kilobytes: 1024) {
      let model = read(text).model
      XCTAssertEqual(model.flatMap { read(sourceText(of: $0)).model }, model)
      XCTAssertEqual(model?.entities[0].checks.count, 2)
    }
  }

  func testDeepBlocksAndCommentsAreRead() {
    let blocks = "model M\n" + String(repeating: "entity E {\n", count: 2_000)
    XCTAssertTrue(read(blocks).hasErrors)
    let braces = "model M\nentity E " + String(repeating: "{", count: 20_000)
    XCTAssertTrue(read(braces).hasErrors)
    let comments = String(repeating: "/*", count: 20_000) + String(repeating: "*/", count: 20_000)
    XCTAssertEqual(printed("model M \(comments)\n"), "")
  }

  func testEmptyTextHasNoHeader() {
    XCTAssertEqual(read("").diagnostics.map(\.name), ["MissingModelHeader"])
    XCTAssertEqual(readModel([]).diagnostics, [])
  }

  func testLargeModelsTakeLinearTime() throws {
    func seconds(_ entities: Int) -> Double {
      let text = largeModel(entities: entities)
      let clock = ContinuousClock()
      let times = (0..<3).map { _ in clock.measure { _ = read(text) } }
      return (times.min() ?? .zero) / .seconds(1)
    }
    XCTAssertEqual(printed(largeModel(entities: 20)), "")
    let (small, large) = (seconds(20), seconds(160))
    XCTAssertLessThan(large / small, 24, "eight times the text took \(large / small) times as long")
  }
}

/// The text of a model with many entities, each with nine attributes and a fetch.
func largeModel(entities: Int) -> String {
  var text = "model Large @version(1)\n"
  for number in 0..<entities {
    text += "\n/// Entity \(number).\nentity Entity\(number) {\n"
    for position in 0..<7 {
      text += "    /// What it says.\n    var text\(position): String = \"\" @length(...80)\n"
    }
    text += "    var number: Int32 = 0 @range(0...)\n    var day: Date?\n"
    let next = (number + 1) % entities
    let previous = (number + entities - 1) % entities
    text += "    var next: Entity\(next)? @inverse(previous)\n"
    text += "    var previous: Entity\(previous)? @inverse(next)\n"
    text += "    index byNumber(number, day desc)\n"
    text += "    fetch numbered(_ number: Int32) -> [Entity\(number)] {\n"
    text += "        where number == $number && next.text1.hasPrefix(\"a\")\n"
    text += "        sort day desc, text0\n    }\n}\n"
  }
  return text
}
