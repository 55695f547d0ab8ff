import CSQLiteRaw
import Foundation

/// Instructions of the cells of ``MatrixCell`` at one size, counted by valgrind in a process each, from the start of the
/// timed part to its end.
struct CountsCommand {
  private let rows: Int
  private let files: MatrixFiles
  private let cells: [MatrixCell]

  init(_ options: Options) throws {
    rows = options.size ?? 10_000
    files = try MatrixFiles(in: options.folder, rows: rows)
    cells = options.operations.filter { [rows] in rows <= $0.most }
  }

  func run() throws {
    defer { files.remove() }
    print("Instructions by valgrind, thousands by hand, and ratios to them; \(rows) rows.\n")
    print("".padded(to: 74) + ["by hand", "ours", "GRDB"].map { $0.padded(left: 12) }.joined())
    for cell in cells {
      let counts = try count(cell)
      let raw = counts[.raw].map(Double.init)
      let ratios = [MatrixContender.ours, .grdb].map { contender in
        guard let count = counts[contender].map(Double.init) else { return "-".padded(left: 12) }
        // Where nothing is done by hand, thousands.
        return raw.map { String(format: "%12.2f", count / $0) }
          ?? String(format: "(%.0f)", count / 1e3).padded(left: 12)
      }
      print(
        cell.fullName.padded(to: 74)
          + (raw.map { String(format: "%12.0f", $0 / 1e3) } ?? "-".padded(left: 12))
          + ratios.joined())
      // A file shows too how far it is.
      fflush(nil)
    }
  }

  private func count(_ cell: MatrixCell) throws -> [MatrixContender: Int] {
    var counts: [MatrixContender: Int] = [:]
    var first: Int?
    for contender in MatrixContender.allCases where cell.takesPart(contender) {
      try files.withStore(of: cell) { path in
        let result = try Subprocess.run(
          "valgrind",
          [
            "--tool=callgrind", "--callgrind-out-file=/dev/null", "--instr-atstart=no",
            Machine.program,
          ] + TrialCommand.arguments(cell, contender, path, rows: rows),
          environment: ["SWIFT_DETERMINISTIC_HASHING": "1"])
        let figure = try cell.figure(try TrialReport(result.output).figure, path)
        guard figure == first ?? figure else {
          throw BenchError("\(cell.title): \(contender.rawValue) came to another figure")
        }
        first = figure
        counts[contender] = try Callgrind.collected(result.errors)
      }
    }
    return counts
  }
}

/// One trial of a cell of the matrix in a process of its own: what runs under valgrind, and where memory is measured.
struct TrialCommand {
  private let options: Options

  init(_ options: Options) {
    self.options = options
  }

  static func arguments(
    _ cell: MatrixCell, _ contender: MatrixContender, _ path: String, rows: Int
  ) -> [String] {
    [
      "trial", "--operation", cell.fullName, "--by", contender.rawValue, "--store", path,
      "--size", String(rows),
    ]
  }

  func run() throws {
    guard let cell = options.operations.first, let path = options.store, let rows = options.size,
      let trial = try cell.prepare(options.by, path, rows: rows)
    else { throw BenchError("trial needs --operation, --by, --store and --size") }
    Machine.forgetPeak()
    let before = (Machine.memory("VmRSS"), raw_malloc_bytes())
    raw_start_counting()
    let figure = try trial()
    raw_stop_counting()
    let live = Int(raw_malloc_bytes() - before.1)
    print(figure, live, Machine.memory("VmHWM") - before.0)
    withExtendedLifetime(trial) {}
    fflush(nil)
    _exit(0)
  }
}

/// What a trial in a process of its own prints.
struct TrialReport {
  let figure: Int
  /// The bytes that it holds more from `malloc` than before.
  let live: Int
  /// The most bytes of memory that it took more than before.
  let peak: Int

  init(_ output: String) throws {
    let numbers = output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    guard numbers.count == 3 else { throw BenchError("a trial printed '\(output)'") }
    (figure, live, peak) = (numbers[0], numbers[1], numbers[2])
  }
}
