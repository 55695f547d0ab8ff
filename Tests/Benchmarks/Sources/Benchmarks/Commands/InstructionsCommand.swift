import Foundation

/// Instructions a row: the difference between three repetitions and one, each counted by valgrind
/// in a process of its own, so that everything but the timed part cancels out.
struct InstructionsCommand {
  private let options: Options
  private let workload: Workload
  private let files: StoreFiles

  init(_ options: Options) throws {
    self.options = options
    workload = RepeatCommand.workload(options)
    files = try StoreFiles(in: options.folder)
  }

  func run() throws {
    defer { files.remove() }
    try files.fill(workload)
    var rows: [ResultRow] = []
    for cell in options.cells {
      var agreement = Agreement(cell: cell)
      var figures: [String: Double] = [:]
      for contender in options.contenders where try takesPart(contender, cell) {
        let one = try count(cell, contender, repeats: 1)
        let all = try count(cell, contender, repeats: RepeatCommand.prepared)
        try agreement.add(all.checksum, of: contender.name)
        let extra = (RepeatCommand.prepared - 1) * cell.rows(in: workload)
        figures[contender.name] = Double(all.instructions - one.instructions) / Double(extra)
      }
      rows.append(ResultRow(cell, figures: figures))
      progress(cell, figures)
    }
    let table = ResultTable(heading: heading, unit: "T1 a row", contenders: options.contenders)
    print(table.render(rows), terminator: "")
    if let path = options.table { try Gate(path).check(rows) }
  }

  /// Whether a contender has the cell at all: it is asked here, where nobody counts.
  private func takesPart(_ contender: ContenderEntry, _ cell: Cell) throws -> Bool {
    guard cell == .walkPurchases else { return true }
    let path = try files.copy(for: cell)
    defer { files.remove(path) }
    return try contender.open(path).walkPurchases() != nil
  }

  private func count(
    _ cell: Cell, _ contender: ContenderEntry, repeats: Int
  ) throws -> (instructions: Int, checksum: Checksum?) {
    let path = try files.copy(for: cell)
    defer { files.remove(path) }
    let result = try Subprocess.run(
      "valgrind",
      [
        "--tool=callgrind", "--callgrind-out-file=/dev/null", Machine.program, "repeat",
        "--cell", cell.rawValue, "--contender", contender.name, "--store", path,
        "--size", String(workload.all), "--some", String(options.some),
        "--repeat", String(repeats),
      ],
      // Hash tables that are laid out the same in every process.
      environment: ["SWIFT_DETERMINISTIC_HASHING": "1"])
    let checksum = cell.writes ? try files.check(path) : Checksum(result.output)
    return (try Callgrind.collected(result.errors), checksum)
  }

  private func progress(_ cell: Cell, _ figures: [String: Double]) {
    let list = options.contenders.map { String(format: "%.0f", figures[$0.name] ?? .nan) }
    let line = "\(cell.rawValue): \(list.joined(separator: "  "))\n"
    FileHandle.standardError.write(Data(line.utf8))
  }

  private var heading: String {
    """
    Instructions by valgrind, difference of \(RepeatCommand.prepared) repetitions and 1; \
    \(workload.all) rows, \(workload.some) look-ups.
    \(ConnectionSettings.summary).
    """
  }
}

/// What callgrind prints.
enum Callgrind {
  /// The number in its last line but one, `==1234== Collected : 5678`.
  static func collected(_ errors: String) throws -> Int {
    for line in errors.split(separator: "\n") where line.contains("Collected :") {
      if let number = line.split(separator: " ").last.flatMap({ Int($0) }) { return number }
    }
    throw BenchError("valgrind counted nothing:\n\(errors)")
  }
}

extension Checksum {
  /// The checksum in a line `count sum`.
  init?(_ line: String) {
    let numbers = line.split(whereSeparator: \.isWhitespace).compactMap { Int64($0) }
    guard numbers.count == 2 else { return nil }
    self.init(count: Int(numbers[0]), sum: numbers[1])
  }
}
