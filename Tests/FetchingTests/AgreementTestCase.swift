import TestSupport
import XCTest

/// A test case that answers random requests in several ways and compares the answers.
class AgreementTestCase: XCTestCase {
  /// The number of refused requests, by the reason.
  var refusals: [String: Int] = [:]
  var failures = 0
  var cases = 0

  /// Runs a number of rounds, each with its own seed, until there are too many failures.
  ///
  /// - Parameters:
  ///   - size: The number of cases in a round.
  ///   - share: At most one in this number of cases may be refused.
  func checkRounds(
    of name: String, _ rounds: Int, size: Int, refusedAtMostOneIn share: Int,
    _ check: (UInt64) throws -> Void
  ) throws {
    print("agreement of \(name): MODEL_SEED=\(TestRun.seed)")
    for round in 0..<UInt64(rounds) where failures < 8 { try check(TestRun.seed &+ round) }
    print("agreement of \(name): \(cases) cases, refused: \(refusals)")
    if failures == 0 { XCTAssertGreaterThanOrEqual(cases, rounds * size) }
    XCTAssertLessThan(refusals.values.reduce(0, +), max(cases / share, 1))
  }
}
