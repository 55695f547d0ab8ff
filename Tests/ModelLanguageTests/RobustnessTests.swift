import Foundation
import ModelLanguage
import ModelSchema
import XCTest

/// No text traps or hangs: each gives a model or diagnostics.
final class RobustnessTests: XCTestCase {
  /// `MODEL_MUTATIONS` sets how many texts are tried, `MODEL_SEED` where to
  /// begin.
  func testMutatedModelsGiveAModelOrDiagnostics() throws {
    let environment = ProcessInfo.processInfo.environment
    let count = environment["MODEL_MUTATIONS"].flatMap(Int.init) ?? 150
    let first = environment["MODEL_SEED"].flatMap(UInt64.init) ?? 1
    let samples = try [
      fixture("FailedBanks.model"), fixture("Tasks.model"), repositoryFile("Models/Bank.model"),
    ]
    for seed in first..<(first + UInt64(count)) {
      var random = RandomSource(seed: seed)
      let text = mutated(random.pick(samples), &random)
      let reading = read(text)
      if reading.model == nil {
        XCTAssertTrue(reading.hasErrors, "seed \(seed): no model and no error")
      }
      checkFormatting(of: text, reading, seed: seed)
    }
  }

  /// What can be read is formatted without changing its meaning, and
  /// formatting twice changes nothing.
  private func checkFormatting(of text: String, _ reading: ModelReading, seed: UInt64) {
    let once = formatted(SourceFile(path: "Test.model", text: text)).text
    let twice = formatted(SourceFile(path: "Test.model", text: once)).text
    if once != twice {
      XCTFail("seed \(seed): formatting twice differs: \(firstDifference(once, twice))")
    }
    if let model = reading.model, read(once).model != model {
      XCTFail("seed \(seed): formatting changed the model: \(firstDifference(text, once))")
    }
  }

  private func firstDifference(_ one: String, _ two: String) -> String {
    let pairs = zip(
      one.split(separator: "\n", omittingEmptySubsequences: false),
      two.split(separator: "\n", omittingEmptySubsequences: false))
    return pairs.first { $0 != $1 }.map { "\n\($0)\n\($1)" }
      ?? "the ends are \(one.suffix(80).debugDescription), \(two.suffix(80).debugDescription)"
  }

  private func mutated(_ text: String, _ random: inout RandomSource) -> String {
    var bytes = Array(text.utf8)
    for _ in 0...random.below(4) {
      switch random.below(7) {
      case 0: bytes[random.below(bytes.count)] = UInt8(truncatingIfNeeded: random.next())
      case 1: bytes.remove(at: random.below(bytes.count))
      case 2:
        let signs = Array("{}()[]<>\"'`@#$.,:;=?!/*+-%&|\n\r\t \\".utf8)
        bytes.insert(random.pick(signs), at: random.below(bytes.count))
      default: bytes = changedLines(bytes, &random)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func changedLines(_ bytes: [UInt8], _ random: inout RandomSource) -> [UInt8] {
    var lines = bytes.split(separator: 10, omittingEmptySubsequences: false)
    let (here, there) = (random.below(lines.count), random.below(lines.count))
    switch random.below(4) {
    case 0: lines.remove(at: here)
    case 1: lines.insert(lines[here], at: there)
    case 2: lines.swapAt(here, there)
    default: lines[here] = lines[here].prefix(random.below(lines[here].count + 1))
    }
    return Array(lines.joined(separator: [10]))
  }

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

  func testDeepBlocksAndCommentsAreRead() {
    let blocks = "model M\n" + String(repeating: "entity E {\n", count: 5_000)
    XCTAssertTrue(read(blocks).hasErrors)
    let braces = "model M\nentity E " + String(repeating: "{", count: 50_000)
    XCTAssertTrue(read(braces).hasErrors)
    let comments = String(repeating: "/*", count: 50_000) + String(repeating: "*/", count: 50_000)
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

/// A model of many entities with nine attributes and a fetch each.
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
