/// A diagnostic with offsets instead of lines and columns.
struct SourceDiagnostic {
  struct Note {
    var message: String
    var span: Span?
  }

  /// An edit that replaces a span of the source.
  struct Edit {
    var span: Span
    var replacement: String
  }

  var name: DiagnosticName
  var message: String
  var span: Span
  var notes: [Note] = []
  var fixes: [String] = []
  var edits: [Edit] = []
  var choices: [[Edit]] = []

  init(_ name: DiagnosticName, _ message: String, at span: Span) {
    self.name = name
    self.message = message
    self.span = span
  }

  /// Returns the diagnostic with an additional note.
  func note(_ message: String, at span: Span? = nil) -> SourceDiagnostic {
    adding(Note(message: message, span: span), to: \.notes)
  }

  /// Returns the diagnostic with the description of a fix.
  func fix(_ text: String) -> SourceDiagnostic {
    adding(text, to: \.fixes)
  }

  /// Returns the diagnostic with a certain fix.
  func edit(_ span: Span, _ replacement: String) -> SourceDiagnostic {
    adding(Edit(span: span, replacement: replacement), to: \.edits)
  }

  /// Returns the diagnostic with a possible fix.
  func choice(_ span: Span, _ replacement: String) -> SourceDiagnostic {
    choice([Edit(span: span, replacement: replacement)])
  }

  /// Returns the diagnostic with a possible fix that consists of several edits.
  func choice(_ edits: [Edit]) -> SourceDiagnostic {
    adding(edits, to: \.choices)
  }

  private func adding<Part>(
    _ part: Part, to list: WritableKeyPath<SourceDiagnostic, [Part]>
  ) -> SourceDiagnostic {
    var diagnostic = self
    diagnostic[keyPath: list].append(part)
    return diagnostic
  }

  /// Returns the diagnostic with the strings that could replace a span: a
  /// single string is a certain fix, and several strings are possible fixes.
  func replacing(_ span: Span, with texts: [String]) -> SourceDiagnostic {
    if texts.count == 1 { return edit(span, texts[0]) }
    return texts.reduce(self) { $0.choice(span, $1) }
  }

  /// Returns the diagnostic with the replacements that a question suggests.
  func replacing(_ span: Span, with question: Question) -> SourceDiagnostic {
    guard !question.isSure else { return replacing(span, with: question.replacements) }
    return question.replacements.reduce(self) { $0.choice(span, $1) }
  }
}

/// The diagnostics of a run, and the parts of the source in which warnings are
/// allowed.
///
/// This is a class because the lexer, the parser and the checker add to the
/// same list.
final class SourceDiagnostics {
  /// The index of names, or nil if no editor has requested it.
  let names: NameIndex?
  /// The diagnostics that have been added so far, in any order.
  private(set) var all: [SourceDiagnostic] = []
  /// The spans in which `@allow` silences a warning.
  private var allowances: [(name: String, span: Span)] = []

  init(names: NameIndex? = nil) { self.names = names }

  func add(_ diagnostic: SourceDiagnostic) {
    all.append(diagnostic)
  }

  /// Returns whether a file has a diagnostic with the given name.
  func contains(_ name: DiagnosticName, in file: Int32) -> Bool {
    all.contains { $0.name == name && $0.span.file == file }
  }

  var hasErrors: Bool { all.contains { $0.name.severity == .error } }

  /// Silences warnings with the given name in a span.
  func allow(_ name: String, in span: Span) {
    allowances.append((name, span))
  }

  /// Returns the diagnostics, sorted by file and position.
  ///
  /// - Parameter first: The file number of the first source.
  func located(in sources: [SourceText], from first: Int = 0) -> [Diagnostic] {
    let sources = NumberedSources(first: first, texts: sources)
    return all.enumerated()
      .filter { !isAllowed($0.element) }
      .sorted { left, right in
        let (a, b) = (left.element.span, right.element.span)
        return (Int(a.file), Int(a.start), left.offset) < (Int(b.file), Int(b.start), right.offset)
      }
      .map { $0.element.diagnostic(in: sources) }
  }

  private func isAllowed(_ diagnostic: SourceDiagnostic) -> Bool {
    diagnostic.name.severity == .warning
      && allowances.contains {
        $0.name == diagnostic.name.rawValue && $0.span.contains(diagnostic.span)
      }
  }
}

/// The sources, by the file numbers in spans.
private struct NumberedSources {
  let first: Int
  let texts: [SourceText]

  /// The source that contains a span.
  subscript(span: Span) -> SourceText { texts[Int(span.file) - first] }
}

extension SourceDiagnostic {
  fileprivate func diagnostic(in sources: NumberedSources) -> Diagnostic {
    let source = sources[span]
    let position = source.position(at: span.start)
    return Diagnostic(
      severity: name.severity, name: name.rawValue, message: message, path: source.path,
      line: position.line, column: position.column,
      notes: notes.map { $0.note(in: sources) }, fixes: fixes,
      edits: edits.map { $0.edit(in: sources) },
      choices: choices.map { $0.map { $0.edit(in: sources) } })
  }
}

extension SourceDiagnostic.Note {
  fileprivate func note(in sources: NumberedSources) -> Diagnostic.Note {
    guard let span else { return Diagnostic.Note(message: message) }
    let source = sources[span]
    let position = source.position(at: span.start)
    return Diagnostic.Note(
      message: message, path: source.path, line: position.line, column: position.column)
  }
}

extension SourceDiagnostic.Edit {
  fileprivate func edit(in sources: NumberedSources) -> Diagnostic.Edit {
    Diagnostic.Edit(
      path: sources[span].path, start: Int(span.start), end: Int(span.end),
      replacement: replacement)
  }
}
