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

  func testRangesThatSwiftDoesNotHaveAreTwoComparisons() throws {
    let text = try code(
      """
      model M

      enum Level: Int16 {
          case low
          case high
      }

      entity Item {
          var size: Int32
          var level: Level
          var isNew: Bool

          fetch sized(from low: Int32, to high: Int32) -> [Item] @scan {
              where size in $low...$high && isNew
          }

          fetch other(from low: Int32, to high: Int32?) -> [Item] @scan {
              where isNew || !(size in $low...$high)
          }

          fetch none() -> [Item] @scan {
              where isNew || size in 5...1
          }

          fetch levels() -> [Item] @scan {
              where level in .low ... .high
          }

          fetch few() -> [Item] @scan {
              where size in 1...5
          }
      }
      """)
    for condition in [
      "$0.size >= low && $0.size <= high && $0.isNew",
      "$0.isNew || !($0.size >= low && $0.size <= high)",
      "$0.isNew || ($0.size >= 5 && $0.size <= 1)",
      "$0.level >= .low && $0.level <= .high",
      "$0.size.between(1...5)",
    ] {
      XCTAssertTrue(text.contains("{ \(condition) }"), "\(condition)\n\(text)")
    }
  }

  func testARangeOfElementsIsThatOfOneElement() throws {
    let text = try code(
      """
      model M

      entity Item {
          var size: Int32
          var owner: Item? @inverse(owned)
          var owned: Set<Item> @inverse(owner)

          fetch sized(from low: Int32, to high: Int32) -> [Item] @scan {
              where compare(owned.size, .between, list($low, $high), .any)
          }
      }
      """)
    XCTAssertTrue(text.contains("$0.owned.any { $0.size >= low && $0.size <= high }"), text)
  }

  func testAnyOfAPathThroughNilIsNoClosure() throws {
    let text = try code(
      """
      model M

      entity Shelf {
          var books: Set<Book> @inverse(shelf)

          fetch others() -> [Shelf] @scan {
              where compare(books.author.name, .notEqual, "x", .any)
          }

          fetch titled() -> [Shelf] @scan {
              where compare(books.title, .notEqual, "x", .any)
          }
      }

      entity Book {
          var title: String
          var shelf: Shelf? @inverse(books)
          var author: Author? @inverse(books)
      }

      entity Author {
          var name: String
          var books: Set<Book> @inverse(author)
      }
      """)
    XCTAssertFalse(text.contains("books.any { $0.author.name"), text)
    XCTAssertTrue(text.contains("FetchRequest<Shelf>("), text)
    XCTAssertTrue(text.contains("$0.books.any { $0.title != \"x\" }"), text)
  }

  func testWhatMayBeNilIsNoArgumentOfTheBuilder() throws {
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
    for call in ["$0.name.contains(q", "$0.tags.contains(tag)", "$0.name.in("] {
      XCTAssertFalse(text.contains(call), "\(call)\n\(text)")
    }
    XCTAssertTrue(text.contains(".constant(tag.map { .objectID($0.objectID) } ?? .null)"), text)
    let names = ".constant(names.map { .list($0.map(\\.constantValue)) } ?? .null)"
    XCTAssertTrue(text.contains(names), text)
    XCTAssertTrue(text.contains("{ $0.name == q }"), text)
  }

  func testAParameterIsComparedWithACase() throws {
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
    XCTAssertTrue(text.contains("{ Condition(status == .done) || $0.status.in(list) }"), text)
    XCTAssertTrue(text.contains("{ Condition(status == nil) || $0.status == status }"), text)
    XCTAssertTrue(text.contains("list: [Status] = [.open]"), text)
  }

  func testWhatSwiftDoesNotCompareIsAValue() throws {
    for condition in [
      "$q == nil", "$q.hasPrefix(\"a\")", "$q in [\"a\", \"b\"]", "$count == $number", "$count > 1",
    ] {
      let text = try code(
        """
        model M

        entity Item {
            var name: String

            fetch some(_ q: String, count: Int, number: Double) -> [Item] @scan {
                where \(condition) || name == $q
            }
        }
        """)
      XCTAssertTrue(text.contains("FetchRequest<Item>("), "\(condition)\n\(text)")
    }
  }

  func testConstantsOfOtherTypesAreComparedAsValues() throws {
    for (condition, isTyped) in [
      ("size > 3.5", false), ("size in [1, 2.5]", false), ("size in 0.5...2.5", false),
      ("compare(size, .equal, raw(70000))", false),
      ("compare(name, .equal, raw(5))", false), ("compare(level, .equal, raw(7))", false),
      ("compare(level, .equal, raw(0))", true), ("compare(size, .greater, raw(3))", true),
      ("price > 3.5", true), ("level == .low", true), ("name == \"5\"", true),
    ] {
      let text = try code(
        """
        model M

        enum Level: Int16 {
            case low
        }

        entity Item {
            var name: String
            var size: Int16
            var price: Decimal
            var level: Level

            fetch some() -> [Item] @scan {
                where \(condition)
            }
        }
        """)
      XCTAssertEqual(text.contains("Self.where { $0."), isTyped, "\(condition)\n\(text)")
    }
  }

  func testDocumentsAreComparedAsValues() throws {
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
    XCTAssertFalse(text.contains("$0.notes"), text)
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
    for type in ["Int", "Int16", "Int32", "Count"] {
      let text = try code(fetch(type))
      XCTAssertTrue(text.contains(".offset(Int(first))"), "\(type)\n\(text)")
      XCTAssertTrue(text.contains(".limit(Int(count))"), "\(type)\n\(text)")
    }
    // If the limit is nil, there is no limit.
    let text = try code(fetch("Int?"))
    XCTAssertTrue(text.contains("template: \"some\""), text)
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

  func testObjectsOfAParentAreComparedAsValues() throws {
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
    // Swift compares objects of the same class, so objects of a subclass are compared one
    // by one.
    XCTAssertTrue(text.contains(".constant(.objectID(animal.objectID)), .in, .keyPath("), text)
    XCTAssertTrue(text.contains("dogs.map { .objectID($0.objectID) }"), text)
    let condition = "$0.animals.contains(dog) && $0.favourite == dog"
    XCTAssertTrue(text.contains(condition), text)
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
