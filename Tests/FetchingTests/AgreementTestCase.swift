import TestSupport
import XCTest

/// A test that asks random things in several ways, which have to agree.
class AgreementTestCase: XCTestCase {
  /// How often something was refused, by the reason.
  var refusals: [String: Int] = [:]
  var failures = 0
  var cases = 0

  /// Checks round after round, each from a seed of its own, until too much is wrong.
  ///
  /// - Parameters:
  ///   - size: The cases of a round.
  ///   - share: One in so many cases may be refused.
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
