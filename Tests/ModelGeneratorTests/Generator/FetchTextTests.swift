import Foundation
import ModelGenerator
import ModelLanguage
import XCTest

/// The functions that are generated for the fetches of a model.
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
    for (entity, name) in [("Dog", "dogs"), ("Animal", "everyone")] {
      let request = "FetchRequest<\(entity)>(template: \"\(name)\", of: Self.self)"
      XCTAssertTrue(text.contains("context.fetch(\(request))"), "\(name)\n\(text)")
    }
  }

  func testParametersAreConstantsByTheirNames() throws {
    let text = try code(
      """
      model M

      entity Item {
          var name: String?
          var tags: Set<Tag> @inverse(items)

          fetch named(_ q: String? = nil) -> [Item] @scan {
              where $q == nil || name.contains($q, .caseInsensitive)
          }

          fetch tagged(_ tag: Tag?) -> [Item] @scan {
              where tags.contains($tag)
          }

          fetch some(_ names: [String]?) -> [Item] @scan {
              where name in $names
          }

          fetch none() -> [Item] @scan {
              where name in ["a", nil]
          }

          fetch equal(_ q: String?) -> [Item] @scan {
              where name == $q
          }
      }

      entity Tag {
          var items: Set<Item> @inverse(tags)
      }
      """)
    for values in [
      "[\"q\": q.constantValue]", "[\"tag\": tag.map { .objectID($0.objectID) } ?? .null]",
      "[\"names\": names.map { .list($0.map(\\.constantValue)) } ?? .null]",
    ] {
      XCTAssertTrue(text.contains(values), "\(values)\n\(text)")
    }
    XCTAssertTrue(text.contains("context.fetch(Self._template(\"none\"))"), text)
  }

  func testTheDefaultOfAParameterIsACase() throws {
    let text = try code(
      """
      model M

      enum Status: String {
          case open
          case done
      }

      entity Item {
          var status: Status

          fetch some(_ status: Status, list: [Status] = [.open]) -> [Item] @scan {
              where $status == .done || status in $list
          }

          fetch all(_ status: Status? = nil) -> [Item] @scan {
              where $status == nil || status == $status
          }
      }
      """)
    XCTAssertTrue(text.contains("list: [Status] = [.open]"), text)
  }

  func testDocumentsAndListsAreNotLookedUp() throws {
    let text = try code(
      """
      model M

      entity Item {
          var name: String
          var notes: JSON? @unique
          var settings: Codable<Settings>?
          var words: [String] @unique

          unique both(name, words)

          fetch bare() -> [Item] @scan {
              where notes == nil && settings == nil
          }
      }
      """)
    XCTAssertFalse(text.contains("find(notes"), text)
    XCTAssertFalse(text.contains("_find("), text)
    XCTAssertTrue(text.contains("Self.where { $0.words == words }"), text)
    XCTAssertTrue(text.contains("Self.where { $0.name == name && $0.words == words }"), text)
  }

  func testParametersThatAreNoConstantsAreRefused() throws {
    func fetch(_ type: String, _ condition: String) -> String {
      """
      model M

      typealias Names = [String]

      composite Place {
          var city: String
      }

      entity Item {
          var name: String
          var notes: JSON?

          fetch some(_ value: \(type)) -> [Item] @scan {
              where \(condition)
          }
      }
      """
    }
    for (type, condition, word) in [
      ("JSON", "notes == $value", "JSONValue"), ("Place", "name == $value.city", "Place"),
    ] {
      XCTAssertThrowsError(try code(fetch(type, condition)), type) {
        XCTAssertEqual(
          "\($0)", "error: 'Item.some(_:)': a parameter of '\(word)' is not supported yet")
      }
    }
    let text = try code(fetch("Names", "name in $value"))
    XCTAssertTrue(text.contains(".list(value.map(\\.constantValue))"), text)
  }

  func testALimitIsAWholeNumberOfAnyType() throws {
    func fetch(_ type: String) -> String {
      """
      model M

      typealias Count = Int64

      entity Item {
          var name: String

          fetch some(_ count: \(type), from first: Count) -> [Item] {
              sort name
              limit $count
              offset $first
          }
      }
      """
    }
    for type in ["Int", "Int?", "Int16", "Int32", "Count"] {
      let text = try code(fetch(type))
      let values = "[\"count\": count.constantValue, \"first\": first.constantValue]"
      XCTAssertTrue(text.contains("Self._template(\"some\", \(values))"), "\(type)\n\(text)")
    }
    XCTAssertNil(readModel([SourceFile(path: "M.model", text: fetch("Double"))]).model)
  }

  func testAFinderOfAParentIsNotDeclaredAgain() throws {
    let text = try code(
      """
      model M

      entity Base {
          var name: String @unique
      }

      entity Child: Base {
          var size: Int32

          unique byName(name)
          unique bySize(size, name)
      }
      """)
    XCTAssertEqual(text.components(separatedBy: "func find(name: ").count, 2, text)
    XCTAssertTrue(text.contains("func find(size: Int32, name: String"), text)
  }

  func testAFetchThatIsCalledLikeAFinderTakesItsPlace() throws {
    let text = try code(
      """
      model M

      entity Seat {
          var default: String @unique

          fetch find(default: String) -> Seat? { where default == $default }
      }
      """)
    XCTAssertEqual(text.components(separatedBy: "func find(").count, 2, text)
  }

  func testAColumnMayBeCalledRow() throws {
    let text = try code(
      """
      model M

      entity Seat {
          var row: Int32

          fetch rows() -> [(row: Int32, seats: Int)] @scan {
              select row, count() as seats
              group row
          }
      }
      """)
    XCTAssertTrue(text.contains("self.row = try row.value(0)"), text)
    XCTAssertTrue(text.contains("      seats = try row.value(1)"), text)
  }

  func testRowsOfTwoFetchesHaveTwoNames() throws {
    let text = try code(
      """
      model M

      entity Item {
          var name: String

          fetch per(_ a: String) -> [(name: String, items: Int)] @scan {
              where name == $a
              select name, count() as items
              group name
          }

          fetch per(_ a: String, _ b: String) -> [(name: String, items: Int)] @scan {
              where name == $a || name == $b
              select name, count() as items
              group name
          }
      }
      """)
    for name in ["PerRow", "PerRow2"] {
      XCTAssertTrue(text.contains("struct \(name): Sendable"), "\(name)\n\(text)")
      XCTAssertTrue(text.contains("throws -> [\(name)] {"), "\(name)\n\(text)")
    }
  }

  func testObjectsAreGivenByTheirIDs() throws {
    let text = try code(
      """
      model M

      entity Animal {
          var name: String
          var keeper: Keeper? @inverse(animals)
      }

      entity Dog: Animal {
          var walker: Keeper? @inverse(dogs)
      }

      entity Keeper {
          var animals: Set<Animal> @inverse(keeper)
          var dogs: Set<Dog> @inverse(walker)
          var favourite: Animal? @noInverse

          fetch walking(_ animal: Animal) -> [Keeper] @scan {
              where dogs.contains($animal)
          }

          fetch keeping(_ dog: Dog) -> [Keeper] @scan {
              where animals.contains($dog) && favourite == $dog
          }

          fetch loving(_ dogs: [Dog]) -> [Keeper] @scan {
              where favourite in $dogs
          }
      }
      """)
    for value in [
      "\"animal\": .objectID(animal.objectID)", "\"dog\": .objectID(dog.objectID)",
      "\"dogs\": .list(dogs.map { .objectID($0.objectID) })",
    ] {
      XCTAssertTrue(text.contains("[\(value)]"), "\(value)\n\(text)")
    }
  }

  func testRowsHideNoTypeInTheirClass() throws {
    let text = try code(
      """
      model M

      entity Item {
          var name: String
          var rows: Set<OrderRow> @inverse(item)

          fetch result() -> [(name: String, items: Int)] {
              select name, count() as items
              group name
          }

          fetch order() -> [(name: String, items: Int)] {
              select name, count() as items
              group name
          }
      }

      entity OrderRow {
          var item: Item? @inverse(rows)
      }
      """)
    for name in ["ResultRow_", "OrderRow_"] {
      XCTAssertTrue(text.contains("  struct \(name): Sendable, Hashable {"), "\(name)\n\(text)")
      XCTAssertTrue(text.contains("throws -> [\(name)] {"), "\(name)\n\(text)")
    }
  }

  private func code(_ text: String) throws -> String {
    let read = readModel([SourceFile(path: "M.model", text: text)])
    let model = try XCTUnwrap(read.model, "\(read.diagnostics)")
    return try SwiftGenerator().files(for: model)[0].text
  }
}
