/// What the command line says.
struct Options {
  var command = Command.wall
  var cells = Cell.allCases
  var contenders = Contenders.all
  /// Rows in each table; none for the command's own default.
  var sizes: [Int] = []
  /// The cells of the matrix.
  var operations = MatrixCell.all
  /// Who does the work of a cell of the matrix.
  var by = MatrixContender.ours
  /// How many look-ups, hops and deletions.
  var some = 10_000
  var rounds = 5
  var folder: String?
  var store: String?
  var table: String?
  var repeats = 1

  var size: Int? { sizes.first }

  enum Command: String, CaseIterable {
    case wall, instructions, memory, statements, results, searches, sums, words, streams,
      history, migrations, matrix, counts, start, concurrency, list
    /// What `instructions`, `memory`, `counts` and `start` start: one contender, one cell, in a fresh process.
    case `repeat`, live, trial, first
  }

  static let usage = """
    usage: bench [COMMAND] [options]

      wall           (default) wall time, medians of interleaved rounds, as ratios to T1
      instructions   instructions a row by valgrind, as ratios to T1
      memory         bytes a live object, each contender in a process of its own
      results        what a list takes to follow a save that changes ten of its objects
      statements     how many it takes to read banks (--some N) with their details and labels
      searches       text searches in banks, against loops by hand
      sums           exact sums of decimals and numbers, beside SQLite's own of Doubles
      words          the best twenty texts of a search for words
      history        saves in a store that keeps a history, beside the same without
      streams        the first row of a streamed fetch, and its memory
      migrations     what an older store takes to open, against SQL by hand
      matrix         operations beside code by hand and GRDB, at 1000 to 1000000 rows (or --size N,N)
      counts         the same in instructions, at 10000 rows (or --size N); needs valgrind and its headers
      start          the first row of a process, beside C
      concurrency    readers beside a writer, and tasks that save one object each
      list           the cells and the contenders (also --list)

      --cell NAME[,NAME...]        only these cells
      --operation TEXT             matrix, counts: only cells whose name and title begin so
      --contender NAME[,NAME...]   only these contenders; leave `raw` in for ratios
      --size N                     rows in each table (streams, sums, words, migrations: 1000000;
                                   instructions: 1000; others: 100000)
      --some N                     look-ups, hops, deletions (10000, at most the size)
      --rounds N                   timed rounds (5)
      --folder PATH                where the stores are made (the temporary folder)
      --table FILE                 instructions: fail where a ratio of this library is over 3 %
                                   above FILE's, which is made where it is not there
    """

  /// - Throws: ``BenchError`` that names the argument and what would be right.
  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    if let word = rest.first, !word.hasPrefix("-") {
      guard let command = Command(rawValue: word) else {
        throw BenchError("unknown command '\(word)'\n\(Options.usage)")
      }
      self.command = command
      rest = rest.dropFirst()
    }
    while let option = rest.popFirst() {
      if option == "--list" {
        command = .list
      } else {
        guard let value = rest.popFirst() else { throw BenchError("\(option) needs a value") }
        try set(option, value)
      }
    }
  }

  private mutating func set(_ option: String, _ value: String) throws {
    switch option {
    case "--cell": cells = try Options.names(value).map(Options.cell)
    case "--contender": contenders = try Options.names(value).map(Options.contender)
    case "--size": sizes = try Options.names(value).map { try Options.number(option, $0) }
    case "--operation": operations = try Options.operations(value)
    case "--by":
      guard let by = MatrixContender(rawValue: value) else {
        throw BenchError("nobody is '\(value)'")
      }
      self.by = by
    case "--some": some = try Options.number(option, value)
    case "--rounds": rounds = try Options.number(option, value)
    case "--repeat": repeats = try Options.number(option, value)
    case "--folder": folder = value
    case "--store": store = value
    case "--table": table = value
    default: throw BenchError("unknown option '\(option)'\n\(Options.usage)")
    }
  }

  private static func names(_ list: String) -> [String] {
    list.split(separator: ",").map { String($0) }
  }

  private static func cell(_ name: String) throws -> Cell {
    guard let cell = Cell(rawValue: name) else {
      throw BenchError("no cell '\(name)'; see --list")
    }
    return cell
  }

  private static func operations(_ start: String) throws -> [MatrixCell] {
    let cells = MatrixCell.all.filter { $0.fullName.hasPrefix(start) }
    guard !cells.isEmpty else { throw BenchError("no operation begins with '\(start)'") }
    return cells
  }

  private static func contender(_ name: String) throws -> ContenderEntry {
    guard let entry = Contenders.all.first(where: { $0.name == name }) else {
      throw BenchError("no contender '\(name)'; see --list")
    }
    return entry
  }

  private static func number(_ option: String, _ value: String) throws -> Int {
    guard let number = Int(value), number > 0 else {
      throw BenchError("\(option) needs a number above 0, not '\(value)'")
    }
    return number
  }
}
