public import Foundation
public import ModelRuntime
internal import ModelSchema
internal import ModelScreens

/// The plain commands of `banks`: words in, text and a status out.
///
/// Nothing is printed here, so tests see what a user sees.
public struct BankCommands {
  /// Told how many of how many banks an import has done.
  public var progress: (Int, Int) -> Void
  /// Opens the store of a file.
  let open: (URL) throws -> PersistentContainer
  /// Reads all of standard input.
  let readInput: () throws -> Data

  /// Commands on stores that are opened as asked.
  public init(
    open: @escaping (URL) throws -> PersistentContainer = BankStore.open,
    readInput: @escaping () throws -> Data = {
      try FileHandle.standardInput.readToEnd() ?? Data()
    },
    progress: @escaping (Int, Int) -> Void = { _, _ in }
  ) {
    self.open = open
    self.readInput = readInput
    self.progress = progress
  }

  /// What a command line asks for.
  public enum Request: Equatable {
    /// Screens on a store, for there is no command.
    case screens(URL)
    /// What a command came to.
    case done(CommandOutcome)
  }

  /// Does what a command line says, without the program's name.
  public func run(_ arguments: [String]) -> Request {
    do {
      return try request(arguments)
    } catch let error as UsageError {
      let help = error.command.map { "banks \($0) --help" } ?? "banks --help"
      return .done(
        CommandOutcome(errors: "banks: \(error)\n'\(help)' shows how to use it\n", status: 2))
    } catch let error as ObjectPredicateError {
      // Conditions are the commands' own: a place in their text tells nobody anything.
      return .done(CommandOutcome(errors: "banks: \(error.message)\n", status: 1))
    } catch {
      return .done(CommandOutcome(errors: "banks: \(error)\n", status: 1))
    }
  }

  private func request(_ arguments: [String]) throws -> Request {
    var words = arguments[...]
    var store: URL?
    while let word = words.first, word.hasPrefix("-") {
      words = words.dropFirst()
      switch word {
      case "--help", "-h": return .done(CommandOutcome(output: CommandHelp.overview))
      case "--version":
        return .done(CommandOutcome(output: "banks \(PackageVersion.current)\n"))
      case "--store":
        guard let path = words.popFirst(), !path.isEmpty else {
          throw UsageError(description: "'--store' needs a value")
        }
        store = URL(filePath: path)
      default: throw Self.unknown("option", word, known: ["--store", "--help", "--version"])
      }
    }
    guard let name = words.popFirst() else { return .screens(store ?? BankStore.defaultURL) }
    guard let command = CommandHelp.all.first(where: { $0.name == name }) else {
      if name == "help" { return .done(CommandOutcome(output: CommandHelp.overview)) }
      throw Self.unknown("command", name, known: CommandHelp.all.map(\.name))
    }
    let sorted = try CommandWords(words, of: command)
    if sorted.has("--help") { return .done(CommandOutcome(output: command.page)) }
    let url = sorted.value("--store").map { URL(filePath: $0) } ?? store ?? BankStore.defaultURL
    return .done(CommandOutcome(output: try run(sorted, url)))
  }

  private static func unknown(_ kind: String, _ word: String, known: [String]) -> UsageError {
    let near = nearestWord(to: word, in: known).map { "; did you mean '\($0)'?" } ?? ""
    return UsageError(description: "unknown \(kind) '\(word)'\(near)")
  }

  private func run(_ words: CommandWords, _ url: URL) throws -> String {
    switch words.command.name {
    case "list": try list(words, url)
    case "show": try show(words, url)
    case "add": try add(words, url)
    case "set": try set(words, url)
    case "delete": try delete(words, url)
    case "tag": try tag(words, url)
    case "untag": try untag(words, url)
    case "tags": try tags(words, url)
    case "delete-tag": try deleteTags(words, url)
    case "search": try search(words, url)
    case "import": try importList(words, url)
    default: try statistics(words, url)
    }
  }
}
