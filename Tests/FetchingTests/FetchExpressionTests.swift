import Foundation
import ModelRuntime
import XCTest

/// A fetch or a count inside an expression (F-17).
final class FetchExpressionTests: CatalogTestCase {
  private func fill() throws {
    try save([("red", 1), ("blue", 2), ("green", 3), (nil, 4)])
    for (label, rank) in [("red", 1), ("blue", 9), ("red", 5), ("grey", 7)] {
      let tag = Tag(in: context)
      tag.label = label
      tag.rank = Int16(rank)
    }
    let person = Person(in: context)
    person.name = "red"
    Company(in: context).name = "green"
    try context.save()
  }

  private func names(_ predicate: ObjectPredicate) throws -> [String?] {
    let found = try context.fetch(FetchRequest<Item>(predicate))
    XCTAssertEqual(
      found, try context.fetch(Item.all).filtered(by: predicate), predicate.format)
    XCTAssertEqual(try ObjectPredicate(format: predicate.format), predicate)
    return found.map(\.name)
  }

  func testObjectsOfAnotherEntityAreCountedAndCompared() throws {
    try fill()
    let rows: [(format: String, names: [String?])] = [
      ("SUBQUERY(FETCH('Tag'), $t, $t.label == name).@count == 2", ["red"]),
      ("ANY FETCH('Tag').label == name", ["red", "blue"]),
      ("NONE FETCH('Tag').label == name", ["green", nil]),
      ("name IN FETCH('Owner').name", ["red", "green"]),
      ("name IN fetch(\"Person\").name", ["red"]),
      ("whole == FETCH('Tag').@count", [nil]), ("whole == length(FETCH('Tag'))", [nil]),
      ("whole < FETCH('Tag').@max.rank - 6", ["red", "blue"]),
      ("FETCH('Part').@count > 0", []),
    ]
    for (format, names) in rows {
      XCTAssertEqual(try self.names(ObjectPredicate(format: format)), names, format)
    }
  }

  func testARequestIsAnExpression() throws {
    try fill()
    let red = try ObjectExpression(fetching: Tag.where { $0.label == "red" && $0.rank > 1 })
    XCTAssertEqual(
      red.format,
      #"SUBQUERY(FETCH("Tag"), $fetched, $fetched.label == "red" AND $fetched.rank > 1)"#)
    XCTAssertEqual(try names(ObjectPredicate("FETCH(%@, %@, YES) == whole", red, nil)), ["red"])
    XCTAssertEqual(try names(ObjectPredicate("name IN FETCH(%@).label", red)), ["red"])
    XCTAssertThrowsError(try ObjectExpression(fetching: Tag.all.limit(1)))
  }

  func testUnsavedChangesOfTheOtherEntityCount() throws {
    try fill()
    let predicate = try ObjectPredicate("ANY FETCH('Tag').label == name")
    Tag(in: context).label = "green"
    XCTAssertEqual(try names(predicate), ["red", "blue", "green"])
    context.rollback()
    XCTAssertEqual(try names(predicate), ["red", "blue"])
  }

  func testMistakesAreNamed() throws {
    let rows: [(format: String, message: String)] = [
      ("FETCH('Tga').@count > 0", "1:1: error: the model has no entity 'Tga'; did you mean 'Tag'?"),
      ("FETCH('Tag').lable == 'x'", "1:1: error: 'Tag' has no key 'lable'; did you mean 'label'?"),
      ("FETCH(name) == 1", "1:7: error: 'FETCH' does not take a key path; write the name of an"),
      ("FETCH('Tag', nil, 3) == 1", "1:19: error: 'FETCH' does not take a whole number; write"),
      ("FETCH == 1", "1:1: error: 'FETCH' is a reserved word; a key of that name is written '#"),
      ("FETCH('Tag').label == 'x'", "1:1: error: 'FETCH(\"Tag\").label' leads to any number"),
    ]
    for (format, message) in rows {
      XCTAssertThrowsError(try context.fetch(Item.self, matching: format), format) { error in
        XCTAssertTrue("\(error)".hasPrefix(message), "\(format): \(error)")
      }
    }
  }
}
