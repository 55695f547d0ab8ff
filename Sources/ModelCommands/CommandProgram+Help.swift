extension CommandProgram {
  /// The help page of the program, with all its commands.
  var overview: String {
    let others = groups.dropFirst().map { group in
      let count = group.commands.all.map(\.name).joined(separator: " ")
      return "  \(group.word) COMMAND\n" + Self.folded(count, indentation: 6)
    }
    return """
      USAGE: \(name) [--store FILE] [COMMAND]

      Without a command, on a terminal: screens to list, edit, pick and search.

      \(Self.table(plainCommands.map { ("\($0.name) \($0.operands)", $0.summary) }))
      \(others.isEmpty ? "" : "\nOf other kinds of objects:\n\n\(others.joined(separator: "\n"))\n")
      \(Self.table(Self.optionRows(options)))

      Exit status: 0; 1 when a command failed; 2 when it was not understood.

      """
  }

  /// The options that come before the command.
  private var options: [Command.Option] {
    [
      .init(
        "--store", "FILE", help: "The store; without it \(defaultStore.path(percentEncoded: false))"
      )
    ]
      + storeOptions.map(\.option) + [
        .init("--help", help: "Show this page; behind a command, that command's."),
        .init("--version", help: "Show the version."),
        .init("--completions", "SHELL", help: "Print completions for bash, zsh or fish."),
        .init("--man", help: "Print the manual page."),
      ]
  }

  /// The description of the program for completions and the manual page.
  var description: ProgramDescription {
    let groups = groups.dropFirst().map { group in
      let commands = group.commands.all
      let options = commands.flatMap(\.allOptions).reduce(into: [Command.Option]()) { all, option in
        if !all.contains(where: { $0.name == option.name }) { all.append(option) }
      }
      return CommandDescription(
        name: group.word, summary: "\(group.commands.screens.plural): the same commands",
        operands: "COMMAND", words: commands.map(\.name), options: options.map(\.description))
    }
    return ProgramDescription(
      name: name, summary: catalog.title,
      commands: plainCommands.map(\.description) + groups,
      options: options.filter { !["--help", "--version"].contains($0.name) }.map { option in
        let shells = ProgramDescription.Shell.allCases.map(\.rawValue)
        return .init(
          option.name, option.value, help: option.help,
          choices: option.name == "--completions" ? shells : [])
      },
      statuses: "0 done; 1 the command failed; 2 it was not understood.")
  }

  /// Returns the help page of a command, with all its options.
  func page(of command: Command, called title: String) -> String {
    let call = ["USAGE: \(name)", title, "[OPTION...]", command.operands]
      .filter { !$0.isEmpty }.joined(separator: " ")
    return [
      call, command.summary, command.discussion, Self.table(Self.optionRows(command.allOptions)),
    ].filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
  }

  private static func optionRows(_ options: [Command.Option]) -> [(String, String)] {
    options.map { ([$0.name, $0.value].compactMap { $0 }.joined(separator: " "), $0.help) }
  }

  /// Returns a table of two columns. If the text of the first column is too
  /// wide, it has its own line.
  static func table(_ rows: [(String, String)]) -> String {
    let width = min(rows.map(\.0.count).max() ?? 0, 26)
    return rows.map { name, text in
      let name = name.trimmingCharacters(in: .whitespaces)
      guard name.count <= width else {
        return "  \(name)\n  \(String(repeating: " ", count: width + 2))\(text)"
      }
      return "  \(name.padded(to: width + 2))\(text)"
    }.joined(separator: "\n")
  }

  private static func folded(_ text: String, indentation: Int) -> String {
    var lines = [""]
    for word in text.split(separator: " ") {
      if lines[lines.count - 1].count + word.count > 72 { lines.append("") }
      lines[lines.count - 1] += lines[lines.count - 1].isEmpty ? "\(word)" : " \(word)"
    }
    let space = String(repeating: " ", count: indentation)
    return lines.map { space + $0 }.joined(separator: "\n")
  }
}

extension String {
  /// Returns the string, padded with spaces to a width.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(width - count, 0))
  }
}

extension Command {
  /// The description of the command for completions and the manual page.
  fileprivate var description: CommandDescription {
    CommandDescription(
      name: name, summary: summary, operands: operands, discussion: discussion,
      options: allOptions.filter { $0.name != "--help" }.map(\.description))
  }
}

extension Command.Option {
  fileprivate var description: CommandDescription.Option {
    .init(name, value, help: help)
  }
}
