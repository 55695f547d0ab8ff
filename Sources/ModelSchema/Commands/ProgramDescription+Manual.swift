extension ProgramDescription {
  /// The manual page of the program, in section 1, for `man`.
  package var manual: String {
    var lines = [
      ".TH \(Self.argument(name.uppercased())) 1 \"\" "
        + "\(Self.argument("\(name) \(PackageVersion.current)"))",
      ".SH NAME", Self.text("\(name) - \(summary)"),
      ".SH SYNOPSIS", ".B \(Self.text(name))", ".I COMMAND", "\\&...",
    ]
    if !options.isEmpty { lines += [".SH OPTIONS"] + options.flatMap(Self.entry) }
    lines.append(".SH COMMANDS")
    for command in commands {
      lines.append(".SS " + Self.argument("\(name) \(command.usage)"))
      lines.append(Self.text(Self.sentence(command.summary)))
      if !command.discussion.isEmpty {
        lines += [".PP", ".nf"]
        lines += command.discussion.split(separator: "\n", omittingEmptySubsequences: false)
          .map { Self.text(String($0)) }
        lines.append(".fi")
      }
      lines += command.shownOptions.flatMap(Self.entry)
    }
    lines += [".SH EXIT STATUS", Self.text(statuses)]
    return lines.joined(separator: "\n") + "\n"
  }

  private static func entry(_ option: CommandDescription.Option) -> [String] {
    let values = option.choices.isEmpty ? "" : " (\(option.choices.joined(separator: ", ")))"
    return [
      ".TP", "\\fB\(text(option.name))\\fR" + (option.value.map { " \\fI\(text($0))\\fR" } ?? ""),
      text(option.help + values),
    ]
  }

  private static func sentence(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst() + (text.hasSuffix(".") ? "" : ".")
  }

  /// Returns a line of text, escaped so that a dot or an apostrophe at its
  /// start is not read as a request.
  private static func text(_ line: String) -> String {
    let escaped = line.replacing("\\", with: "\\e").replacing("-", with: "\\-")
    return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
  }

  private static func argument(_ text: String) -> String {
    "\"\(text.replacing("\\", with: "\\e").replacing("\"", with: "\\(dq"))\""
  }
}
