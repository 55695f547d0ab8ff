import ModelLanguage
import ModelSchema
import XCTest

/// Reading what the printer wrote gives the model back.
final class PrinterTests: XCTestCase {
  func testRandomModelsSurvivePrinting() throws {
    for seed in UInt64(1)...100 {
      let original = RandomModel.model(seed: seed)
      let text = sourceText(of: original)
      let reading = read(text)
      let errors = reading.diagnostics.filter { $0.severity == .error }
      guard errors.isEmpty else {
        let file = SourceFile(path: "Test.model", text: text)
        return XCTFail(
          "seed \(seed):\n\(DiagnosticPrinter(sources: [file]).text(errors))")
      }
      let copy = try XCTUnwrap(reading.model)
      guard copy == original else {
        return XCTFail("seed \(seed): \(difference(original, copy))\n\(text)")
      }
      XCTAssertEqual(sourceText(of: copy), text, "seed \(seed)")
    }
  }

  func testExamplesSurvivePrinting() throws {
    for name in ["FailedBanks", "Tasks", "TasksVersion1"] {
      let original = try model(try fixture("\(name).model"))
      let copy = try model(sourceText(of: original))
      XCTAssertEqual(difference(original, copy), "", name)
    }
  }

  func testSmallModelIsPrintedAsItIsWritten() throws {
    let text = try repositoryFile("Models/Bank.model")
    let copy = try model(sourceText(of: try model(text)))
    XCTAssertEqual(copy, try model(text))
  }

  /// The first entity or other part in which two models differ.
  private func difference(_ a: ManagedObjectModel, _ b: ManagedObjectModel) -> String {
    for (one, two) in zip(a.entities, b.entities) where one != two {
      for (x, y) in zip(one.properties, two.properties) where x != y {
        return "\(one.name).\(x.name):\n\(x)\n\(y)"
      }
      for (x, y) in zip(one.fetchTemplates, two.fetchTemplates) where x != y {
        return "\(one.name).\(x.name):\n\(x)\n\(y)"
      }
      return "\(one.name):\n\(one)\n\(two)"
    }
    return a == b ? "" : "\(a)\n\(b)"
  }
}
