/// The result of formatting a file.
public struct FormattingResult: Sendable, Hashable {
  /// The formatted text.
  public let text: String
  /// A Boolean value that says whether it differs from what was there.
  public let isChanged: Bool
  /// The number of statements that could not be read and were left as they are.
  public let unreadStatements: Int
}

/// The text of a file in the one form that the language has.
///
/// Four spaces a level, no alignment, one blank line at most, attributes in a
/// fixed order and each on its own line where the line would pass 110
/// columns. Comments stay where they are, declarations keep their order. What
/// cannot be read is left alone, and formatting twice changes nothing.
///
/// - Complexity: linear in the length of the text.
public func formatted(_ file: SourceFile) -> FormattingResult {
  let source = SourceText(file)
  var parser = Parser(source, file: 0, diagnostics: SourceDiagnostics())
  _ = parser.parseFile()
  var formatter = Formatter(parser)
  let text = formatter.text()
  return FormattingResult(
    text: text, isChanged: text != file.text, unreadStatements: formatter.broken.count)
}
