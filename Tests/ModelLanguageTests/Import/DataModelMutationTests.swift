import Foundation
import ModelLanguage
import ModelSchema
import TestSupport
import XCTest

/// Mutated data models neither trap nor hang. Each gives a model or an error, and each
/// model can be written as text and read again.
final class DataModelMutationTests: XCTestCase {
  func testMutatedDataModelsGiveAModelOrAnError() throws {
    let samples = try DataModelFixtures.names.flatMap {
      try DataModelFixtures.files($0).contents.filter { $0.key.hasSuffix("contents") }.values
    }
    .sorted { $0.count < $1.count }
    Mutations.run(800, long: 20_000) { seed in
      var random = RandomSource(seed: seed)
      let bytes = Self.mutated(random.pick(samples), &random)
      let files = DataModelFiles(path: "Test.xcdatamodel", contents: ["contents": bytes])
      guard let reading = readDataModel(files).current?.reading else { return "nothing was read" }
      guard let model = reading.model else {
        let names = Set(reading.diagnostics.filter { $0.severity == .error }.map(\.name))
        let isKnown = !names.isEmpty && names.isSubset(of: ["InvalidXML", "InvalidDataModel"])
        return isKnown ? nil : "no model, and \(names)"
      }
      guard random.once(in: 4) else { return nil }
      return Self.findingInText(of: model) ?? Self.findingInExport(of: model, bytes)
    }
  }

  /// Cases that the long check found.
  func testWhatIsDeclaredTwiceOrHasNoNameOrThatOfItsClassComesBack() throws {
    let texts = [
      """
      <model><entity name="A"/>
      <composite name="C"><attribute name="x" attributeType="String"/></composite>
      <composite name="C"><attribute name="y" attributeType="String"/></composite></model>
      """,
      "<model><entity name=\"A\"/><entity name=\"B`C\"/><configuration name=\"`\"/></model>",
      """
      <model><entity name="A"><attribute name="B" attributeType="String"/></entity>
      <entity name="B" parentEntity="A"/></model>
      """,
    ]
    for text in texts {
      let bytes = Array(text.utf8)
      let files = DataModelFiles(path: "Test.xcdatamodel", contents: ["contents": bytes])
      let model = try XCTUnwrap(readDataModel(files).current?.reading.model, text)
      XCTAssertNil(Self.findingInText(of: model))
      XCTAssertNil(Self.findingInExport(of: model, bytes))
    }
  }

  /// Returns a problem of writing a model as text and reading it again, or nil if there is
  /// none.
  private static func findingInText(of model: ManagedObjectModel) -> String? {
    let text = sourceText(of: model)
    let copy = read(text)
    let errors = copy.diagnostics.filter { $0.severity == .error }
    guard errors.isEmpty else {
      let file = SourceFile(path: "Test.model", text: text)
      return DiagnosticPrinter(sources: [file]).text(errors)
    }
    return copy.model == model ? nil : "the text means another model\n\(text)"
  }

  /// Returns a problem of exporting a model as a data model, or nil if the export contains
  /// all of the original, in any order.
  private static func findingInExport(
    of model: ManagedObjectModel, _ original: [UInt8]
  ) -> String? {
    let text = dataModelFiles(of: model).files["contents"] ?? ""
    guard let copied = try? XMLReader.read(Array(text.utf8)),
      let read = try? XMLReader.read(original)
    else { return "what was written is no XML" }
    let copy = XMLWriter.lines(copied.ordered)
    let expected = XMLWriter.lines(read.ordered)
    guard copy != expected else { return nil }
    let pairs = zip(copy.split(separator: "\n"), expected.split(separator: "\n"))
    let difference = pairs.first { $0 != $1 }.map { "\n\($0)\n\($1)" }
    return difference ?? "the ends differ"
  }

  private static func mutated(_ original: [UInt8], _ random: inout RandomSource) -> [UInt8] {
    var bytes = original
    for _ in 0...random.number(below: 4) where !bytes.isEmpty {
      switch random.number(below: 9) {
      case 0: bytes[random.number(below: bytes.count)] = UInt8(truncatingIfNeeded: random.next())
      case 1: bytes.remove(at: random.number(below: bytes.count))
      case 2:
        bytes.insert(random.pick(Array("<>\"&;=/ '".utf8)), at: random.number(below: bytes.count))
      case 3, 4: bytes = exchangedValues(bytes, &random)
      default: bytes = ByteMutation.changedLines(bytes, &random)
      }
    }
    return bytes
  }

  /// Replaces a text in quotes by another, so that the result is XML with another meaning.
  private static func exchangedValues(_ bytes: [UInt8], _ random: inout RandomSource) -> [UInt8] {
    var parts = bytes.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
    guard parts.count > 4 else { return bytes }
    let values = stride(from: 1, to: parts.count, by: 2).map { $0 }
    parts[random.pick(values)] = parts[random.pick(values)]
    return Array(parts.joined(separator: [UInt8(ascii: "\"")]))
  }
}
