import CSQLiteRaw
import Foundation

/// Bytes a live object: what the program holds more from `malloc` after a fetch of all than
/// before, each contender in a process of its own.
struct MemoryCommand {
  private static let cells: [Cell] = [.fetchBanks, .fetchOrders]

  private let options: Options
  private let workload: Workload
  private let files: StoreFiles

  init(_ options: Options) throws {
    self.options = options
    workload = Workload(all: options.size ?? 100_000, some: options.some)
    files = try StoreFiles(in: options.folder)
  }

  func run() throws {
    defer { files.remove() }
    try files.fill(workload)
    var rows: [ResultRow] = []
    for cell in MemoryCommand.cells where options.cells.contains(cell) {
      var figures: [String: Double] = [:]
      for contender in options.contenders {
        let bytes = try live(cell, contender)
        figures[contender.name] = Double(bytes) / Double(workload.all)
      }
      let title = cell == .fetchBanks ? "a bank (7 columns)" : "an order (14 columns)"
      rows.append(ResultRow(cell, title: title, figures: figures))
    }
    let heading = "Bytes a live object, with its share of the result array; \(workload.all) rows."
    let table = ResultTable(heading: heading, unit: "T1 bytes", contenders: options.contenders)
    print(table.render(rows), terminator: "")
    try measureMatrix()
  }

  /// What some cells of the matrix hold in the end, and the most that they take.
  private func measureMatrix() throws {
    let files = try MatrixFiles(in: options.folder, rows: workload.all)
    defer { files.remove() }
    print("\nBytes a row that are held in the end, and the most that were taken.\n")
    for cell in MatrixCell.holding {
      let reports = try MatrixContender.allCases.filter(cell.takesPart).map { contender in
        try files.withStore(of: cell) { path in
          let words = TrialCommand.arguments(cell, contender, path, rows: workload.all)
          return (contender, try TrialReport(Subprocess.run(Machine.program, words).output))
        }
      }
      guard Set(reports.map(\.1.figure)).count == 1 else {
        throw BenchError("\(cell.title): the figures differ")
      }
      let texts = reports.map { contender, report in
        let rows = Double(workload.all)
        return String(
          format: "  \(contender.rawValue) %7.1f %7.1f", Double(report.live) / rows,
          Double(report.peak) / rows)
      }
      print(cell.fullName.padded(to: 58) + texts.joined())
    }
  }

  private func live(_ cell: Cell, _ contender: ContenderEntry) throws -> Int {
    let result = try Subprocess.run(
      Machine.program,
      [
        "live", "--cell", cell.rawValue, "--contender", contender.name,
        "--store", files.filledPath, "--size", "1",
      ])
    guard let bytes = result.output.split(separator: "\n").first.flatMap({ Int($0) }) else {
      throw BenchError("\(contender.name) told no size")
    }
    return bytes
  }
}

/// Fetches all with one contender and prints how many bytes that takes.
///
/// A fetch of value snapshots comes first and is let go of: it fills SQLite's page cache, which
/// would count otherwise.
struct LiveCommand {
  private let options: Options

  init(_ options: Options) {
    self.options = options
  }

  func run() throws {
    guard let cell = options.cells.first, let entry = options.contenders.first,
      let path = options.store
    else { throw BenchError("live needs --cell, --contender and --store") }
    let contender = try entry.open(path)
    let workload = Workload(all: 1, some: 1)
    let warmUp: Cell = cell == .fetchBanks ? .snapshotBanks : .snapshotOrders
    _ = try warmUp.prepared(contender, workload, repetition: 0)()
    let body = try cell.prepared(contender, workload, repetition: 0)
    let before = raw_malloc_bytes()
    let outcome = try body()
    let after = raw_malloc_bytes()
    guard let checksum = outcome.checksum, checksum.count > 0 else {
      throw BenchError("nothing was fetched")
    }
    print(after - before)
    withExtendedLifetime(outcome) {}
  }
}
