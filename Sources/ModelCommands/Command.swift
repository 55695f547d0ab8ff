/// A command of a program, with its help.
public struct Command {
  /// An option of a command.
  public struct Option: Sendable, Hashable {
    /// The name with its dashes, such as `--json`.
    public var name: String
    /// The name of the option's value; nil for a switch.
    public var value: String?
    /// A sentence that describes the option.
    public var help: String

    /// Creates an option. Without the name of a value, it is a switch.
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

  /// The name with which the command is called.
  public var name: String
  /// The operands that the command takes, such as `BANK FIELD=VALUE...`.
  public var operands: String
  /// The number of operands that are allowed.
  public var operandCount: ClosedRange<Int>
  /// A sentence that describes the command.
  public var summary: String
  /// Further text for the help of the command.
  public var discussion: String
  /// The command's own options, excluding the common options.
  public var options: [Option]
  /// True if the command creates the store given with `--store` if there is
  /// none. Commands that only read do not.
  public var makesStore = true
  /// A closure that carries out a call of the command.
  public var run: (CommandCall) throws -> Void

  /// Creates a command. By default it has no operands.
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

  /// All options of the command, including the common options.
  var allOptions: [Option] { options + [.store, .help] }
}

/// A call of a command with its words, on an open store.
public struct CommandCall {
  /// The words that were typed after the command's name.
  public let words: CommandWords
  /// The context in which the command reads and changes objects.
  public let context: ManagedObjectContext
  /// The open store of the call.
  public let container: PersistentContainer
  /// The output for the command's text.
  public let output: CommandOutput
  /// A closure that reads all of standard input.
  let readInput: () throws -> Data

  /// The words of the call that are not options.
  public var operands: [String] { words.operands }

  /// Returns whether a switch was given.
  public func has(_ option: String) -> Bool { words.value(option) != nil }

  /// Returns the value of an option, which is empty for a switch; nil if the
  /// option was not given.
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

/// An error in a command line that was not understood.
public struct CommandUsageError: Error, Sendable, CustomStringConvertible, LocalizedError {
  /// A sentence that describes the error.
  public let description: String
  /// The error's `description`, which `localizedDescription` returns.
  public var errorDescription: String? { description }
  /// The command whose help explains more; nil for the help of the program.
  var command: String?

  /// Creates an error with a sentence that describes it.
  public init(_ description: String) { self.description = description }

  init(_ description: String, command: String?) {
    self.description = description
    self.command = command
  }
}
