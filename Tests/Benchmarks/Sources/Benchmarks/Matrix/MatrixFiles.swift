import Foundation
import ModelRuntime

/// The stores of one size that the cells of the matrix work on.
struct MatrixFiles {
  private let files: StoreFiles
  private let rows: Int

  init(in folder: String?, rows: Int) throws {
    files = try StoreFiles(in: folder)
    self.rows = rows
    for store in MatrixStore.allCases { try store.make(path(store), rows: rows) }
  }

  func path(_ store: MatrixStore) -> String {
    files.folder.appendingPathComponent("\(store).sqlite").path
  }

  /// Runs a body with a store that a cell may work on: a copy where it writes.
  func withStore<Result>(of cell: MatrixCell, _ body: (String) throws -> Result) throws -> Result {
    guard cell.check != nil else { return try body(path(cell.store)) }
    let copy = try files.copy(of: path(cell.store))
    defer { files.remove(copy) }
    return try body(copy)
  }

  /// Runs one trial of a contender, and looks at the store afterwards. What the trial holds is let go of when the clock
  /// has stopped, but for what it lets go of itself.
  ///
  /// - Parameter start: Called when all is prepared.
  /// - Returns: nil where the contender takes no part.
  func run(
    _ cell: MatrixCell, _ contender: MatrixContender, _ trace: SQLTrace?, _ start: () -> Void
  ) throws -> (milliseconds: Double, figure: Int)? {
    try withStore(of: cell) { path in
      let traced = contender == .ours ? trace : nil
      guard let trial = try cell.prepare(contender, path, rows: rows, trace: traced) else {
        return nil
      }
      if contender == .ours { start() }
      var figure = 0
      let milliseconds = try Stopwatch.milliseconds { figure = try trial() }
      return (milliseconds, try cell.figure(figure, path))
    }
  }

  func remove() { files.remove() }
}

extension MatrixCell {
  /// What a trial came to: what it returned, and what the store says afterwards.
  ///
  /// - Throws: ``BenchError`` where that is 0: work that finds nothing agrees with everything.
  func figure(_ figure: Int, _ path: String) throws -> Int {
    var figure = figure
    if let check {
      let statement = try RawConnection(path: path).prepare(check)
      guard try statement.step() else { throw BenchError("\(title): no row") }
      let found = Int(statement.int64(0))
      figure = found == 0 ? 0 : figure &* 31 &+ found
    }
    guard figure != 0 else { throw BenchError("\(title): nothing was found") }
    return figure
  }
}
