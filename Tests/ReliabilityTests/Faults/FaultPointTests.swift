import Foundation
import ModelRuntime
import TestSupport
import XCTest

/// Tests with a fault at every file operation of SQLite and Foundation.
final class FaultPointTests: XCTestCase {

  private func check(_ scenarios: [FaultScenario], _ name: String) throws {
    let seed = TestRun.seed
    var (count, uncertain) = (0, 0)
    for scenario in scenarios {
      // Scenarios with known failures run only in the long form.
      guard TestRun.isLong || scenario.open == nil else { continue }
      var injection = FaultInjection(scenario, isWhole: TestRun.isLong, seed: seed)
      try injection.run()
      count += injection.injected
      uncertain += injection.uncertain
      let findings = injection.findings
      if !findings.isEmpty { print("\(name), \(scenario.name): \(findings.count) findings") }
      for finding in findings.prefix(5) { print("  \(finding)") }
      guard let item = scenario.open else {
        XCTAssertEqual(findings.count, 0, scenario.name)
        continue
      }
      XCTAssertGreaterThan(
        findings.count, 0, "'\(scenario.name)' does no harm: it is not open for \(item)")
    }
    print("\(name): \(count) faults, \(uncertain) after the commit, seed \(seed)")
  }

  func testALogSurvivesEveryFault() throws { try check(FaultScenario.all(.writeAheadLog), "log") }

  func testARollbackJournalSurvivesEveryFault() throws {
    try check(FaultScenario.all(.delete), "rollback journal")
  }

  /// SQLite can report an error while it releases its locks. The commit has been made by
  /// then, and the library asks the store whether it was.
  func testACommitThatFailsAfterwardsIsMade() throws {
    let scenarios: [FaultScenario] = [
      .saving, .savingInGroup, .savingWithReader, .insertingBatch, .updatingBatch, .deletingBatch,
    ]
    for var scenario in scenarios {
      scenario.journalMode = .delete
      var injection = FaultInjection(scenario, isWhole: true, seed: 0)
      injection.kinds = FileLayer.Fault.all.filter { $0.name == "lock" && !$0.isForGood }
      try injection.run()
      XCTAssertEqual(injection.findings, [], scenario.name)
      XCTAssertEqual(injection.uncertain, 0, scenario.name)
    }
  }

  /// If the last step of a copy fails, its rows exist, and so do the files that they refer
  /// to.
  func testACopyThatFailsAfterwardsHasItsFiles() throws {
    for var scenario in [FaultScenario.copyingOver, .replacing] {
      scenario.journalMode = .delete
      var injection = FaultInjection(scenario, isWhole: true, seed: 0)
      injection.kinds = FileLayer.Fault.all.filter { $0.name == "lock" }
      if !TestRun.isLong { injection.latest = 6 }
      try injection.run()
      XCTAssertEqual(injection.findings, [], scenario.name)
      XCTAssertGreaterThan(injection.injected, 0)
    }
  }

  /// If the library cannot ask the store whether a commit was made, the next save detects
  /// it.
  func testASaveThatMayHaveBeenMadeIsNotMadeTwice() throws {
    var scenario = FaultScenario.saving
    scenario.journalMode = .delete
    var injection = FaultInjection(scenario, isWhole: true, seed: 0)
    injection.kinds = FileLayer.Fault.all.filter { $0.name == "lock" && $0.isForGood }
    injection.repeatsUncertain = true
    try injection.run()
    XCTAssertEqual(injection.findings, [])
    XCTAssertGreaterThan(injection.uncertain, 0)
  }

  func testXMLStoresSurviveEveryFault() throws { try check(FaultScenario.whole(.xml), "XML") }

  func testBinaryStoresSurviveEveryFault() throws {
    try check(FaultScenario.whole(.binary), "binary")
  }
}
