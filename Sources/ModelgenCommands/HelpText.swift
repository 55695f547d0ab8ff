/// The pages that `--help` prints.
enum HelpText {
  /// Help of a command, or of the tool.
  static func text(of command: CommandDescription?) -> String {
    command.map(text(of:)) ?? overview
  }

  private static var overview: String {
    """
    modelgen turns managed object models into typed Swift.

    usage: modelgen [COMMAND] ...

      modelgen Models/Bank.model          write the Swift code of a model
      modelgen validate Models/Bank.model find its mistakes

    commands:
    \(table(CommandDescription.all.map { ($0.name, $0.summary) }))

    'modelgen COMMAND --help' says more; 'modelgen help Tasks' lists the articles of the
    documentation, and 'modelgen help TOPIC' shows one; 'modelgen --version' prints the version.
    Exit codes: 0 done, 1 mistakes in the input, 2 wrong usage, 3 a fault of modelgen.

    """
  }

  private static func text(of command: CommandDescription) -> String {
    var parts = ["\(command.summary)\n", "usage: modelgen \(usage(of: command))\n"]
    if !command.discussion.isEmpty { parts.append(command.discussion + "\n") }
    if !command.options.isEmpty {
      let rows = command.options.map { option in
        (option.name + (option.value.map { " \($0)" } ?? ""), option.help)
      }
      parts.append("options:\n\(table(rows))\n")
    }
    return parts.joined(separator: "\n")
  }

  private static func usage(of command: CommandDescription) -> String {
    let options = command.options.isEmpty ? "" : " [options]"
    return "\(command.name)\(options) \(command.operands)"
  }

  /// Two columns, the second one aligned.
  static func table(_ rows: [(String, String)]) -> String {
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { left, right in
      "  " + left + String(repeating: " ", count: width - left.count + 2) + right
    }.joined(separator: "\n")
  }
}
