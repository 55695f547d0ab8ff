import Foundation
import TestSupport
import XCTest

/// Tries mutations by their seeds, on all cores.
///
/// `MODEL_LONG_CHECKS` tries more. `MODEL_MUTATIONS` sets another number, `MODEL_SEED` where to
/// begin.
enum Mutations {
  /// Runs a check for every seed, and reports what it finds wrong.
  ///
  /// - Parameters:
  ///   - count: How many `make test` tries.
  ///   - long: How many the long checks try.
  ///   - check: Gives what is wrong, or nil.
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
      // Other threads than the first have little stack, and code without
      // optimisation takes much.
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

/// What the threads found.
///
/// `@unchecked` because the lock guards what changes.
private final class Findings: @unchecked Sendable {
  private let lock = NSLock()
  private let finished = DispatchSemaphore(value: 0)
  private var texts: [String] = []

  func add(_ text: String) { lock.withLock { texts.append(text) } }

  func finish() { finished.signal() }

  func wait() { finished.wait() }

  var all: [String] { lock.withLock { texts } }
}

/// A sample model, whole and in its parts: a few declarations say as much about
/// a parser as all of them, and take a fraction of the time.
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

  /// Whether comments wait for the declaration that they belong to.
  private static func continues(_ block: String?) -> Bool {
    guard let block else { return false }
    return block.split(separator: "\n").allSatisfy { $0.hasPrefix("//") || $0.hasPrefix("@") }
  }

  /// The whole, or the header and up to three declarations.
  func text(_ random: inout RandomSource) -> String {
    if random.once(in: 40) { return ([header] + declarations).joined(separator: "\n") }
    let count = 1 + random.number(below: 3)
    return ([header] + (0..<count).map { _ in random.pick(declarations) }).joined(separator: "\n")
  }
}
