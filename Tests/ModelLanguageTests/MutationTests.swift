import Foundation
import ModelLanguage
import ModelSchema
import TestSupport
import XCTest

/// Mutated models neither trap nor hang. Each text gives a model or diagnostics.
final class MutationTests: XCTestCase {
  func testMutatedModelsGiveAModelOrDiagnostics() throws {
    let samples = try [
      fixture("FailedBanks.model"), fixture("Tasks.model"), repositoryFile("Models/Bank.model"),
      repositoryFile("Tests/Client/Tests/PluginTests/Types.model"),
    ].map(SampleModel.init)
    Mutations.run(800, long: 80_000) { seed in
      var random = RandomSource(seed: seed)
      let original = Array(random.pick(samples).text(&random).utf8)
      let text = String(decoding: ByteMutation.mutated(original, &random), as: UTF8.self)
      let reading = read(text)
      if reading.model == nil, !reading.hasErrors { return "no model and no error" }
      return random.once(in: 8) ? Self.findingInFormat(of: text, reading) : nil
    }
  }

  /// Returns a problem of formatting a text, which must not change its meaning and must
  /// change nothing the second time, or nil if there is none.
  private static func findingInFormat(of text: String, _ reading: ModelReading) -> String? {
    let once = formatted(SourceFile(path: "Test.model", text: text)).text
    let twice = formatted(SourceFile(path: "Test.model", text: once)).text
    if once != twice {
      return "formatting twice differs: \(firstDifference(once, twice))"
    }
    if let model = reading.model, read(once).model != model {
      return "formatting changed the model: \(firstDifference(text, once))"
    }
    return nil
  }

  private static func firstDifference(_ one: String, _ two: String) -> String {
    let pairs = zip(
      one.split(separator: "\n", omittingEmptySubsequences: false),
      two.split(separator: "\n", omittingEmptySubsequences: false))
    return pairs.first { $0 != $1 }.map { "\n\($0)\n\($1)" }
      ?? "the ends are \(one.suffix(80).debugDescription), \(two.suffix(80).debugDescription)"
  }
}
