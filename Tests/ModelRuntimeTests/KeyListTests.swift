import TestSupport
import XCTest

@testable import ModelRuntime
@testable import ModelStorage

/// Key lists behave like arrays without duplicates, including lists that share an array.
final class KeyListTests: XCTestCase {
  func testPartsOfOneArrayChangeByThemselves() {
    let seed = TestRun.seed
    var random = RandomSource(seed: seed)
    for _ in 0..<300 {
      let all = (0..<Int64.random(in: 0...80, using: &random)).map { $0 * 3 }
      let cut = Int.random(in: 0...all.count, using: &random)
      var lists = [KeyList(distinct: all[..<cut]), KeyList(distinct: all[cut...])]
      var plain = [Array(all[..<cut]), Array(all[cut...])]
      for _ in 0..<40 {
        let which = Int.random(in: 0...1, using: &random)
        // Half of the keys are from the list itself, so that lists become short too.
        let own = Bool.random(using: &random) ? plain[which].randomElement(using: &random) : nil
        let key = own ?? Int64.random(in: 0...260, using: &random)
        change(&lists[which], &plain[which], key, Int.random(in: 0...2, using: &random))
        for (list, keys) in zip(lists, plain) {
          XCTAssertEqual(Array(list), keys, "seed \(seed)")
          XCTAssertEqual(list.contains(key), keys.contains(key), "seed \(seed)")
        }
      }
    }
  }

  func testAListThatBecameShortKnowsWhoJoins() {
    var list = KeyList(distinct: Array(1...25))
    for key in Int64(1)...5 { XCTAssertTrue(list.remove(key)) }
    XCTAssertTrue(list.append(99))
    XCTAssertTrue(list.contains(99))
    XCTAssertFalse(list.append(99))
    XCTAssertTrue(list.remove(99))
    XCTAssertEqual(list.count, 20)
  }

  func testKeysTakeTheOrderOfOthers() {
    let rows: [(keys: [Int64], others: [Int64], expected: [Int64])] = [
      ([1, 2, 3], [3, 1, 2], [3, 1, 2]), ([1, 2, 3], [3, 9], [3, 1, 2]), ([1, 2], [], [1, 2]),
      ([], [1], []),
    ]
    for (keys, others, expected) in rows {
      XCTAssertEqual(KeyList(keys).ordered(as: others), expected, "\(keys) as \(others)")
    }
  }

  private func change(_ list: inout KeyList, _ plain: inout [Int64], _ key: Int64, _ kind: Int) {
    let place = plain.firstIndex(of: key)
    switch kind {
    case 0:
      XCTAssertEqual(list.append(key), place == nil)
      if place == nil { plain.append(key) }
    case 1:
      XCTAssertEqual(list.removeKeepingOrder(key), place != nil)
      if let place { plain.remove(at: place) }
    default:
      XCTAssertEqual(list.remove(key), place != nil)
      guard let place else { return }
      // The last key moves into the gap.
      plain.swapAt(place, plain.count - 1)
      plain.removeLast()
    }
  }
}
