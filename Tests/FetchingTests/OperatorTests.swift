import Foundation
import ModelRuntime
import XCTest

/// The operators of typed conditions, each on the same three items. The store and memory
/// have to find the named items.
final class OperatorTests: CatalogTestCase {
  private typealias Case = (name: String, condition: (Paths<Item>) -> Condition, found: [String])

  private func fill() throws {
    let rows: [(String, String, Int64, Int16, Double, TimeInterval?)] = [
      // The dates are the evening of Friday, May 18, 2012, and the last seconds of
      // Saturday, December 31, 2011.
      ("ab", "b", 7, 2, 1.5, 1_337_383_845), ("ba", "ba", 4, 4, 4, 1_325_375_998),
      ("cab", "CAB", 1, 3, 2.5, nil),
    ]
    for (name, code, whole, small, real, day) in rows {
      let item = Item(in: context)
      (item.name, item.code, item.whole, item.small, item.real) = (name, code, whole, small, real)
      item.day = day.map { Date(timeIntervalSince1970: $0) }
    }
    try context.save()
  }

  private func item(_ name: String) throws -> Item {
    try XCTUnwrap(try context.first(Item.where { $0.name == name }))
  }

  private func check(_ cases: [Case], line: UInt = #line) throws {
    let all = try context.fetch(Item.all)
    for (name, condition, found) in cases {
      let request = Item.where(condition)
      let stored = try context.fetch(request).compactMap(\.name).sorted()
      XCTAssertEqual(stored, found, "\(name) in the store", line: line)
      let predicate = try XCTUnwrap(request.predicate)
      let kept = try all.filtered(by: predicate).compactMap(\.name).sorted()
      XCTAssertEqual(kept, found, "\(name) in memory", line: line)
    }
  }

  func testPartsOfDates() throws {
    try fill()
    try check([
      ("year", { $0.day.year == 2012 }, ["ab"]),
      ("month", { $0.day.month == 12 }, ["ba"]),
      ("day", { $0.day.day == 31 }, ["ba"]),
      ("hour", { $0.day.hour == 23 }, ["ab", "ba"]),
      ("minute", { $0.day.minute == 30 }, ["ab"]),
      ("second", { $0.day.second == 58 }, ["ba"]),
      ("weekday", { $0.day.weekday == 6 }, ["ab"]),
    ])
  }

  func testPartsOfDatesInATimeZone() throws {
    try fill()
    let tokyo = try XCTUnwrap(TimeZone(identifier: "Asia/Tokyo"))
    let kolkata = try XCTUnwrap(TimeZone(identifier: "Asia/Kolkata"))
    try check([
      ("year", { $0.day.year(in: tokyo) == 2012 }, ["ab", "ba"]),
      ("year by name", { $0.day.year(in: "Asia/Tokyo") == 2012 }, ["ab", "ba"]),
      ("month", { $0.day.month(in: tokyo) == 1 }, ["ba"]),
      ("month by name", { $0.day.month(in: "Asia/Tokyo") == 1 }, ["ba"]),
      ("day", { $0.day.day(in: tokyo) == 19 }, ["ab"]),
      ("day by name", { $0.day.day(in: "Asia/Tokyo") == 1 }, ["ba"]),
      ("hour", { $0.day.hour(in: tokyo) == 8 }, ["ab", "ba"]),
      ("hour by name", { $0.day.hour(in: "Asia/Kolkata") == 5 }, ["ab", "ba"]),
      ("minute", { $0.day.minute(in: kolkata) == 0 }, ["ab"]),
      ("minute by name", { $0.day.minute(in: "Asia/Kolkata") == 29 }, ["ba"]),
      ("second", { $0.day.second(in: kolkata) == 45 }, ["ab"]),
      ("second by name", { $0.day.second(in: "Asia/Kolkata") == 58 }, ["ba"]),
      ("weekday", { $0.day.weekday(in: tokyo) == 7 }, ["ab"]),
      ("weekday by name", { $0.day.weekday(in: "Asia/Tokyo") == 1 }, ["ba"]),
    ])
  }

