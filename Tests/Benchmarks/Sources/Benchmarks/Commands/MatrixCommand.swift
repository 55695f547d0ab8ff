import Foundation
import ModelRuntime

/// The cells of ``MatrixCell`` on stores of several sizes: wall time beside hand-written code and GRDB, what the greatest
/// size costs against the smallest, and the statements that it takes.
struct MatrixCommand {
  private let sizes: [Int]
  private let rounds: Int
  private let folder: String?
  private let cells: [MatrixCell]

  init(_ options: Options) {
    sizes = options.sizes.isEmpty ? [1_000, 10_000, 100_000, 1_000_000] : options.sizes
    rounds = options.rounds
    folder = options.folder
    cells = options.operations
  }

  func run() throws {
    print(
      """
      Milliseconds, medians of \(rounds) interleaved rounds (3 of a million rows), behind them the ratio to code by \
      hand and GRDB's; then the times of the greatest size against the smallest, ours and by hand, and our statements.
      \(ConnectionSettings.summary). Load \(Machine.load).

      """)
    print("rows".padded(to: 74) + sizes.map { String(format: "%26ld", $0) }.joined() + "    growth")
    let results = try sizes.map(results)
    for (index, cell) in cells.enumerated() {
      let line = results.map { $0[index] }
      let known = line.compactMap { $0 }
      print(
        cell.fullName.padded(to: 74) + line.map { $0?.text ?? "-".padded(left: 26) }.joined()
          + growth(known.first, known.last) + (known.last.map { "  \($0.statements) st." } ?? ""))
    }
    print("Load \(Machine.load).")
  }

  private func growth(_ first: MatrixFigures?, _ last: MatrixFigures?) -> String {
    [MatrixContender.ours, .raw].map { contender in
      guard let first = first?.medians[contender], let last = last?.medians[contender] else {
        return "-".padded(left: 8)
      }
      return String(format: "%8.1f", last / first)
    }.joined()
  }

  /// The figures of all cells at one size; nil where a cell is not for it.
  private func results(_ rows: Int) throws -> [MatrixFigures?] {
    let files = try MatrixFiles(in: folder, rows: rows)
    defer { files.remove() }
    return try cells.map { cell in
      guard rows <= cell.most else { return nil }
      let figures = try figures(cell, rows, files)
      FileHandle.standardError.write(Data("\(rows) \(cell.fullName): \(figures.text)\n".utf8))
      return figures
    }
  }

  private func figures(
    _ cell: MatrixCell, _ rows: Int, _ files: MatrixFiles
  ) throws -> MatrixFigures {
    var times: [MatrixContender: [Double]] = [:]
    let statements = StatementCounter()
    // The first round fills caches; it counts the statements, and its time is not counted.
    for round in 0...(rows < 1_000_000 ? rounds : min(rounds, 3)) {
      var first: Int?
      for contender in MatrixContender.allCases {
        let trace = round == 0 ? SQLTrace { _ in statements.add() } : nil
        let start = { if round == 0 { statements.reset() } }
        guard let run = try files.run(cell, contender, trace, start) else { continue }
        if contender == .ours { first = run.figure }
        guard run.figure == first else {
          throw BenchError(
            "\(cell.title): \(first ?? 0), and by \(contender.rawValue) \(run.figure)")
        }
        if round > 0 { times[contender, default: []].append(run.milliseconds) }
      }
    }
    return MatrixFigures(
      medians: times.mapValues(\.median), statements: statements.number)
  }
}

/// The figures of one cell at one size.
private struct MatrixFigures {
  var medians: [MatrixContender: Double]
  var statements: Int

  var text: String {
    let ratios = [MatrixContender.raw, .grdb].map { contender in
      guard let ours = medians[.ours], let other = medians[contender] else {
        return "-".padded(left: 7)
      }
      let isOurs = contender == .raw
      let base = isOurs ? other : medians[.raw] ?? ours
      return String(format: "%7.2f", (isOurs ? ours : other) / base)
    }
    return String(format: "%12.3f", medians[.ours] ?? .nan) + ratios.joined()
  }
}
