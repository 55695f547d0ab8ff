import BankApp
import Foundation
import ModelSchema

/// What the command line asks for.
enum Invocation: Equatable {
  case help
  case importList(store: URL, file: String)
  case list(store: URL)
  case search(store: URL, kind: BankSearchKind, text: String)
  case tag(store: URL, name: String, tags: [String])
}

/// A command line that cannot be understood.
struct UsageError: Error, CustomStringConvertible {
  let description: String
}

extension UsageError {
  /// A word that is not one of those known.
  init(unknown kind: String, _ word: String, known: [String]) {
    let suggestion = nearestWord(to: word, in: known).map { "; did you mean '\($0)'?" } ?? ""
    self.init(description: "unknown \(kind) '\(word)'\(suggestion)")
  }
}

extension Invocation {
  private static let commands = ["import", "list", "search", "tag"]
  private static let options = ["--store", "--kind", "--help"]

  static let usage = """
    USAGE: banks [--store FILE] COMMAND

      banks import CSV          Bring the FDIC's list of failed banks into the store;
                                known banks are updated by their certificate number.
      banks list                List all banks, those that closed last first.
      banks search [--kind KIND] TEXT
                                List the banks that are found. Without a kind: those
                                whose name contains TEXT, ignoring case and accents.
      banks tag NAME TAG...     Give the bank of that name (or certificate number) tags.

      --store FILE              The store; without it \(BankStore.defaultURL.path(percentEncoded: false))
      --kind KIND               \(BankSearchKind.allCases.map(\.rawValue).joined(separator: ", "))
      --help                    Show this page.
    """

  /// Reads a command line without the program's name.
  init(_ arguments: [String]) throws {
    var words = arguments[...]
    let options = try Self.takeOptions(&words)
    if options.help || arguments.isEmpty {
      self = .help
      return
    }
    let store = options.store.map { URL(filePath: $0) } ?? BankStore.defaultURL
    switch (words.popFirst(), words.count) {
    case ("import", 1): self = .importList(store: store, file: words[words.startIndex])
    case ("import", _): throw UsageError(description: "'import' takes one file")
    case ("list", 0): self = .list(store: store)
    case ("list", _): throw UsageError(description: "'list' takes no words")
    case ("search", _):
      self = try .search(
        store: store, kind: Self.kind(options.kind), text: words.joined(separator: " "))
    case ("tag", 2...):
      self = .tag(
        store: store, name: words[words.startIndex], tags: Array(words.dropFirst()))
    case ("tag", _):
      throw UsageError(description: "'tag' takes the name of a bank and at least one tag")
    case (let word?, _): throw UsageError(unknown: "command", word, known: Self.commands)
    case (nil, _): throw UsageError(description: "no command")
    }
  }

  private static func takeOptions(
    _ words: inout ArraySlice<String>
  ) throws -> (store: String?, kind: String?, help: Bool) {
    var options: (store: String?, kind: String?, help: Bool) = (nil, nil, false)
    var rest: [String] = []
    while let word = words.popFirst() {
      switch word {
      case "--help", "-h": options.help = true
      case "--store": options.store = try value(of: word, &words)
      case "--kind": options.kind = try value(of: word, &words)
      case "--":
        rest += words
        words = []
      case _ where word.hasPrefix("--"):
        throw UsageError(unknown: "option", word, known: Self.options)
      default: rest.append(word)
      }
    }
    words = rest[...]
    return options
  }

  private static func value(
    of option: String, _ words: inout ArraySlice<String>
  ) throws -> String {
    guard let value = words.popFirst(), !value.isEmpty else {
      throw UsageError(description: "'\(option)' needs a value")
    }
    return value
  }

  private static func kind(_ name: String?) throws -> BankSearchKind {
    guard let name else { return .nameContainsFolded }
    guard let kind = BankSearchKind(rawValue: name) else {
      throw UsageError(
        unknown: "kind of search", name, known: BankSearchKind.allCases.map(\.rawValue))
    }
    return kind
  }
}
