import Foundation

/// The program: measures the same work done in several ways.
@main
struct Bench {
  static func main() {
    do {
      try run(Options(Array(CommandLine.arguments.dropFirst())))
    } catch {
      FileHandle.standardError.write(Data("bench: \(error)\n".utf8))
      exit(1)
    }
  }

  private static func run(_ options: Options) throws {
    switch options.command {
    case .wall: try WallCommand(options).run()
    case .instructions: try InstructionsCommand(options).run()
    case .memory: try MemoryCommand(options).run()
    case .statements: try StatementsCommand(options).run()
    case .list: list()
    case .results: try ResultsCommand(options).run()
    case .searches: try SearchesCommand(options).run()
    case .sums: try SumsCommand(options).run()
    case .words: try WordsCommand(options).run()
    case .history: try HistoryCommand(options).run()
    case .streams: try StreamsCommand(options).run()
    case .migrations: try MigrationsCommand(options).run()
    case .matrix: try MatrixCommand(options).run()
    case .counts: try CountsCommand(options).run()
    case .start: try StartCommand(options).run()
    case .concurrency: try ConcurrencyCommand(options).run()
    case .repeat: try RepeatCommand(options).run()
    case .live: try LiveCommand(options).run()
    case .trial: try TrialCommand(options).run()
    case .first: try FirstCommand(options).run()
    }
  }

  private static func list() {
    print("cells:")
    for cell in Cell.allCases { print("  \(cell.rawValue): \(cell.title)") }
    print("contenders:")
    for contender in Contenders.all { print("  \(contender.name): \(contender.title)") }
  }
}
