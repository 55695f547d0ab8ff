import ModelGenerator
import ModelLanguage
import ModelSchema
import XCTest

/// The imports of generated files. The runtime re-exports the parts of Foundation that they
/// use.
final class ImportTests: XCTestCase {
  func testConstantsOfAnOlderVersionNeedTheRuntimeAlone() throws {
    let current = try model(
      """
      model M @version(2)

      entity Item {
          var cents: Int64 = 50
      }
      """)
    let released = try model(
      """
      model M @version(1)

      entity Item {
          var price: Decimal = 0.5
      }
      """)
    let text = try SwiftGenerator().files(for: current, released: [released])[0].text
    XCTAssertTrue(text.contains("Decimal(string: \"0.5\")"), text)
    XCTAssertEqual(imports(text), ["import ModelRuntime"])
  }

  /// With a pair of files for each class, each file has its own imports.
  func testRulesOfElementsNeedTheRuntimeAlone() throws {
    let model = try model(
      """
      model M

      composite Money {
          var amount: Decimal @range(0.5...)
      }

      entity Item {
          var price: Money
      }
      """)
    let files = try SwiftGenerator(layout: .mogenerator).files(for: model)
    let text = try XCTUnwrap(files.first { $0.path == "_Item.swift" }).text
    XCTAssertTrue(text.contains("Decimal(string: \"0.5\")"), text)
    XCTAssertEqual(imports(text), ["import ModelRuntime"])
  }

  /// An import that is more visible than its uses causes a warning.
  func testTheImportIsAsVisibleAsItsUses() throws {
    let rows = [
      ("Int", "import ModelRuntime"), ("Decimal", "public import ModelRuntime"),
      ("JSON", "public import ModelRuntime"),
    ]
    for (alias, line) in rows {
      let model = try model(
        """
        model M @access(internal)

        typealias Amount = \(alias)

        entity Item @access(public) {
        }
        """)
      let files = try SwiftGenerator(layout: .mogenerator).files(for: model)
      let text = try XCTUnwrap(files.first { $0.path == "_MModel.swift" }).text
      XCTAssertEqual(imports(text), [line], alias)
    }
  }

  private func imports(_ text: String) -> [String] {
    text.split(separator: "\n").filter {
      $0.hasSuffix("import ModelRuntime") || $0.contains("Foundation")
    }
    .map(String.init)
  }

  private func model(_ text: String) throws -> ManagedObjectModel {
    let read = readModel([SourceFile(path: "M.model", text: text)])
    return try XCTUnwrap(read.model, "\(read.diagnostics)")
  }
}
