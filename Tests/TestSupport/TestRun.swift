import Foundation

/// How far a run of the tests looks.
///
/// `make test` repeats what is known to hold: whoever runs it asks about a change, and a
/// seed of the moment would blame the change for what was wrong before. `make check` sets
/// `MODEL_LONG_CHECKS`: it looks for more, from a seed of its own. `MODEL_SEED` repeats
/// what a seed found, or looks elsewhere in the short form too.
package enum TestRun {
  package static let isLong = environment["MODEL_LONG_CHECKS"] != nil

  /// The sanitizer that the tests were built with, which `make check-address` says, for example:
  /// what they compile is built with it too, and times and memory are not those of the sources.
  package static let sanitizer = environment["MODEL_SANITIZER"]

  /// Where random tests begin.
  package static let seed: UInt64 = {
    if let text = environment["MODEL_SEED"], let seed = UInt64(text) { return seed }
    guard isLong else { return 1 }
    let seed = UInt64.random(in: 0..<1 << 32)
    print("random tests begin at MODEL_SEED=\(seed)")
    return seed
  }()

  private static let environment = ProcessInfo.processInfo.environment
}
