import ModelGenerator
import ModelLanguage
import ModelSchema
import XCTest

/// The imports of generated files.
final class ImportTests: XCTestCase {
  func testConstantsOfAnOlderVersionNeedFoundation() throws {
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
    let generator = SwiftGenerator()
    let alone = try generator.files(for: current)[0].text
    XCTAssertFalse(alone.contains("import Foundation\n"), alone)
    let text = try generator.files(for: current, released: [released])[0].text
    XCTAssertTrue(text.contains("Decimal(string: \"0.5\")"), text)
    XCTAssertTrue(text.contains("\nimport Foundation\n"), text)
  }

  /// Of a pair for each class, each file has imports of its own.
  func testRulesOfElementsNeedFoundation() throws {
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
    XCTAssertTrue(text.contains("\nimport Foundation\n"), text)
  }

  private func model(_ text: String) throws -> ManagedObjectModel {
    let read = readModel([SourceFile(path: "M.model", text: text)])
    return try XCTUnwrap(read.model, "\(read.diagnostics)")
  }
}
