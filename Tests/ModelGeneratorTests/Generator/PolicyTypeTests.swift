import ModelGenerator
import ModelLanguage
import ModelSchema
import XCTest

/// The types with which a policy reads values of an older version.
final class PolicyTypeTests: XCTestCase {
  func testCasesOfListsAreReadAsTheyAreStored() throws {
    let released = try model(
      """
      model M @version(1)

      enum Level: Int16 {
          case low
      }

      entity Item {
          var level: Level
          var levels: [Level]
          var others: [Level]?
      }
      """)
    let current = try model(
      """
      model M @version(2)

      entity Item {
          var name: String = ""
      }

      migration from 1 {
          policy Item
          drop Item.level
          drop Item.levels
          drop Item.others
      }
      """)
    let text = try SwiftGenerator().files(for: current, released: [released])[0].text
    for line in ["let level: Int16\n", "let levels: [Int16]\n", "let others: [Int16]?\n"] {
      XCTAssertTrue(text.contains("    " + line), "\(line)\n\(text)")
    }
  }

  private func model(_ text: String) throws -> ManagedObjectModel {
    let read = readModel([SourceFile(path: "M.model", text: text)])
    return try XCTUnwrap(read.model, "\(read.diagnostics)")
  }
}
