/// The pages that `--help` prints.
enum HelpText {
  /// Returns the help page of a command; the page of the tool if the command is
  /// nil.
  static func text(of command: CommandDescription?) -> String {
    command?.page(of: "modelgen") ?? overview
  }

  private static var overview: String {
    """
    modelgen turns managed object models into typed Swift.

    usage: modelgen [COMMAND] ...

      modelgen Models/Bank.model          write the Swift code of a model
      modelgen validate Models/Bank.model find its mistakes

    commands:
    \(CommandDescription.table(CommandDescription.all.map { ($0.name, $0.summary) }))

    'modelgen COMMAND --help' says more; 'modelgen help Tasks' lists the articles of the
    documentation, and 'modelgen help TOPIC' shows one; 'modelgen --version' prints the version.
    Exit codes: 0 done, 1 mistakes in the input, 2 wrong usage, 3 a fault of modelgen.

    """
  }
}
