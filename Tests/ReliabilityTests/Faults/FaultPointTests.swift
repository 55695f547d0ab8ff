import Foundation
import ModelRuntime
import TestSupport
import XCTest

/// Faults below SQLite and Foundation, at every operation on files.
final class FaultPointTests: XCTestCase {
  private static let isLong = ProcessInfo.processInfo.environment["MODEL_LONG_CHECKS"] == "1"

  private func check(_ scenarios: [FaultScenario], _ name: String) throws {
    let seed = UInt64.random(in: 0..<1_000_000)
    var count = 0
    for scenario in scenarios {
      // What is known to do harm is looked at in the long form alone.
      guard Self.isLong || scenario.open == nil else { continue }
      var injection = FaultInjection(scenario, isWhole: Self.isLong, seed: seed)
      try injection.run()
      count += injection.injected
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
    print("\(name): \(count) faults, seed \(seed)")
  }

  func testALogSurvivesEveryFault() throws { try check(FaultScenario.all(.writeAheadLog), "log") }

  func testARollbackJournalSurvivesEveryFault() throws {
    try check(FaultScenario.all(.delete), "rollback journal")
  }

  func testXMLStoresSurviveEveryFault() throws { try check(FaultScenario.whole(.xml), "XML") }

  func testBinaryStoresSurviveEveryFault() throws {
    try check(FaultScenario.whole(.binary), "binary")
  }
}
