/// What a command of `banks` came to.
public struct CommandOutcome: Sendable, Hashable {
  /// What goes to standard output.
  public var output = ""
  /// What goes to standard error.
  public var errors = ""
  /// The exit status: 0, 1 where the command failed, 2 where it was not
  /// understood.
  public var status: Int32 = 0
}

/// A command that cannot do what it is asked.
struct CommandError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// A command line that is not understood.
struct UsageError: Error, CustomStringConvertible {
  let description: String
  /// The command whose help says more; nil for the program's.
  var command: String?
}
