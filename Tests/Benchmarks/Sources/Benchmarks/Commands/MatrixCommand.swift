import Foundation
import ModelRuntime

/// The cells of ``MatrixCell`` on stores of several sizes: wall time beside hand-written code, and
/// what a thousand times the rows cost.
struct MatrixCommand {
  private let sizes: [Int]
  private let rounds: Int
  private let folder: String?

  init(_ options: Options) {
    sizes = options.size.map { [$0] } ?? [1_000, 10_000, 100_000]
    rounds = options.rounds
    folder = options.folder
  }

  func run() throws {
    print(
      """
      Milliseconds, medians of \(rounds) interleaved rounds, the ratio to code by hand behind \
      them. \(ConnectionSettings.summary). Load \(Machine.load).

      """)
    print(
      "rows".padding(toLength: 58, withPad: " ", startingAt: 0)
        + sizes.map { String(format: "%20ld", $0) }.joined())
    let results = try sizes.map(results)
    for (index, cell) in MatrixCell.all.enumerated() {
      let title = "\(cell.name) \(cell.title)".padding(toLength: 58, withPad: " ", startingAt: 0)
      print(title + results.map { $0[index] }.joined())
    }
  }

  /// The figures of all cells at one size.
  private func results(_ rows: Int) throws -> [String] {
    let files = try StoreFiles(in: folder)
    defer { files.remove() }
    try FileManager.default.copyItem(atPath: files.emptyPath, toPath: files.filledPath)
    try MatrixStore.fill(files.filledPath, rows: rows)
    return try MatrixCell.all.map { try result($0, rows, files) }
  }

  private func result(_ cell: MatrixCell, _ rows: Int, _ files: StoreFiles) throws -> String {
    var (ours, raw): ([Double], [Double]) = ([], [])
    // The first round fills caches and is not counted.
    for round in 0...rounds {
      let mine = try time(files) { try cell.ours(OursContender(path: $0).container, rows) }
      guard let byHand = cell.raw else {
        if round > 0 { ours.append(mine.milliseconds) }
        continue
      }
      let theirs = try time(files) { try byHand(RawConnection(path: $0), rows) }
      guard mine.figure == theirs.figure else {
        throw BenchError("\(cell.title): \(mine.figure), and by hand \(theirs.figure)")
      }
      // Work that finds nothing agrees with everything.
      guard mine.figure != 0 else { throw BenchError("\(cell.title): nothing was found") }
      guard round > 0 else { continue }
      ours.append(mine.milliseconds)
      raw.append(theirs.milliseconds)
    }
    guard !raw.isEmpty else { return String(format: "%12.3f        ", ours.median) }
    return String(format: "%12.3f (%5.2f)", ours.median, ours.median / raw.median)
  }

  /// The time of one trial on a copy of the store. What it holds is let go of afterwards, but for
  /// what it lets go of itself.
  private func time(
    _ files: StoreFiles, _ prepare: (String) throws -> MatrixCell.Trial
  ) throws -> (milliseconds: Double, figure: Int) {
    let path = try files.copy(for: .fetchBanks)
    defer { files.remove(path) }
    let trial = try prepare(path)
    var figure = 0
    let milliseconds = try Stopwatch.milliseconds { figure = try trial() }
    return (milliseconds, figure)
  }
}
