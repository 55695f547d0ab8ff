/// A part of the check of a model. It completes the symbols and reports
/// mistakes.
protocol CheckPass {
  var symbols: SymbolTable { get }
}

extension CheckPass {
  var diagnostics: SourceDiagnostics { symbols.diagnostics }
  /// The reader of attributes such as `@unique`.
  var annotations: AnnotationReader { AnnotationReader(symbols: symbols) }
  var types: TypeResolver { TypeResolver(symbols: symbols) }
  /// Turns the syntax of expressions into typed values and predicates.
  var expressions: Lowering { Lowering(symbols: symbols) }

  /// Adds a diagnostic.
  ///
  /// - Parameters:
  ///   - texts: The strings that could replace the span. A single string is
  ///     offered as a certain fix.
  ///   - remarks: A closure that adds notes, fixes and edits.
  func report(
    _ name: DiagnosticName, _ message: String, at span: Span, replacing texts: [String] = [],
    adding remarks: (SourceDiagnostic) -> SourceDiagnostic = { $0 }
  ) {
    let diagnostic = SourceDiagnostic(name, message, at: span).replacing(span, with: texts)
    diagnostics.add(remarks(diagnostic))
  }

  /// Reports a name that another declaration already has.
  /// Reports a mistake, because of which there is no value.
  func refuse<Value>(
    _ name: DiagnosticName, _ message: String, at span: Span, replacing texts: [String] = [],
    adding remarks: (SourceDiagnostic) -> SourceDiagnostic = { $0 }
  ) -> Value? {
    report(name, message, at: span, replacing: texts, adding: remarks)
    return nil
  }

  func reportDuplicate(_ message: String, at span: Span, first: Span) {
    report(.duplicateName, message, at: span) { $0.note("first declared here", at: first) }
  }

  /// Reports an unknown name, and suggests known names that are similar.
  ///
  /// - Parameters:
  ///   - title: The message without the question.
  ///   - list: The end of the message if no known name is similar.
  ///   - remark: A closure that adds further remarks. Its second argument is
  ///     true if no known name is similar.
  func reportUnknown(
    _ name: NameSyntax, _ code: DiagnosticName, _ title: String, among names: [String],
    as kind: SymbolKind, prefix: String = "", owner: String? = nil, otherwise list: String = "",
    remark: (SourceDiagnostic, Bool) -> SourceDiagnostic = { diagnostic, _ in diagnostic }
  ) {
    let question = diagnostics.question(
      for: name.text, among: names, as: kind, prefix: prefix, owner: owner)
    let message = title + (question.isEmpty ? list : question.text)
    let diagnostic = SourceDiagnostic(code, message, at: name.span)
    diagnostics.add(remark(diagnostic.replacing(name.span, with: question), question.isEmpty))
  }
}
