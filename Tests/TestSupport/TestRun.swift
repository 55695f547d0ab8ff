import Foundation

/// The extent of a test run.
///
/// `make test` always uses the same seed, so that it only reports the effects of a
/// change. `make check` sets `MODEL_LONG_CHECKS`, which runs more random tests from a
/// new seed. `MODEL_SEED` sets the seed, to repeat a failure or to use another seed in
/// the short form.
package enum TestRun {
  package static let isLong = environment["MODEL_LONG_CHECKS"] != nil

  /// The sanitizer that the tests were built with, such as in `make check-address`, or
  /// nil. Programs that tests compile use the same sanitizer, and their times and
  /// memory are not those of a plain build.
  package static let sanitizer = environment["MODEL_SANITIZER"]

  /// The first seed of random tests.
  package static let seed: UInt64 = {
    if let text = environment["MODEL_SEED"], let seed = UInt64(text) { return seed }
    guard isLong else { return 1 }
    let seed = UInt64.random(in: 0..<1 << 32)
    print("random tests begin at MODEL_SEED=\(seed)")
    return seed
  }()

  private static let environment = ProcessInfo.processInfo.environment
}
