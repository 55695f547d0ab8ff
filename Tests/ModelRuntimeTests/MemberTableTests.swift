import TestSupport
import XCTest

@testable import ModelRuntime
@testable import ModelStorage

/// A member table behaves like a dictionary of lists by slot, and does not keep empty
/// lists.
final class MemberTableTests: XCTestCase {
  private static let pageSize = 8

  func testRandomMembersAreThoseOfADictionary() {
    let seed = TestRun.seed
    var random = RandomSource(seed: seed)
    for round in 0..<200 {
      let table = MemberTable()
      var plain: [Int: [Int64]] = [:]
      var slotCount = Self.pageSize * (1 + random.number(below: 5))
      for _ in 0..<60 {
        switch random.number(below: 8) {
        case 0..<3: add(to: table, &plain, slotCount, &random)
        case 3..<6:
          let slot = random.number(below: slotCount)
          table.remove(slot)
          plain[slot] = nil
        case 6: slotCount += Self.pageSize
        default: movePages(of: table, &plain, &slotCount, &random)
        }
        for slot in 0..<slotCount {
          XCTAssertEqual(
            table.members(slot).map { Array($0) }, plain[slot], "round \(round), seed \(seed)")
        }
      }
      for slot in 0..<slotCount { table.remove(slot) }
      XCTAssertEqual(table.listCount, 0, "round \(round), seed \(seed)")
    }
  }

  private func add(
    to table: MemberTable, _ plain: inout [Int: [Int64]], _ slotCount: Int,
    _ random: inout RandomSource
  ) {
    let slots = (0..<slotCount).shuffled(using: &random).prefix(random.number(below: 6))
    let lists = slots.map { _ in
      (0..<random.number(below: 4)).map { _ in Int64(random.number(below: 1000)) }
    }
    let members = MemberLists(lists.map { KeyList(distinct: $0) })
    table.add(members.keys, slotCount: slotCount) { enter in
      for (place, slot) in slots.enumerated() { enter(slot, members.range(place)) }
    }
    for (slot, list) in zip(slots, lists) { plain[slot] = list }
  }

  /// Keeps some pages in another order, after the members on the other pages have been
  /// removed.
  private func movePages(
    of table: MemberTable, _ plain: inout [Int: [Int64]], _ slotCount: inout Int,
    _ random: inout RandomSource
  ) {
    let pages = (0..<slotCount / Self.pageSize).shuffled(using: &random)
    let kept = pages.prefix(1 + random.number(below: pages.count))
    let moves = kept.enumerated().map { (from: $1 * Self.pageSize, to: $0 * Self.pageSize) }
    for slot in 0..<slotCount where !kept.contains(slot / Self.pageSize) { table.remove(slot) }
    table.move(pages: moves, of: Self.pageSize)
    let old = plain
    plain = [:]
    for (from, to) in moves {
      for offset in 0..<Self.pageSize { plain[to + offset] = old[from + offset] }
    }
    slotCount = moves.count * Self.pageSize
  }
}
