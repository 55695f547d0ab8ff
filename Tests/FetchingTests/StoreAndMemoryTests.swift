import Foundation
import ModelRuntime
import ModelSchema
import XCTest

/// Conditions and rows for which the store and memory once gave different answers.
final class StoreAndMemoryTests: CatalogTestCase {
  /// Returns the names of the items that a condition finds, after checking that the store
  /// and memory agree.
  private func found(_ format: String, _ arguments: (any PredicateArgument)?...) throws -> [String]
  {
    let request = try FetchRequest<Item>(format: format, arguments: arguments)
    let stored = try context.fetch(request).compactMap(\.name).sorted()
    let condition = try XCTUnwrap(request.predicate)
    let memory = try context.fetch(Item.all).filtered(by: condition, evaluation: .inMemory)
    XCTAssertEqual(stored, memory.compactMap(\.name).sorted(), format)
    return stored
  }

  func testADifferenceOfDatesIsDividedAsANumber() throws {
    // Both dates are whole seconds, which SQLite stores as integers.
    let items = try save([("a", 3600), ("b", nil)])
    items[0].day = Date(timeIntervalSinceReferenceDate: 5400)
    items[1].day = Date(timeIntervalSinceReferenceDate: 0)
    items[0].twin = items[1]
    try context.save()
    XCTAssertEqual(try found("(day - twin.day) / whole == 1.5"), ["a"])
  }

  func testALongListOfObjectsHasNoneOfAnotherHierarchy() throws {
    let owners = (0..<600).map { _ in Person(in: context) }
    let item = try save([("a", 1)])[0]
    item.owner = owners[599]
    let tags = (0..<600).map { _ in Tag(in: context) }
    try context.save()
    let key = owners[599].objectID.key
    let stranger = try XCTUnwrap(tags.first { $0.objectID.key == key }?.objectID)
    let ids = owners.prefix(550).map(\.objectID) + [stranger]
    XCTAssertEqual(try context.fetch(Item.where { $0.owner.in(ids) }).count, 0)
    XCTAssertEqual(
      try context.fetch(Item.where { $0.owner.in(ids + [owners[599].objectID]) }).count, 1)
  }

  /// A path through nil is not an element of a SUBQUERY, as it is not an element of ANY.
  func testASubqueryAsksOnlyWhatIsThere() throws {
    let items = try save([("a", nil), ("b", nil), ("c", nil)])
    // Item a has no twin. The twin of b is c, which has no number.
    items[1].twin = items[2]
    let tags = items.map { item in
      let tag = Tag(in: context)
      tag.label = item.name
      tag.items.insert(item)
      return tag
    }
    try context.save()
    for (path, found) in [
      ("$x.whole == nil", ["b"]), ("$x.name != 'c'", []), ("NOT $x.name == 'c'", []),
      ("$x.code IN {'x', nil}", ["b"]), ("$x.self == nil", ["a", "c"]), ("$x == nil", ["a", "c"]),
      ("$x.tags.@count == 1", ["b"]), ("TRUEPREDICATE", ["a", "b", "c"]),
      ("SUBQUERY($x.tags, $x, $x.label == 'c').@count > 0", ["b"]),
      ("SUBQUERY(SELF.items, $x, $x.whole == nil).@count > 0", ["a", "b", "c"]),
      ("CAST($x, 'Item').whole == nil", ["b"]),
    ] {
      let format = "SUBQUERY(items.twin, $x, \(path)).@count > 0"
      let condition = try ObjectPredicate(format)
      let stored = try context.fetch(FetchRequest<Tag>(condition)).compactMap(\.label).sorted()
      XCTAssertEqual(stored, found, format)
      let memory = try tags.filtered(by: condition, evaluation: .inMemory)
      XCTAssertEqual(memory.compactMap(\.label).sorted(), found, "\(format), in memory")
    }
    for format in ["whole == nil", "code IN {'x', nil}", "name != 'c'"] {
      XCTAssertEqual(
        try context.count(FetchRequest<Tag>(ObjectPredicate("ANY items.twin.\(format)"))),
        try context.count(
          FetchRequest<Tag>(ObjectPredicate("SUBQUERY(items.twin, $x, $x.\(format)).@count > 0"))),
        format)
    }
  }

  func testALongChainMayAskForWhatIsNil() throws {
    try save([("a", nil), ("b", 1)])
    let chain = (0..<40).map { "whole == \($0 + 1)" } + ["place == nil"]
    XCTAssertEqual(try found(chain.joined(separator: " OR ")), ["a", "b"])
    let nils = (0..<40).map { "whole == \($0 + 1)" } + ["whole == nil"]
    XCTAssertEqual(try found(nils.joined(separator: " OR ")), ["a", "b"])
  }

  func testAnIotaBelowIsNoAccentWithoutRegardToCaseAlone() throws {
    try save([("\u{1FB3}", 1), ("\u{391}\u{399}", 2)])
    XCTAssertEqual(try found("name ==[c] %@", "\u{391}\u{399}").count, 2)
    XCTAssertEqual(try found("name IN[c] %@", ["\u{391}\u{399}"]).count, 2)
    XCTAssertEqual(try found("name ==[cd] %@", "\u{1FB3}").count, 1)
  }

  func testTheGreaterOfABooleanAndANumberIsANumber() throws {
    let item = try save([("a", 7)])[0]
    item.isOpen = true
    try context.save()
    let request = RowRequest(
      Item.all,
      columns: [
        FetchTemplate.Selection(
          .function("max:", [.keyPath("isOpen"), .keyPath("whole")]), name: "greater")
      ])
    XCTAssertEqual(try context.rows(request).map(\.description), ["(7)"])
    item.code = "unsaved"
    XCTAssertEqual(try context.rows(request).map(\.description), ["(7)"])
  }

  func testUnsavedChangesBehindACastCount() throws {
    let (person, boss) = (Person(in: context), Person(in: context))
    boss.name = "old"
    person.boss = boss
    let item = try save([("a", 1)])[0]
    item.owner = person
    try context.save()
    boss.name = "new"
    let condition = Item.where { $0.owner.as(Person.self).boss.name == "new" }
    XCTAssertEqual(try context.fetch(condition).count, 1)
    XCTAssertEqual(
      try context.fetch(Owner.where { $0.as(Person.self).boss.name == "new" }).count, 1)
    XCTAssertEqual(try found("SELF['owner'].name == nil"), ["a"])
    person.name = "named"
    XCTAssertEqual(try found("SELF['owner'].name == 'named'"), ["a"])
  }

  func testABatchThatSkipsKeepsTheFoldedIndexRight() throws {
    try save([("Alpha", 1)])
    try context.batchUpdate(
      Item.all.setting { [$0.name.set(to: "Beta")] }, options: BatchOptions(onConflict: .skip))
    XCTAssertEqual(try context.count(Item.self, matching: "name ==[cd] 'beta'"), 1)
    XCTAssertEqual(try container.integrityCheck(), [])
  }
}
