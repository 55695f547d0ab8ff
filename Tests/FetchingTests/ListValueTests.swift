import Foundation
import ModelRuntime
import XCTest

/// Conditions on list attributes: comparisons with nil and with other lists, also through
/// relationships.
final class ListValueTests: CatalogTestCase {
  private func fill() throws {
    let lists: [[Int64]?] = [nil, [], [1], [1, 2], [2, 1], [1, 2, 3]]
    let person = Person(in: context)
    for (number, list) in lists.enumerated() {
      let item = Item(in: context)
      item.whole = Int64(number)
      item.counts = list
      item.words = (list ?? []).map { "W\u{E9}\($0)" }
      item.reals = (list ?? []).map { Double($0) / 10 }
      item.days = (list ?? []).map { Date(timeIntervalSinceReferenceDate: Double($0) / 3) }
      item.owner = number > 3 ? person : nil
    }
  }

  /// Checks a request on unsaved objects, in the store, and in memory.
  private func check(
    _ request: FetchRequest<Item>, _ numbers: [Int64], line: UInt = #line
  ) throws {
    for isSaved in [false, true] {
      if isSaved { try context.save() }
      let found = try context.fetch(request.sorted { $0.whole })
      XCTAssertEqual(found.map(\.whole), numbers, "\(request) \(isSaved)", line: line)
    }
    let predicate = try XCTUnwrap(request.predicate)
    let all = try context.fetch(Item.all.sorted { $0.whole })
    XCTAssertEqual(try all.filtered(by: predicate).map(\.whole), numbers, line: line)
    XCTAssertEqual(
      try context.count(FetchRequest<Item>(ObjectPredicate(format: predicate.format))),
      numbers.count, line: line)
  }

  func testNil() throws {
    try fill()
    try check(Item.where { $0.counts == nil }, [0])
    try check(Item.where { $0.counts != nil }, [1, 2, 3, 4, 5])
    try check(Item.where { !($0.counts == nil) && $0.counts.isEmpty }, [1])
    try check(FetchRequest(ObjectPredicate(format: "counts == nil OR words == nil")), [0])
    try check(FetchRequest(ObjectPredicate(format: "nil != counts")), [1, 2, 3, 4, 5])
    try check(FetchRequest(#Predicate<Item> { $0.counts == nil }), [0])
    try check(FetchRequest(#Predicate<Item> { $0.counts?.contains(3) ?? false }), [5])
    try check(FetchRequest(#Predicate<Item> { $0.counts?.isEmpty == false }), [2, 3, 4, 5])
  }

  func testOtherLists() throws {
    try fill()
    try check(Item.where { $0.counts == [1, 2] }, [3])
    try check(Item.where { $0.counts != [1, 2] }, [0, 1, 2, 4, 5])
    try check(Item.where { $0.counts == [] }, [1])
    try check(Item.where { $0.reals == [0.1, 0.2] }, [3])
    try check(
      Item.where {
        $0.days == [1.0 / 3, 2.0 / 3].map { Date(timeIntervalSinceReferenceDate: $0) }
      }, [3])
    try check(Item.where { $0.words == ["W\u{E9}1"] }, [2])
    try check(
      FetchRequest(ObjectPredicate("words ==[cd] %@", ["we2", "WE1"] as [String])), [4])
    try check(FetchRequest(ObjectPredicate("counts == %@", [1.0, 2.0, 3.0] as [Double])), [5])
    try check(FetchRequest(ObjectPredicate("NOT counts == %@", [1] as [Int])), [0, 1, 3, 4, 5])
    try check(FetchRequest(ObjectPredicate("ANY counts == 3 AND counts.@sum == 6")), [5])
  }

  func testListsBehindManyObjects() throws {
    try fill()
    try context.save()
    XCTAssertEqual(try context.count(Person.where { $0.items.counts.contains(3) }), 1)
    XCTAssertEqual(try context.count(Person.where { $0.items.counts.any { $0 > 3 } }), 0)
    try check(Item.where { $0.counts.sum > 2 }, [3, 4, 5])
  }

  func testOfManyObjectsNoneIsAsked() throws {
    try fill()
    try context.save()
    for format in ["tags == nil", "owner.items == nil", "tags == {1, 2}"] {
      XCTAssertThrowsError(try context.fetch(Item.self, matching: format), format)
    }
  }
}

/// Conditions that cast objects to a subclass.
final class SubclassConditionTests: CatalogTestCase {
  func testCasts() throws {
    let person = Person(in: context)
    (person.name, person.age) = ("p", 40)
    let company = Company(in: context)
    (company.name, company.revenue) = ("c", 2)
    for (number, owner) in [person, company, nil].enumerated() {
      let item = Item(in: context)
      (item.whole, item.owner) = (Int64(number), owner)
    }
    for isSaved in [false, true] {
      if isSaved { try context.save() }
      XCTAssertEqual(try context.fetch(Owner.where { $0.is(Person.self) }), [person])
      XCTAssertEqual(try context.fetch(Owner.where { !$0.is(Person.self) }), [company])
      XCTAssertEqual(try context.fetch(Owner.where { $0.as(Person.self).age > 30 }), [person])
      XCTAssertEqual(
        try context.fetch(Owner.where { $0.as(Company.self)?.revenue == 2 }), [company])
      XCTAssertEqual(try context.count(Owner.where { $0.as(Person.self).age == nil }), 1)
      XCTAssertEqual(
        try context.fetch(Item.where { $0.owner.as(Person.self).age > 1 }).map(\.whole), [0])
      XCTAssertEqual(
        try context.fetch(Item.where { $0.owner.is(Company.self) }).map(\.whole), [1])
    }
  }
}
