/// A command of a program, with its help.
public struct Command {
  /// An option of a command.
  public struct Option: Sendable, Hashable {
    /// The name with its dashes, `--json`.
    public var name: String
    /// The name of its value; nil for a switch.
    public var value: String?
    /// The sentence that says what it does.
    public var help: String

    /// Creates an option. Without a value it is a switch.
    public init(_ name: String, _ value: String? = nil, help: String) {
      self.name = name
      self.value = value
      self.help = help
    }

    static let help = Option("--help", help: "show this page")
    /// The option `--json`, which makes a command print JSON.
    public static let json = Option("--json", help: "print JSON")
    static let limit = Option("--limit", "NUMBER", help: "print so many at most")
    static let store = Option("--store", "FILE", help: "the store")
  }

  /// The name by which the command is called.
  public var name: String
  /// The operands that it takes, such as `BANK FIELD=VALUE...`.
  public var operands: String
  /// The number of words that the operands can be.
  public var operandCount: ClosedRange<Int>
  /// The sentence that says what it does.
  public var summary: String
  /// The longer text of its help.
  public var discussion: String
  /// The command's own options, without the common ones.
  public var options: [Option]
  /// True if the command creates the store that `--store` names when there is none.
  /// Commands that only read do not.
  public var makesStore = true
  /// Carries out a call of the command.
  public var run: (CommandCall) throws -> Void

  /// Creates a command, by default one without operands.
  public init(
    _ name: String, _ operands: String, count: ClosedRange<Int> = 0...0, _ summary: String,
    discussion: String = "", options: [Option] = [], run: @escaping (CommandCall) throws -> Void
  ) {
    self.name = name
    self.operands = operands
    operandCount = count
    self.summary = summary
    self.discussion = discussion
    self.options = options
    self.run = run
  }

  /// All options of the command, with the common ones.
  var allOptions: [Option] { options + [.store, .help] }
}

/// The call of a command with its words, on an open store.
public struct CommandCall {
  /// The words that were typed.
  public let words: CommandWords
  /// The context in which the command reads and changes objects.
  public let context: ManagedObjectContext
  /// The open store that the command works on.
  public let container: PersistentContainer
  /// The output that text goes to.
  public let output: CommandOutput
  /// Reads all of standard input.
  let readInput: () throws -> Data

  /// The words that are not options.
  public var operands: [String] { words.operands }

  /// True if a switch was given.
  public func has(_ option: String) -> Bool { words.value(option) != nil }

  /// The value of an option; nil if it was not given, empty for a switch.
  public func value(_ option: String) -> String? { words.value(option) }
}

/// An error of a command that cannot be carried out.
public struct CommandError: Error, Sendable, CustomStringConvertible, LocalizedError {
  /// The reason for the failure.
  public let description: String
  /// The error's `description`, which `localizedDescription` returns.
  public var errorDescription: String? { description }

  /// Creates an error with the reason for the failure.
  public init(_ description: String) { self.description = description }
}

/// An error in a command line that is not understood.
public struct CommandUsageError: Error, Sendable, CustomStringConvertible, LocalizedError {
  /// The sentence that says what is wrong.
  public let description: String
  /// The error's `description`, which `localizedDescription` returns.
  public var errorDescription: String? { description }
  /// The command whose help says more; nil for the help of the program.
  var command: String?

  /// Creates an error with a sentence that says what is wrong.
  public init(_ description: String) { self.description = description }

  init(_ description: String, command: String?) {
    self.description = description
    self.command = command
  }
}
