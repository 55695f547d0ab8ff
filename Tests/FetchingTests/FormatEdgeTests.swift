import Foundation
import ModelRuntime
import XCTest

/// Rare predicate formats, for which the store and memory have to find the expected
/// objects.
final class FormatEdgeTests: CatalogTestCase {
  private func fill() throws {
    let rows: [(String, Int64, Int16, Bool, [String])] = [
      ("ab", 7, 2, true, ["x", "y"]), ("ba", 4, 4, false, ["y"]), ("cab", 1, 3, true, []),
    ]
    var items: [Item] = []
    for (name, whole, small, isOpen, words) in rows {
      let item = Item(in: context)
      (item.name, item.whole, item.small, item.isOpen) = (name, whole, small, isOpen)
      (item.words, item.day) = (words, Date(timeIntervalSinceReferenceDate: Double(whole)))
      items.append(item)
    }
    for weight in [1, 2] as [Int64] {
      let part = Part(in: context)
      part.weight = weight
      items[0].parts.append(part)
    }
    items[0].twin = items[1]
    try context.save()
  }

  private func check(_ cases: [(format: String, found: [String])], line: UInt = #line) throws {
    try fill()
    let all = try context.fetch(Item.all)
    for (format, found) in cases {
      let predicate = try ObjectPredicate(format: format)
      let stored = try context.fetch(FetchRequest<Item>(predicate)).compactMap(\.name).sorted()
      XCTAssertEqual(stored, found, "\(format) in the store", line: line)
      let kept = try all.filtered(by: predicate).compactMap(\.name).sorted()
      XCTAssertEqual(kept, found, "\(format) in memory", line: line)
    }
  }

  func testQuantifiersOfWrittenLists() throws {
    try check([
      ("ANY {1, 7} == whole", ["ab", "cab"]), ("ANY {whole, small} == 4", ["ba"]),
      ("ALL {whole, small} > 1", ["ab", "ba"]), ("NONE {1, 7} == whole", ["ba"]),
      ("whole IN {small, 7}", ["ab", "ba"]),
    ])
  }

  func testFunctionsByTheirNames() throws {
    try check([
      ("noindex:(name) == 'ab'", ["ab"]), ("objectFrom:withIndex:(words, 0) == 'y'", ["ba"]),
      ("castObject:toType:(whole, 'NSString') == '7'", ["ab"]),
      ("random() >= 0 AND whole == 7", ["ab"]), ("random:(5) < 5 AND whole == 4", ["ba"]),
      ("add:to:(3, day) == CAST(7, 'NSDate')", ["ba"]), ("count:(parts, {1, 2}) == 4", ["ab"]),
      ("median:(whole, small, 3) == 3", ["ab", "cab"]),
    ])
  }

  func testChoicesOfObjects() throws {
    try check([
      ("TERNARY(isOpen == TRUE, twin, other).name == 'ba'", ["ab"]),
      ("TERNARY(isOpen == FALSE, other, twin) == NULL", ["cab"]),
      ("TERNARY(whole > 3, twin, NULL) != NULL", ["ab"]),
    ])
  }
}