  func testDatesAndSeconds() throws {
    try fill()
    let newYear = Date(timeIntervalSince1970: 1_325_376_000)
    try check([
      ("earlier", { $0.day - 1_000 < newYear }, ["ba"]),
      ("later", { $0.day + 1_000 > newYear }, ["ab", "ba"]),
      ("distance", { $0.day.distance(to: newYear) == 2 }, ["ba"]),
      ("distance to now", { $0.day.distance(to: ValueExpression<Date>.now) > 1 }, ["ab", "ba"]),
      ("since now", { $0.day.timeIntervalSinceNow < 0 }, ["ab", "ba"]),
      ("since another", { $0.day.timeIntervalSince($0.day) == 0 }, ["ab", "ba"]),
      ("from a date", { newYear.timeIntervalSince($0.day) == 2 }, ["ba"]),
    ])
  }

  func testANumberBeforeAnExpression() throws {
    try fill()
    try check([
      ("+", { 10 + $0.whole == 17 }, ["ab"]), ("-", { 10 - $0.whole == 6 }, ["ba"]),
      ("*", { 2 * $0.whole == 8 }, ["ba"]), ("/", { 14 / $0.whole == 2 }, ["ab"]),
      ("%", { 10 % $0.whole == 2 }, ["ba"]), ("min", { min(5, $0.whole) == 5 }, ["ab"]),
      ("max", { max(5, $0.whole) == 5 }, ["ba", "cab"]),
      ("-x", { -$0.whole == -4 }, ["ba"]), ("abs", { abs(4 - $0.whole) == 3 }, ["ab", "cab"]),
    ])
  }

  func testNumbersOfDifferentTypes() throws {
    try fill()
    let three = 3
    try check([
      ("==", { $0.whole == $0.real }, ["ba"]), ("!=", { $0.whole != $0.real }, ["ab", "cab"]),
      ("<", { $0.whole < $0.real }, ["cab"]), ("<=", { $0.whole <= $0.real }, ["ba", "cab"]),
      (">", { $0.whole > $0.real }, ["ab"]), (">=", { $0.whole >= $0.real }, ["ab", "ba"]),
      ("Int ==", { three == $0.small }, ["cab"]), ("Int !=", { three != $0.small }, ["ab", "ba"]),
      ("Int <", { three < $0.small }, ["ba"]), ("Int <=", { three <= $0.small }, ["ba", "cab"]),
      ("Int >", { three > $0.small }, ["ab"]), ("Int >=", { three >= $0.small }, ["ab", "cab"]),
      ("real + whole", { $0.real + $0.whole == 8.5 }, ["ab"]),
      ("whole + real", { $0.whole + $0.real == 3.5 }, ["cab"]),
      ("real - whole", { $0.real - $0.whole == 0 }, ["ba"]),
      ("whole - real", { $0.whole - $0.real == 5.5 }, ["ab"]),
      ("real / whole", { $0.real / $0.whole == 1 }, ["ba"]),
      ("whole / real", { $0.whole / $0.real == 0.4 }, ["cab"]),
      ("whole - small", { $0.whole - $0.small == 5 }, ["ab"]),
      ("whole / small", { $0.whole / $0.small == 1 }, ["ba"]),
      ("whole % small", { $0.whole % $0.small == 1 }, ["ab", "cab"]),
    ])
  }

  func testBits() throws {
    try fill()
    try check([
      ("&", { ($0.whole & ($0.whole - 1)) == 0 }, ["ba", "cab"]),
      ("& number", { ($0.whole & 2) == 2 }, ["ab"]),
      ("|", { ($0.whole | ($0.whole + 1)) == 3 }, ["cab"]),
      ("| number", { ($0.whole | 2) == 6 }, ["ba"]),
      ("^", { ($0.whole ^ ($0.whole + 1)) == 1 }, ["ba"]),
      ("^ number", { ($0.whole ^ 5) == 4 }, ["cab"]),
    ])
  }

  func testOrderAndChoice() throws {
    try fill()
    let five: Int64 = 5
    try check([
      (">= expression", { $0.whole >= $0.whole * 2 - 4 }, ["ba", "cab"]),
      ("value <=", { five <= $0.whole }, ["ab"]), ("value >", { five > $0.whole }, ["ba", "cab"]),
      ("value >=", { five >= $0.whole }, ["ba", "cab"]),
      ("then", { ($0.whole > 3).then(1, else: 2) == 2 }, ["cab"]),
    ])
  }

