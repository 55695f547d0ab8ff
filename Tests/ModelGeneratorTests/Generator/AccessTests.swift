import ModelGenerator
import ModelLanguage
import XCTest

/// The access levels of generated code. No declaration is more visible than the types in
/// its signature, which Swift would reject.
final class AccessTests: XCTestCase {
  func testNothingPublicNamesAHiddenClass() throws {
    let text = try code(
      """
      model M @access(public)

      entity Album {
          var year: Int32
          var label: Label? @inverse(albums)

          unique one(year, label)

          fetch of(_ labels: [Label]) -> [Album] @scan {
              where label in $labels
          }
      }

      entity Label @access(internal) {
          var name: String
          var albums: Set<Album> @inverse(label)
      }
      """)
    for line in [
      "    public var year: Int32 = 0\n", "    var label = Reference<Label>()\n",
      "  final var label: Label? {\n", "  static func find(year: Int32, label: Label, ",
      "  static func of(_ labels: [Label], ",
    ] {
      XCTAssertTrue(text.contains("\n" + line), "\(line)\n\(text)")
    }
  }

  func testTypesAreAsVisibleAsTheClassesThatNameThem() throws {
    let text = try code(
      """
      model M

      typealias Code = String

      enum Size: Int16 {
          case small
      }

      composite Point {
          var x: Double
      }

      entity Album @access(public) {
          var code: Code
          var size: Size
          var point: Point
      }
      """)
    for line in [
      "public typealias Code = String\n", "public enum Size: Int16, ", "public struct Point: ",
      "  static let m = CompiledModel(",
    ] {
      XCTAssertTrue(text.contains("\n" + line), "\(line)\n\(text)")
    }
  }

  private func code(_ text: String) throws -> String {
    let read = readModel([SourceFile(path: "M.model", text: text)])
    let model = try XCTUnwrap(read.model, "\(read.diagnostics)")
    return try SwiftGenerator().files(for: model)[0].text
  }
}
