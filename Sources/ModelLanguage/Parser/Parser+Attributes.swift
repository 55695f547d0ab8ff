extension Parser {
  /// Reads all attributes such as `@name(arguments)`.
  ///
  /// The tokens are kept for the formatter. An attribute at the start of a line that
  /// seems to belong to the next declaration causes a warning.
  mutating func attributes() throws(Recovery) -> [AttributeSyntax] {
    var attributes: [AttributeSyntax] = []
    var ranges: [Range<Int>] = []
    while kind == .attribute {
      let start = index
      checkIndentation()
      attributes.append(try attribute())
      ranges.append(start..<index)
    }
    if !ranges.isEmpty { layout.attributes.append(ranges) }
    return attributes
  }

  private mutating func attribute() throws(Recovery) -> AttributeSyntax {
    let start = index
    let name = NameSyntax(text: String(text.dropFirst()), span: span)
    advance()
    let hasParentheses =
      kind == .leftParenthesis && tokens[index].start == tokens[index - 1].end
    guard hasParentheses else {
      return AttributeSyntax(name: name, arguments: [], hasParentheses: false, span: name.span)
    }
    layout.roles[index] = .call
    let arguments = try nested { parser throws(Recovery) in try parser.arguments() }
    return AttributeSyntax(
      name: name, arguments: arguments, hasParentheses: true, span: span(from: start))
  }

  private func checkIndentation() {
    guard token.startsLine, column(of: index) <= column(of: statementStart) else { return }
    let statement = text(at: statementStart)
    diagnostics.add(
      SourceDiagnostic(
        .attributeOnOwnLine,
        "'\(text)' belongs to the '\(statement)' above it, not to what follows; indent it",
        at: span
      ).note("it belongs to this", at: span(at: statementStart)))
  }

  /// Returns the number of bytes between the start of a token's line and the
  /// token.
  private func column(of index: Int) -> Int32 {
    let offset = tokens[index].start
    return offset - source.lineStarts[source.lineIndex(at: offset)]
  }
}