  func testMembersBehindAValue() throws {
    try fill()
    for name in ["ba", "cab"] { try item(name).parts = [Part(in: context)] }
    try context.save()
    let four: Int64 = 4
    try check([
      ("<", { four - 1 < $0.parts.item.whole }, ["ba"]),
      ("<=", { four <= $0.parts.item.whole }, ["ba"]),
      (">", { four > $0.parts.item.whole }, ["cab"]),
      (">=", { four >= $0.parts.item.whole }, ["ba", "cab"]),
    ])
    try check([
      ("==", { four == $0.parts.item.whole }, ["ba"]),
      ("in", { $0.parts.item.whole.in(2..<four) }, []),
      ("in", { $0.parts.item.whole.in(2..<(four + 1)) }, ["ba"]),
    ])
  }

  func testTextsOfAnItem() throws {
    try fill()
    try check([
      ("suffix", { $0.name.hasSuffix($0.code) }, ["ab", "ba"]),
      ("folded suffix", { $0.name.hasSuffix($0.code, .caseInsensitive) }, ["ab", "ba", "cab"]),
      ("equals", { $0.name.equals($0.code) }, ["ba"]),
      ("folded equals", { $0.name.equals($0.code, .caseInsensitive) }, ["ba", "cab"]),
    ])
  }

  func testTextsOfTheProgram() throws {
    try fill()
    // These are separate closures because Foundation has functions with the same names.
    let within: (Paths<Item>) -> Condition = { "cabin".contains($0.name) }
    let begins: (Paths<Item>) -> Condition = { "cabin".hasPrefix($0.name) }
    let ends: (Paths<Item>) -> Condition = { "scab".hasSuffix($0.name) }
    try check([
      ("within", within, ["ab", "cab"]), ("prefix", begins, ["cab"]),
      ("suffix", ends, ["ab", "cab"]),
    ])
  }

  func testObjectsThatMayBeNil() throws {
    try fill()
    let (one, other) = (try item("ab"), try item("ba"))
    one.twin = other
    try context.save()
    try check([
      ("names", { $0.twin?.name != $0.other?.name }, ["ab", "ba"]),
      ("same names", { $0.twin?.name == $0.other?.name }, ["cab"]),
      ("ID", { $0.twin == other.objectID }, ["ab"]),
      ("other ID", { $0.twin != other.objectID }, ["ba", "cab"]),
      ("both", { $0.twin == $0.other }, ["cab"]),
      ("not both", { $0.twin != $0.other }, ["ab", "ba"]),
    ])
  }

  func testCompositesDiffer() throws {
    try fill()
    var place = Place()
    place.street = "Main"
    try item("ab").place = place
    try context.save()
    try check([
      ("!=", { $0.place != place }, ["ba", "cab"]), ("== nil", { $0.place == nil }, ["ba", "cab"]),
      ("!= nil", { $0.place != nil }, ["ab"]),
    ])
  }

  func testCompositesInLists() throws {
    try fill()
    var place = Place()
    place.street = "Main"
    try item("ab").place = place
    try context.save()
    let places = [place]
    let noPath: CompositePaths<Place>? = nil
    try check([
      ("in", { $0.place?.in(places) ?? false }, ["ab"]),
      ("contains", { places.contains($0.place) }, ["ab"]),
      ("no path", { _ in places.contains(noPath) }, []),
    ])
  }

  func testValuesAndKeysMakeAnOrderTogether() throws {
    try save([("b", 1), ("A", 1), ("a", 2)])
    let mixed = Item.all.sorted { [$0.whole.descending, $0.name] }
    XCTAssertEqual(try context.fetch(mixed).map(\.name), ["a", "A", "b"])
    let folded = Item.all.sorted { [$0.name.ascending(.caseInsensitive, .diacriticInsensitive)] }
    XCTAssertEqual(try context.fetch(folded).map(\.name), ["A", "a", "b"])
  }
}
