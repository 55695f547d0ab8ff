/// A description of a command, which is used for parsing, `--help`, completions
/// and manual pages.
package struct CommandDescription: Sendable {
  package struct Option: Sendable {
    /// The option's name, with dashes.
    package let name: String
    /// The name of the option's value; nil for a switch.
    package var value: String?
    /// The line that describes the option; empty for an option that is not
    /// meant for users.
    package let help: String
    /// The values that the option accepts; empty if any value is allowed.
    package var choices: [String]

    package init(_ name: String, _ value: String? = nil, help: String, choices: [String] = []) {
      self.name = name
      self.value = value
      self.help = help
      self.choices = choices
    }
  }

  /// The words with which the command is called.
  package let name: String
  /// A line that describes the command.
  package let summary: String
  /// The operands that follow the command's name.
  package let operands: String
  /// Further text for the command's own help page.
  package var discussion: String
  package var options: [Option]
  /// The values that the first operand can have; empty if any value is allowed.
  package var words: [String]

  package init(
    name: String, summary: String, operands: String = "", words: [String] = [],
    discussion: String = "", options: [Option] = []
  ) {
    self.words = words
    self.name = name
    self.summary = summary
    self.operands = operands
    self.discussion = discussion
    self.options = options
  }

  /// Returns the option with the given name; nil if there is none.
  package func option(_ name: String) -> Option? { options.first { $0.name == name } }

  /// The options that are shown in the help.
  package var shownOptions: [Option] { options.filter { !$0.help.isEmpty } }

  /// The name, followed by the options and operands.
  package var usage: String {
    [name, shownOptions.isEmpty ? "" : "[options]", operands].filter { !$0.isEmpty }
      .joined(separator: " ")
  }

  /// Returns the page that the command's `--help` shows.
  package func page(of program: String) -> String {
    var parts = ["\(summary)\n", "usage: \(program) \(usage)\n"]
    if !discussion.isEmpty { parts.append(discussion + "\n") }
    if !shownOptions.isEmpty {
      parts.append("options:\n\(Self.table(shownOptions.map(\.row)))\n")
    }
    return parts.joined(separator: "\n")
  }

  /// Returns a table of two columns, the second of which is aligned.
  package static func table(_ rows: [(String, String)]) -> String {
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { left, right in
      "  " + left + String(repeating: " ", count: width - left.count + 2) + right
    }.joined(separator: "\n")
  }
}

extension CommandDescription.Option {
  /// The option in the form in which it is typed, and its description.
  package var row: (String, String) { (name + (value.map { " \($0)" } ?? ""), help) }
}
