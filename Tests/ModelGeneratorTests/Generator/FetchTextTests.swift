import ModelGenerator
import ModelLanguage
import XCTest

/// The functions that are generated from the fetches of a model.
final class FetchTextTests: XCTestCase {
  func testAFetchAsksForTheEntityThatItGives() throws {
    let text = try code(
      """
      model M

      entity Animal {
          var name: String

          fetch dogs() -> [Dog] @scan {
              where breed == "pug"
          }
      }

      entity Dog: Animal {
          var breed: String

          fetch everyone() -> [Animal] {
              sort name
          }
      }
      """)
    XCTAssertTrue(text.contains("Dog.where { $0.breed == \"pug\" }"), text)
    XCTAssertTrue(text.contains("Animal.all.sorted"), text)
  }

  func testFalseIsNotNil() throws {
    let text = try code(
      """
      model M

      entity Item {
          var done: Bool?
          var isNew: Bool
          var owner: Item? @inverse(owned)
          var owned: Set<Item> @inverse(owner)

          fetch open() -> [Item] @scan {
              where done == false && isNew == false && owner.isNew == false
          }
      }
      """)
    let condition = "$0.done == false && !$0.isNew && $0.owner.isNew == false"
    XCTAssertTrue(text.contains(condition), text)
  }

  private func code(_ text: String) throws -> String {
    let read = readModel([SourceFile(path: "M.model", text: text)])
    let model = try XCTUnwrap(read.model, "\(read.diagnostics)")
    return try SwiftGenerator().files(for: model)[0].text
  }
}
