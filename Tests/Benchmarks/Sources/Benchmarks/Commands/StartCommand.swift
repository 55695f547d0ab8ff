import BenchModel
import Foundation
import GRDB
import ModelRuntime

/// The first row of a process: start, open, fetch one by its key. Beside the same by hand in this program, and in a
/// program of C alone, which starts with less.
struct StartCommand {
  private static let rounds = 21

  private let files: MatrixFiles

  init(_ options: Options) throws {
    files = try MatrixFiles(in: options.folder, rows: options.size ?? 1_000)
  }

  func run() throws {
    defer { files.remove() }
    let path = files.path(.banks)
    let here = ["first", "--store", path, "--by"]
    let ways: [(title: String, words: [String])] = [
      ("C", [cProgram, path]),
      ("by hand in Swift", [Machine.program] + here + ["raw"]),
      ("this library", [Machine.program] + here + ["ours"]),
      ("GRDB", [Machine.program] + here + ["grdb"]),
    ]
    var times = ways.map { _ in [Double]() }
    for round in 0...Self.rounds {
      for (index, way) in ways.enumerated() {
        let time = try Stopwatch.milliseconds { try Self.wait(for: way.words) }
        if round > 0 { times[index].append(time) }
      }
    }
    print("The first row of a process, medians of \(Self.rounds). Load \(Machine.load).\n")
    let counts = try ways.map { try Self.count($0.words) }
    for (index, way) in ways.enumerated() {
      print(
        way.title.padded(to: 20)
          + String(
            format: "%8.2f ms (%5.2f of C) %12.0f thousand instructions (%5.2f of C)",
            times[index].median, times[index].median / times[0].median, counts[index] / 1e3,
            counts[index] / counts[0]))
    }
  }

  /// The program that is built beside this one.
  private var cProgram: String {
    URL(fileURLWithPath: Machine.program).deletingLastPathComponent()
      .appendingPathComponent("FirstRowC").path
  }

  /// The instructions of a process from its start to its end.
  private static func count(_ words: [String]) throws -> Double {
    let result = try Subprocess.run(
      "valgrind", ["--tool=callgrind", "--callgrind-out-file=/dev/null"] + words)
    return Double(try Callgrind.collected(result.errors))
  }

  /// Runs a program to its end. `Process` takes longer than the programs do.
  private static func wait(for words: [String]) throws {
    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var (child, status) = (pid_t(), Int32())
    guard posix_spawn(&child, words[0], nil, nil, &arguments, environ) == 0,
      waitpid(child, &status, 0) == child, status == 0
    else { throw BenchError("\(words[0]) did not end well: \(status)") }
  }
}

/// Opens a store and fetches one bank: what a process does first.
struct FirstCommand {
  private let options: Options

  init(_ options: Options) {
    self.options = options
  }

  func run() throws {
    guard let path = options.store else { throw BenchError("first needs --store") }
    guard try cert(path) == 1 else { throw BenchError("the first bank was not found") }
    // As a program of C ends: nothing is taken down.
    _exit(0)
  }

  private func cert(_ path: String) throws -> Int32? {
    switch options.by {
    case .ours:
      let context = try MatrixStore.banks.container(path).makeContext()
      return try FailedBankInfo.find(cert: 1, in: context)?.cert
    case .raw:
      let statement = try RawConnection(path: path).prepare(SQL.bankByCert)
      statement.bind(Int32(1), at: 1)
      return try statement.step() ? Bank(statement).cert : nil
    case .grdb:
      return try DatabaseQueue.open(path).read {
        try PlainBank.filter(Column("ZCERT") == 1).fetchOne($0)
      }?.cert
    }
  }
}
