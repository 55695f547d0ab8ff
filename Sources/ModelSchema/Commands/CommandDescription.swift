/// A command of a program: what parsing, `--help`, completions and manual pages
/// know about it.
package struct CommandDescription: Sendable {
  /// An option of a command.
  package struct Option: Sendable {
    /// Its name, with dashes.
    package let name: String
    /// The name of its value; nil for a switch.
    package var value: String?
    /// The line that says what it does; empty where it is for no person to use.
    package let help: String
    /// Values that it takes, where there are only some.
    package var choices: [String]

    /// Describes an option.
    package init(_ name: String, _ value: String? = nil, help: String, choices: [String] = []) {
      self.name = name
      self.value = value
      self.help = help
      self.choices = choices
    }
  }

  /// The words by which it is called.
  package let name: String
  /// The line that says what it does.
  package let summary: String
  /// The operands behind its name.
  package let operands: String
  /// More to know, for its own help.
  package var discussion: String
  package var options: [Option]
  /// Words that its first operand can be, where there are only some.
  package var words: [String]

  /// Describes a command.
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

  /// The option of a name, or nil.
  package func option(_ name: String) -> Option? { options.first { $0.name == name } }

  /// The options that help shows.
  package var shownOptions: [Option] { options.filter { !$0.help.isEmpty } }

  /// The name with what can stand behind it.
  package var usage: String {
    [name, shownOptions.isEmpty ? "" : "[options]", operands].filter { !$0.isEmpty }
      .joined(separator: " ")
  }

  /// The page that the command's `--help` shows.
  package func page(of program: String) -> String {
    var parts = ["\(summary)\n", "usage: \(program) \(usage)\n"]
    if !discussion.isEmpty { parts.append(discussion + "\n") }
    if !shownOptions.isEmpty {
      parts.append("options:\n\(Self.table(shownOptions.map(\.row)))\n")
    }
    return parts.joined(separator: "\n")
  }

  /// Two columns, the second one aligned.
  package static func table(_ rows: [(String, String)]) -> String {
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { left, right in
      "  " + left + String(repeating: " ", count: width - left.count + 2) + right
    }.joined(separator: "\n")
  }
}

extension CommandDescription.Option {
  /// The option as it is typed, and what it does.
  package var row: (String, String) { (name + (value.map { " \($0)" } ?? ""), help) }
}
