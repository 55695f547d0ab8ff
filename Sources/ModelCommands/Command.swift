/// A command of a program, with its help.
public struct Command {
  /// An option.
  public struct Option: Sendable, Hashable {
    /// The name with its dashes, `--json`.
    public var name: String
    /// The name of its value; nil for a switch.
    public var value: String?
    /// The sentence that says what it does.
    public var help: String

    /// Describes an option.
    public init(_ name: String, _ value: String? = nil, help: String) {
      self.name = name
      self.value = value
      self.help = help
    }

    static let help = Option("--help", help: "show this page")
    /// Prints JSON.
    public static let json = Option("--json", help: "print JSON")
    static let limit = Option("--limit", "NUMBER", help: "print so many at most")
    static let store = Option("--store", "FILE", help: "the store")
  }

  /// The name.
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
  /// Runs the command.
  public var run: (CommandCall) throws -> Void

  /// Describes a command.
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
  /// The context of the objects.
  public let context: ManagedObjectContext
  /// The store.
  public let container: PersistentContainer
  /// The output that text goes to.
  public let output: CommandOutput
  /// Reads all of standard input.
  let readInput: () throws -> Data

  /// The words that are not options.
  public var operands: [String] { words.operands }

  /// True if a switch was given.
  public func has(_ option: String) -> Bool { words.value(option) != nil }

  /// The value of an option, or nil.
  public func value(_ option: String) -> String? { words.value(option) }
}

/// An error of a command that cannot be carried out.
public struct CommandError: Error, Sendable, CustomStringConvertible, LocalizedError {
  /// The reason for the failure.
  public let description: String
  /// The description.
  public var errorDescription: String? { description }

  /// Makes an error with a message.
  public init(_ description: String) { self.description = description }
}

/// An error in a command line that is not understood.
public struct CommandUsageError: Error, Sendable, CustomStringConvertible, LocalizedError {
  /// The sentence that says what is wrong.
  public let description: String
  /// The description.
  public var errorDescription: String? { description }
  /// The command whose help says more; nil for the help of the program.
  var command: String?

  /// Makes an error with a message.
  public init(_ description: String) { self.description = description }

  init(_ description: String, command: String?) {
    self.description = description
    self.command = command
  }
}
