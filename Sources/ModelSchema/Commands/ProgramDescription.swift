/// A program: what its help, completions and manual page know about it.
package struct ProgramDescription: Sendable {
  /// The word that it is called by.
  package var name: String
  /// The line that says what it does.
  package var summary: String
  package var commands: [CommandDescription]
  /// The options that stand before a command, or for it.
  package var options: [CommandDescription.Option]
  /// The sentence that says what its exit statuses mean.
  package var statuses: String
  /// The topics that `help` shows beside commands; none where there is no such
  /// command.
  package var topics: [String] = []
  /// A Boolean value that says whether a command comes first; else it can be a
  /// file.
  package var isCommandNeeded = true

  /// Describes a program.
  package init(
    name: String, summary: String, commands: [CommandDescription],
    options: [CommandDescription.Option] = [], statuses: String
  ) {
    self.name = name
    self.summary = summary
    self.commands = commands
    self.options = options
    self.statuses = statuses
  }

  /// The page that `--help` shows.
  package var overview: String {
    """
    \(name): \(summary)

    usage: \(name) COMMAND ...

    commands:
    \(CommandDescription.table(commands.map { ($0.name, $0.summary) }))

    '\(name) COMMAND --help' says more; '\(name) --version' prints the version.
    \(statuses)

    """
  }
}
