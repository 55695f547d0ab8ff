import Foundation
import ModelLanguage
import ModelSchema
import TestSupport
import XCTest

/// Reading the text of the printer gives the original model.
final class PrinterTests: XCTestCase {
  func testRandomModelsSurvivePrinting() throws {
    print("models: MODEL_SEED=\(TestRun.seed)")
    for number in 0..<UInt64(TestRun.isLong ? 200 : 30) {
      let seed = TestRun.seed &+ number
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

  /// Every model of the repository can be read back from its printed text.
  func testModelsOfTheRepositorySurvivePrinting() throws {
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    var count = 0
    for folder in ["Models", "Tests"] {
      let files = FileManager.default.enumerator(
        at: root.appendingPathComponent(folder), includingPropertiesForKeys: nil)
      for case let url as URL in try XCTUnwrap(files) where url.pathExtension == "model" {
        guard let original = read(try String(contentsOf: url, encoding: .utf8)).model else {
          continue
        }
        let copy = read(sourceText(of: original)).model
        XCTAssertEqual(copy.map { difference(original, $0) }, "", url.lastPathComponent)
        count += 1
      }
    }
    XCTAssertGreaterThan(count, 30)
  }

  /// An expression is printed in the plainest form that reads back as the same expression,
  /// and with functions if there is none.
  func testThePlainestFormThatReadsBackIsPrinted() throws {
    var original = try model(
      """
      model M
      entity A {
          var name: String
          var size: Int32?
          var price: Decimal?
          var bs: Set<B> @inverse(a)
      }
      entity B {
          var a: A? @inverse(bs)
      }
      """)
    func key(_ names: String...) -> ObjectExpression { .keyPath(names, of: .evaluatedObject) }
    func compare(_ left: ObjectExpression, _ right: ObjectExpression) -> ObjectPredicate {
      .comparison(.init(left, .equal, right))
    }
    let rows: [(ObjectPredicate, String)] = [
      (compare(key("size"), .constant(.integer(1))), "size == 1"),
      (compare(key("size"), .constant(.string("1"))), "size == raw(\"1\")"),
      (compare(key("price"), .constant(.integer(1))), "price == raw(1)"),
      (compare(.constant(.integer(1)), key("size")), "1 == size"),
      (compare(key("bs", "@count"), .constant(.integer(1))), "bs.count == 1"),
      (compare(key("bs", "a", "name"), key("name")), "path(\"bs.a.name\") == name"),
      (compare(key("bs", "@avg", "x"), key("name")), "path(\"bs.@avg.x\") == name"),
      (compare(key("name"), key("size")), "compare(name, .equal, size)"),
    ]
    original.entities[0].checks = rows.enumerated().map { index, row in
      CheckDescription(name: "c\(index)", predicate: row.0, message: "m")
    }
    let lines = sourceText(of: original).split(separator: "\n").filter { $0.contains("check ") }
    XCTAssertEqual(
      lines.map { $0.trimmingCharacters(in: .whitespaces) },
      rows.enumerated().map { "check c\($0)(\($1.1), \"m\")" })
    XCTAssertEqual(read(sourceText(of: original)).model, original)
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

  /// Describes the first entity or other part in which two models differ.
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
