import Foundation
import ModelLanguage
import ModelSchema
import XCTest

/// No bytes trap or hang: each data model gives a model or an error, and every
/// model that it gives can be written as text and read again.
final class DataModelMutationTests: XCTestCase {
  /// `MODEL_MUTATIONS` sets how many files are tried, `MODEL_SEED` where to
  /// begin.
  func testMutatedDataModelsGiveAModelOrAnError() throws {
    let environment = ProcessInfo.processInfo.environment
    let count = environment["MODEL_MUTATIONS"].flatMap(Int.init) ?? 400
    let first = environment["MODEL_SEED"].flatMap(UInt64.init) ?? 1
    let samples = try DataModelFixtures.names.flatMap {
      try DataModelFixtures.files($0).contents.filter { $0.key.hasSuffix("contents") }.values
    }
    .sorted { $0.count < $1.count }
    var models = 0
    for seed in first..<(first + UInt64(count)) {
      var random = RandomSource(seed: seed)
      let bytes = mutated(random.pick(samples), &random)
      let files = DataModelFiles(path: "Test.xcdatamodel", contents: ["contents": bytes])
      let reading = try XCTUnwrap(readDataModel(files).current?.reading)
      guard let model = reading.model else {
        let names = Set(reading.diagnostics.filter { $0.severity == .error }.map(\.name))
        XCTAssertFalse(names.isEmpty, "seed \(seed): no model and no error")
        let known: Set = ["InvalidXML", "InvalidDataModel"]
        XCTAssertTrue(names.isSubset(of: known), "seed \(seed): \(names)")
        continue
      }
      models += 1
      check(model, seed: seed)
      try checkExport(of: model, bytes, seed: seed)
    }
    XCTAssertGreaterThan(models, count / 10, "too few mutations leave a model to check")
  }

  private func check(_ model: ManagedObjectModel, seed: UInt64) {
    let text = sourceText(of: model)
    let copy = read(text)
    let errors = copy.diagnostics.filter { $0.severity == .error }
    guard errors.isEmpty else {
      let file = SourceFile(path: "Test.model", text: text)
      return XCTFail("seed \(seed):\n\(DiagnosticPrinter(sources: [file]).text(errors))")
    }
    if copy.model != model { XCTFail("seed \(seed): the text means another model\n\(text)") }
  }

  /// Whatever was read comes back as it was, though perhaps in another order.
  private func checkExport(
    of model: ManagedObjectModel, _ original: [UInt8], seed: UInt64
  ) throws {
    let text = dataModelFiles(of: model).files["contents"] ?? ""
    let copy = MarkupWriter.lines(try MarkupReader.read(Array(text.utf8)).ordered)
    let expected = MarkupWriter.lines(try MarkupReader.read(original).ordered)
    guard copy != expected else { return }
    let pairs = zip(copy.split(separator: "\n"), expected.split(separator: "\n"))
    let difference = pairs.first { $0 != $1 }.map { "\n\($0)\n\($1)" }
    XCTFail("seed \(seed): \(difference ?? "the ends differ")")
  }

  private func mutated(_ original: [UInt8], _ random: inout RandomSource) -> [UInt8] {
    var bytes = original
    for _ in 0...random.below(4) where !bytes.isEmpty {
      switch random.below(9) {
      case 0: bytes[random.below(bytes.count)] = UInt8(truncatingIfNeeded: random.next())
      case 1: bytes.remove(at: random.below(bytes.count))
      case 2:
        bytes.insert(random.pick(Array("<>\"&;=/ '".utf8)), at: random.below(bytes.count))
      case 3, 4: bytes = exchangedValues(bytes, &random)
      default: bytes = changedLines(bytes, &random)
      }
    }
    return bytes
  }

  /// Puts the text between two quotes in the place of another one: what is
  /// left is XML, and means something else.
  private func exchangedValues(_ bytes: [UInt8], _ random: inout RandomSource) -> [UInt8] {
    var parts = bytes.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
    guard parts.count > 4 else { return bytes }
    let values = stride(from: 1, to: parts.count, by: 2).map { $0 }
    parts[random.pick(values)] = parts[random.pick(values)]
    return Array(parts.joined(separator: [UInt8(ascii: "\"")]))
  }

  /// Drops, doubles or swaps lines.
  private func changedLines(_ bytes: [UInt8], _ random: inout RandomSource) -> [UInt8] {
    var lines = bytes.split(separator: 10, omittingEmptySubsequences: false)
    let first = random.below(lines.count)
    let second = random.below(lines.count)
    switch random.below(3) {
    case 0: lines.remove(at: first)
    case 1: lines.insert(lines[first], at: second)
    default: lines.swapAt(first, second)
    }
    return Array(lines.joined(separator: [10]))
  }
}
