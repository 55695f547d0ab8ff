/// A part of the check of a model: a value that takes the symbols, completes them, and reports
/// what is wrong.
protocol CheckPass {
  var symbols: SymbolTable { get }
}

extension CheckPass {
  var diagnostics: SourceDiagnostics { symbols.diagnostics }
  /// What is written behind an `@`.
  var annotations: AnnotationReader { AnnotationReader(symbols: symbols) }
  /// The meaning of types.
  var types: TypeResolver { TypeResolver(symbols: symbols) }
  /// The meaning of expressions.
  var expressions: Lowering { Lowering(symbols: symbols) }

  /// Adds a diagnostic.
  ///
  /// - Parameters:
  ///   - texts: What may stand in the place of the stretch; one alone is sure.
  ///   - remarks: Adds notes, cures and edits.
  func report(
    _ name: DiagnosticName, _ message: String, at span: Span, replacing texts: [String] = [],
    adding remarks: (SourceDiagnostic) -> SourceDiagnostic = { $0 }
  ) {
    let diagnostic = SourceDiagnostic(name, message, at: span).replacing(span, with: texts)
    diagnostics.add(remarks(diagnostic))
  }

  /// Reports a name that another declaration has already.
  func reportDuplicate(_ message: String, at span: Span, first: Span) {
    report(.duplicateName, message, at: span) { $0.note("first declared here", at: first) }
  }

  /// Reports a name that is none of some names, with those that are like it.
  ///
  /// - Parameters:
  ///   - title: The message without the question.
  ///   - list: The end of the message where no name is like it.
  ///   - remark: Adds what else there is to say, told whether no name is like it.
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
