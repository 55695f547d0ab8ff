/// A description of a program, which is used for its help, completions and
/// manual page.
package struct ProgramDescription: Sendable {
  /// The name of the program on the command line.
  package var name: String
  /// A line that describes the program.
  package var summary: String
  package var commands: [CommandDescription]
  /// The options that come before a command, or replace it.
  package var options: [CommandDescription.Option]
  /// A sentence that explains the exit statuses.
  package var statuses: String
  /// The topics that `help` shows in addition to commands; empty if the program
  /// has no `help` command.
  package var topics: [String] = []
  /// True if the first argument is a command; otherwise it can be a file.
  package var isCommandNeeded = true

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
