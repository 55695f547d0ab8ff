import CSQLiteRaw
import Foundation

/// Wall time: in each round every contender does the cell once, one after the other.
///
/// Cells that read have one more round before the first, which is not counted: it fills the
/// connections' caches. Cells that write get a fresh store each time.
struct WallCommand {
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
    if options.cells.contains(where: { !$0.startsEmpty }) { try files.fill(workload) }
    var rows: [ResultRow] = []
    for cell in options.cells {
      let times = try cell.writes ? timeWriting(cell) : timeReading(cell)
      rows.append(ResultRow(cell, figures: times.mapValues { $0.median }))
      progress(cell, times)
    }
    let table = ResultTable(heading: heading, unit: "T1 ns a row", contenders: options.contenders)
    print(table.render(rows), terminator: "")
  }

  private func timeReading(_ cell: Cell) throws -> [String: [Double]] {
    let path = try files.copy(for: cell)
    defer { files.remove(path) }
    let open = try options.contenders.map { ($0.name, try $0.open(path)) }
    var agreement = Agreement(cell: cell)
    var times: [String: [Double]] = [:]
    for round in 0...options.rounds {
      for (name, contender) in open {
        guard let body = try cell.prepare(contender, workload, repetition: 0) else { continue }
        let (nanoseconds, outcome) = try Stopwatch.time(body)
        try agreement.add(outcome.checksum, of: name)
        if round > 0 { times[name, default: []].append(perRow(nanoseconds, cell)) }
      }
    }
    return times
  }

  private func timeWriting(_ cell: Cell) throws -> [String: [Double]] {
    var agreement = Agreement(cell: cell)
    var times: [String: [Double]] = [:]
    for _ in 0..<options.rounds {
      for entry in options.contenders {
        let path = try files.copy(for: cell)
        defer { files.remove(path) }
        let nanoseconds = try timeWriting(cell, entry, path)
        try agreement.add(files.check(path), of: entry.name)
        times[entry.name, default: []].append(perRow(nanoseconds, cell))
      }
    }
    return times
  }

  private func timeWriting(_ cell: Cell, _ entry: ContenderEntry, _ path: String) throws -> Double {
    let contender = try entry.open(path)
    let body = try cell.prepared(contender, workload, repetition: 0)
    return try Stopwatch.time(body).nanoseconds
  }

  private func perRow(_ nanoseconds: Double, _ cell: Cell) -> Double {
    nanoseconds / Double(cell.rows(in: workload))
  }

  /// One line a cell on the error stream: the run takes minutes.
  private func progress(_ cell: Cell, _ times: [String: [Double]]) {
    let figures = options.contenders.map { contender in
      let all = times[contender.name] ?? []
      return String(format: "%.0f (%.0f)", all.median, all.min() ?? .nan)
    }
    let line = "\(cell.rawValue): \(figures.joined(separator: "  "))\n"
    FileHandle.standardError.write(Data(line.utf8))
  }

  private var heading: String {
    """
    Wall time, median of \(options.rounds) interleaved rounds; \(workload.all) rows, \
    \(workload.some) look-ups. SQLite \(String(cString: sqlite3_libversion())).
    \(ConnectionSettings.summary). Load \(Machine.load).
    """
  }
}
