import Foundation
import ModelRuntime
import XCTest

/// Functions of values that are reached through a to-many relationship. A comparison
/// holds if it holds for one of the values, in the store and in memory.
final class MemberFunctionTests: CatalogTestCase {
  /// Makes two companies. The items of the first company have twins, one of which has no
  /// name.
  private func fill() throws -> [Company] {
    let companies = ["one", "two"].map { name in
      let company = Company(in: context)
      company.name = name
      return company
    }
    let items = try save([("a", 1), ("b", 2), ("c", 3), ("A", 4), (nil, 5)])
    for (item, owner) in zip(items, [0, 0, 1]) { item.owner = companies[owner] }
    items[0].twin = items[3]
    items[1].twin = items[4]
    items[3].day = Date(timeIntervalSinceReferenceDate: 86_400)
    try context.save()
    return companies
  }

  func testAComparisonOfAFunctionHoldsWhereItDoesForOne() throws {
    let companies = try fill()
    let range: ClosedRange<Int64> = 9...10
    let rows: [(name: String, request: FetchRequest<Company>, names: [String])] = [
      ("lower", Company.where { $0.items.twin.name.lowercased == "a" }, ["one"]),
      ("upper", Company.where { $0.items.twin.name.uppercased == "a" }, []),
      ("prefix", Company.where { $0.items.twin.name.lowercased.hasPrefix("a") }, ["one"]),
      ("length", Company.where { $0.items.twin.name.lowercased.count == 1 }, ["one"]),
      ("text", Company.where { $0.items.twin.name + "x" == "Ax" }, ["one"]),
      ("sum", Company.where { $0.items.twin.whole + 1 == 6 }, ["one"]),
      ("twice", Company.where { ($0.items.twin.whole + 1) * 2 == 12 }, ["one"]),
      ("range", Company.where { one in (one.items.twin.whole * 2).in(range) }, ["one"]),
      ("year", Company.where { $0.items.twin.day.year == 2001 }, ["one"]),
      ("nil", Company.where { ($0.items.twin.name ?? "none") == "none" }, ["one"]),
      ("both", Company.where { ($0.items.twin.name ?? "none") == "c" }, []),
      ("inner", Company.where { $0.items.any { $0.tags.items.twin.whole + 1 == 6 } }, []),
    ]
    for hasChanges in [false, true] {
      if hasChanges { companies[1].revenue = 1 }
      for row in rows {
        let found = try context.fetch(row.request)
        XCTAssertEqual(found.map { $0.name ?? "" }, row.names, "\(row.name) \(hasChanges)")
        let predicate = try XCTUnwrap(row.request.predicate)
        let filtered = try companies.filtered(by: predicate)
        XCTAssertEqual(filtered.map { $0.name ?? "" }, row.names, "\(row.name) in memory")
      }
    }
  }

  /// An object outside of the closure is not the one inside.
  func testSumsOfComputedValues() throws {
    let companies = try fill()
    let items = try context.fetch(Item.all)
    items[0].tags = [Tag(in: context, label: "t", rank: 1), Tag(in: context, label: "u", rank: 2)]
    items[2].price = 7
    try context.save()
    let format = "values:(SUBQUERY(items, $x, $x.whole * $x.whole != nil)).@sum > 5"
    let rows: [(name: String, request: FetchRequest<Company>, names: [String])] = [
      ("sum", Company.where { $0.items.sum { $0.whole * $0.whole } > 5 }, ["two"]),
      ("format", FetchRequest(try ObjectPredicate(format)), ["two"]),
      ("nil", Company.where { $0.items.sum { ($0.price ?? 0) * 2 } == 14 }, ["two"]),
      ("greatest", Company.where { $0.items.max { $0.whole + 1 } == 3 }, ["one"]),
      ("least", Company.where { $0.items.min { $0.name.lowercased } == "c" }, ["two"]),
      ("mean", Company.where { $0.items.average { $0.whole * 2 } == 3 }, ["one"]),
      ("path", Company.where { $0.items.sum { $0.twin.whole + 1 } == 11 }, ["one"]),
      (
        "none", Company.where { $0.items.filter { $0.whole > 9 }.sum { $0.whole * 2 } == 0 },
        ["one", "two"]
      ),
      (
        "nested",
        Company.where { $0.items.sum { item in item.tags.sum { $0.rank * item.whole } } == 3 },
        ["one"]
      ),
      (
        "outer", Company.where { one in one.items.map { $0.name + one.name }.contains("bone") },
        ["one"]
      ),
    ]
    for hasChanges in [false, true] {
      if hasChanges { companies[1].revenue = 1 }
      for row in rows {
        let found = try context.fetch(row.request)
        XCTAssertEqual(found.map { $0.name ?? "" }, row.names, "\(row.name) \(hasChanges)")
        let filtered = try companies.filtered(by: try XCTUnwrap(row.request.predicate))
        XCTAssertEqual(filtered.map { $0.name ?? "" }, row.names, "\(row.name) in memory")
      }
    }
    for format in [
      "values:(items).@sum > 1", "values:(SUBQUERY(items, $x, TRUEPREDICATE)).@sum > 1",
      "values:(SUBQUERY(items, $x, $x.whole != 3)).@sum > 1",
    ] {
      XCTAssertThrowsError(try context.fetch(Company.self, matching: format), format)
    }
  }

  /// Nothing says which of them belong together.
  func testAFunctionOfTwoManysIsRefused() throws {
    _ = try fill()
    let request = Company.where { $0.items.twin.whole + $0.items.twin.small == 6 }
    XCTAssertThrowsError(try context.fetch(request))
  }
}
