/// The result of formatting a file.
public struct FormattingResult: Sendable, Hashable {
  /// The text in the standard format.
  public let text: String
  /// True if the text differs from the original.
  public let isChanged: Bool
  /// The number of statements that could not be read, and were left unchanged.
  public let unreadStatements: Int
}

/// Returns the text of a file in the standard format of the language.
///
/// The format has four spaces for each level, no alignment, at most one blank
/// line, and attributes in a fixed order. Each attribute is on its own line if
/// the line would be longer than 110 columns. Comments and declarations keep
/// their order. Statements that cannot be read are left unchanged, and
/// formatting the result again changes nothing.
///
/// - Complexity: Linear in the length of the text.
public func formatted(_ file: SourceFile) -> FormattingResult {
  let source = SourceText(file)
  var parser = Parser(source, file: 0, diagnostics: SourceDiagnostics())
  _ = parser.parseFile()
  var formatter = Formatter(parser)
  let text = formatter.text()
  return FormattingResult(
    text: text, isChanged: text != file.text, unreadStatements: formatter.broken.count)
}
