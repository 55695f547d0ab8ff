import Foundation

/// Does one cell with one contender, a given number of times, and prints the checksum: what runs
/// under valgrind.
///
/// All repetitions are prepared, those too that are not done, and nothing is let go of; so two
/// runs differ by the timed parts alone.
struct RepeatCommand {
  /// How many repetitions are prepared.
  static let prepared = 3

  private let options: Options

  init(_ options: Options) {
    self.options = options
  }

  func run() throws {
    guard let cell = options.cells.first, let entry = options.contenders.first,
      let path = options.store
    else { throw BenchError("repeat needs --cell, --contender and --store") }
    let workload = RepeatCommand.workload(options)
    let contender = try entry.open(path)
    var bodies: [Body] = []
    var outcomes: [Outcome] = []
    for repetition in 0..<RepeatCommand.prepared {
      let body = try cell.prepared(contender, workload, repetition: repetition)
      bodies.append(body)
      if repetition < options.repeats { outcomes.append(try body()) }
    }
    let checksum = outcomes.compactMap(\.checksum).last
    print(checksum.map { "\($0.count) \($0.sum)" } ?? "wrote")
    fflush(nil)
    _exit(0)
  }

  static func workload(_ options: Options) -> Workload {
    Workload(all: options.size ?? 1_000, some: options.some, repetitions: prepared)
  }
}
