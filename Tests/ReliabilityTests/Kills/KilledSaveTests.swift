import FileFaults
import Foundation
import ModelRuntime
import TestSupport
import WorkloadSupport
import XCTest

/// A program that is killed in the middle of a save: at any moment, in the long form 1,000 times, and
/// before operations on files, in the long form before every one.
///
/// The test runs itself as a second process, which saves without end and says after each save how
/// many there were, and is killed.
final class KilledSaveTests: XCTestCase {
  private typealias Kind = KilledSaves.Kind

  private var rounds: Int { TestRun.isLong ? 200 : 2 }

  func testALogHasEverySaveThatWasMadeAndNoHalfOnes() throws { try check(.log) }

  func testARollbackJournalHasEverySaveThatWasMadeAndNoHalfOnes() throws {
    try check(.rollbackJournal)
  }

  func testAnXMLStoreHasEverySaveThatWasMadeAndNoHalfOnes() throws { try check(.xml) }

  func testABinaryStoreHasEverySaveThatWasMadeAndNoHalfOnes() throws { try check(.binary) }

  private func check(_ kind: Kind) throws {
    try XCTSkipUnless(ChildTest.isPossible, "the test program cannot be run again here")
    let seed = TestRun.seed
    var problems: [String] = []
    for round in 0..<rounds {
      let saves = try KilledSaves(kind)
      // The first save says that the child is there.
      let said = try saves.killed(
        afterSaying: "saved 1\n", delay: Double((seed &+ UInt64(round) * 7) % 30) / 100)
      problems += try saves.problems(after: said).map { "round \(round): \($0)" }
    }
    let points = try killAtOperations(kind, &problems)
    print("\(kind), seed \(seed): \(rounds) kills, \(points) at operations")
    XCTAssertEqual(problems.prefix(5), [], "\(kind), seed \(seed)")
  }

  /// Kills before operations on files of a save: before the last one of each kind, and in the long
  /// form before all.
  ///
  /// - Returns: The number of kills.
  private func killAtOperations(_ kind: Kind, _ problems: inout [String]) throws -> Int {
    var count = 0
    for (operation, number) in try KilledSaves(kind).operations() where number > 0 {
      for place in TestRun.isLong ? Array(0..<number) : [number - 1] {
        let saves = try KilledSaves(kind)
        let said = try saves.killed(before: place, of: operation)
        guard !said.contains("alive\n") else { continue }
        count += 1
        problems += try saves.problems(after: said).map {
          "before operation \(place) of kind \(operation): \($0)"
        }
      }
    }
    XCTAssertGreaterThan(count, 2, "\(kind): no operation of a save was reached")
    return count
  }

  /// Several contexts of the program save at once, some of them in one transaction.
  func testGroupsHaveEverySaveThatWasMadeAndNoHalfOnes() throws {
    try XCTSkipUnless(ChildTest.isPossible, "the test program cannot be run again here")
    let seed = TestRun.seed
    for round in 0..<rounds {
      let folder = try TemporaryFolder()
      let race = StockRace(Kind.groups.store(folder.file("S.store")))
      try race.make()
      let said = try ChildTest.killed(
        "ReliabilityTests.KilledSaveTests/testChildOnly",
        KilledSaves.variables(.groups, race.store.url), afterSaying: "saved ",
        delay: Double((seed &+ UInt64(round) * 7) % 30) / 100)
      let lines = said.split(separator: "\n")
      let saves = (0..<StockRace.writers).map { clerk in
        let count = lines.count { $0 == "saved \(clerk)" }
        return count...count + 1
      }
      let problems =
        try race.problems(saves) + lines.filter { $0.hasPrefix("problem ") }.map(String.init)
      XCTAssertEqual(problems, [], "groups of saves, seed \(seed), round \(round)")
    }
    print("groups of saves, seed \(seed): \(rounds) kills")
  }

  /// What the second process does.
  func testChildOnly() throws {
    guard try KilledSaves.runChild() else { throw XCTSkip("only another test runs this") }
  }
}
