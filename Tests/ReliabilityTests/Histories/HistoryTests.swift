import Foundation
import ModelRuntime
import TestSupport
import XCTest

/// Tests random histories: the library must show and store the same as a plain graph in the
/// test, whatever happened before.
final class HistoryTests: XCTestCase {
  private func check(_ kind: HistoryKind, count: Int, long: Int) {
    // Kinds with known differences run only in the long form.
    guard TestRun.isLong || kind.open == nil else { return }
    let base = TestRun.seed
    let total = TestRun.isLong ? long : count
    var found = 0
    for number in 0..<UInt64(total) where found < 20 {
      var random = RandomSource(seed: base &+ number)
      let steps = random.history(kind, count: 8 + random.number(below: 24))
      guard HistoryRun.difference(steps, kind) != nil else { continue }
      found += 1
      let short = HistoryRun.shortened(steps, kind)
      print("seed \(base &+ number), \(kind.name): \(short)")
      print(HistoryRun.difference(short, kind) ?? "")
    }
    print("\(kind.name): \(total) histories from seed \(base), \(found) differences")
    guard let item = kind.open else { return XCTAssertEqual(found, 0, kind.name) }
    XCTAssertGreaterThan(found, 0, "'\(kind.name)' no longer differs: it is not open for \(item)")
  }

  /// The relationships that are unordered at both ends.
  private static let unordered = PlainGraph.relationships.indices.filter {
    !PlainGraph.relationships[$0].isOrdered
      && !PlainGraph.relationships[PlainGraph.relationships[$0].inverse].isOrdered
  }
  private static let friends = 19

  private func kind(
    _ name: String, open: String? = nil, _ change: (inout HistoryKind) -> Void = { _ in }
  ) -> HistoryKind {
    var kind = HistoryKind(name: name, open: open)
    change(&kind)
    return kind
  }

  func testLinksWithoutOrder() {
    check(
      kind("unordered") {
        $0.relationships = Self.unordered
        $0.refreshesChanges = false
      }, count: 30, long: 3000)
  }

  func testFriends() {
    check(
      kind("friends") {
        $0.relationships = [Self.friends]
        $0.refreshesChanges = false
      }, count: 30, long: 1000)
  }

  func testRefreshingKeepsChanges() {
    check(
      kind("refreshing") { $0.relationships = Self.unordered }, count: 30, long: 2000)
  }

  func testLinks() {
    check(kind("all") { $0.refreshesChanges = false }, count: 30, long: 2000)
  }

  func testLinksThatAreLoaded() {
    check(
      kind("loaded") {
        $0.leavesUnloaded = false
        $0.refreshesChanges = false
      }, count: 25, long: 1000)
  }

  func testUndo() {
    check(
      kind("undo") {
        $0.relationships = Self.unordered
        $0.undoes = true
        $0.refreshesChanges = false
      }, count: 30, long: 2000)
  }

  /// Undo also restores objects that were refreshed in the meantime.
  func testUndoAcrossRefreshes() {
    check(kind("undo across refreshes") { $0.undoes = true }, count: 30, long: 3000)
  }

  func testUndoOfGroups() {
    check(
      kind("undo of groups") {
        $0.relationships = [6, 7]
        $0.undoes = true
        $0.usesGroups = true
        $0.refreshesChanges = false
      }, count: 30, long: 1000)
  }

  /// In these histories undo or redo once deleted objects that had existed before the
  /// group.
  func testUndoneGroupsDeleteNothingElse() {
    let histories: [[HistoryStep]] = [
      [
        .insert(1), .save, .reopen, .group([.insert(0), .link(1, 7, 0, at: nil)]), .undo, .compare,
      ],
      [
        .insert(1), .insert(0), .insert(2), .link(1, 7, 0, at: nil), .save, .reopen,
        .group([.link(1, 7, 2, at: nil), .delete(0)]), .undo, .redo, .compare,
      ],
    ]
    for steps in histories {
      XCTAssertNil(HistoryRun.difference(steps, kind("undo of groups") { $0.undoes = true }))
    }
  }

  func testUndoOfOrders() {
    check(
      kind("undo of orders") {
        $0.undoes = true
        $0.refreshesChanges = false
      }, count: 25, long: 2000)
  }

  func testChildren() {
    check(
      kind("children") {
        $0.relationships = Self.unordered
        $0.usesChildren = true
        $0.refreshesChanges = false
      }, count: 30, long: 2000)
  }

  func testTwoContexts() {
    check(
      kind("two contexts") {
        $0.relationships = Self.unordered
        $0.usesOthers = true
        $0.refreshesChanges = false
      }, count: 30, long: 2000)
  }
}
