internal import Foundation
internal import ModelSchema
internal import ModelScreens

extension CommandProgram {
  /// The page of the program.
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
        --store FILE   The store; without it \(defaultStore.path(percentEncoded: false))
        --help         Show this page; behind a command, that command's.
        --version      Show the version.

      Exit status: 0; 1 when a command failed; 2 when it was not understood.

      """
  }

  /// The page of a command.
  func page(of command: Command, called title: String) -> String {
    let call = ["USAGE: \(name)", title, "[OPTION...]", command.operands]
      .filter { !$0.isEmpty }.joined(separator: " ")
    let options = command.allOptions.map { option in
      ([option.name] + [option.value].compactMap { $0 }).joined(separator: " ")
    }
    let helps = command.allOptions.map(\.help)
    return [
      call, command.summary, command.discussion,
      Self.table(Array(zip(options, helps))),
    ].filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
  }

  /// Two columns; what is too wide for the first has a line of its own.
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
  /// The text with blanks behind it, so that it is so wide at least.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(width - count, 0))
  }
}
