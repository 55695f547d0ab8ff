import Foundation
import ModelGenerator
import ModelLanguage
import TestSupport
import XCTest

/// Mutated models and mutated templates give code, or an issue that names the mistake.
final class GeneratorMutationTests: XCTestCase {
  func testMutatedModelsEndInCodeOrInAnIssue() throws {
    let samples = try ["Types", "Pets", "Tasks"].map {
      try sample("Tests/Client/Tests/PluginTests/\($0).model")
    }
    Mutations.run(150, long: 4_000) { seed in
      var random = RandomSource(seed: seed)
      let text = Mutations.changed(samples[Int(seed) % samples.count], &random)
      guard let model = readModel([SourceFile(path: "M.model", text: text)]).model else {
        return nil
      }
      let layout: FileLayout = seed.isMultiple(of: 2) ? .single : .mogenerator
      do {
        let files = try SwiftGenerator(layout: layout).files(for: model)
        return files.isEmpty ? "no files" : nil
      } catch {
        return "\(error)".hasPrefix("error: ") ? nil : "no words: \(error)"
      }
    }
  }

  func testMutatedTemplatesEndInCodeOrInAnIssue() throws {
    let text = try sample("Tests/Client/Tests/PluginTests/Pets.model")
    let model = try XCTUnwrap(readModel([SourceFile(path: "Pets.model", text: text)]).model)
    let names = TemplateSet.builtIn.names
    Mutations.run(150, long: 4_000) { seed in
      var random = RandomSource(seed: seed)
      let name = names[Int(seed) % names.count]
      let changed = Mutations.changed(TemplateSet.builtIn.texts[name] ?? "", &random)
      let templates = TemplateSet.builtIn.replacing([name: changed])
      do {
        let layout: FileLayout = name.hasPrefix("mogenerator") ? .mogenerator : .single
        _ = try SwiftGenerator(templates: templates, layout: layout).files(for: model)
        return nil
      } catch {
        // The message names the template, the line and the column.
        let isPlaced = "\(error)".hasPrefix("\(name):")
        return isPlaced || "\(error)".contains("template") ? nil : "no place: \(error)"
      }
    }
  }

  private func sample(_ path: String) throws -> String {
    try String(contentsOf: repository.appending(path: path), encoding: .utf8)
  }
}

/// Runs mutations by their seeds. `MODEL_LONG_CHECKS` runs more.
private enum Mutations {
  static func run(
    _ count: Int, long: Int, file: StaticString = #filePath, line: UInt = #line,
    check: (UInt64) -> String?
  ) {
    let environment = ProcessInfo.processInfo.environment
    let wanted =
      environment["MODEL_MUTATIONS"].flatMap(Int.init) ?? (TestRun.isLong ? long : count)
    let first = TestRun.seed
    for seed in first..<(first + UInt64(wanted)) {
      if let finding = check(seed) { XCTFail("seed \(seed): \(finding)", file: file, line: line) }
    }
  }

  /// Changes a byte, or removes, repeats or swaps a line, once or twice.
  static func changed(_ text: String, _ random: inout RandomSource) -> String {
    var bytes = Array(text.utf8)
    for _ in 0...Int.random(in: 0...1, using: &random) {
      if Int.random(in: 0..<4, using: &random) == 0 {
        let index = Int.random(in: 0..<bytes.count, using: &random)
        bytes[index] =
          "{}#/^>&!= \n"
          .utf8.randomElement(using: &random) ?? 0
      } else {
        bytes = ByteMutation.changedLines(bytes, &random)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
