import Foundation
import TestSupport
import XCTest

/// Runs mutations by their seeds, on all cores.
///
/// `MODEL_LONG_CHECKS` runs more. `MODEL_MUTATIONS` sets the number, and `MODEL_SEED` sets
/// the first seed.
enum Mutations {
  /// Runs a check for every seed, and reports the problems that it returns.
  ///
  /// - Parameters:
  ///   - count: The number of seeds in `make test`.
  ///   - long: The number of seeds in the long checks.
  ///   - check: Returns a problem, or nil if there is none.
  static func run(
    _ count: Int, long: Int, file: StaticString = #filePath, line: UInt = #line,
    check: @escaping @Sendable (UInt64) -> String?
  ) {
    let environment = ProcessInfo.processInfo.environment
    let wanted =
      environment["MODEL_MUTATIONS"].flatMap(Int.init) ?? (TestRun.isLong ? long : count)
    let first = TestRun.seed
    let findings = Findings()
    let cores = max(1, min(wanted, ProcessInfo.processInfo.activeProcessorCount))
    let threads = (0..<cores).map { core in
      // Threads other than the main thread have small stacks, and unoptimised code needs
      // much stack.
      let thread = Thread {
        for number in stride(from: core, to: wanted, by: cores) {
          let seed = first + UInt64(number)
          if let finding = check(seed) { findings.add("seed \(seed): \(finding)") }
        }
        findings.finish()
      }
      thread.stackSize = 8 << 20
      return thread
    }
    for thread in threads { thread.start() }
    for _ in threads { findings.wait() }
    for finding in findings.all.prefix(10) { XCTFail(finding, file: file, line: line) }
  }
}

/// The problems that the threads have found.
///
/// `@unchecked` because the lock guards the array.
private final class Findings: @unchecked Sendable {
  private let lock = NSLock()
  private let finished = DispatchSemaphore(value: 0)
  private var texts: [String] = []

  func add(_ text: String) { lock.withLock { texts.append(text) } }

  func finish() { finished.signal() }

  func wait() { finished.wait() }

  var all: [String] { lock.withLock { texts } }
}

/// A sample model and its declarations. A few declarations test a parser as well as the
/// whole model, in a fraction of the time.
struct SampleModel: Sendable {
  private let header: String
  private let declarations: [String]

  init(_ text: String) {
    var blocks: [String] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let isInside = line.isEmpty || line.first == " " || line.first == "}" || line.first == "{"
      if isInside || Self.continues(blocks.last), let last = blocks.indices.last {
        blocks[last] += "\n" + line
      } else {
        blocks.append(String(line))
      }
    }
    header = blocks.first ?? ""
    declarations = Array(blocks.dropFirst())
  }

  /// True if a block only consists of comments and attributes, so that its declaration
  /// follows.
  private static func continues(_ block: String?) -> Bool {
    guard let block else { return false }
    return block.split(separator: "\n").allSatisfy { $0.hasPrefix("//") || $0.hasPrefix("@") }
  }

  /// Returns the whole model, or the header and up to three random declarations.
  func text(_ random: inout RandomSource) -> String {
    if random.once(in: 40) { return ([header] + declarations).joined(separator: "\n") }
    let count = 1 + random.number(below: 3)
    return ([header] + (0..<count).map { _ in random.pick(declarations) }).joined(separator: "\n")
  }
}
