/// A diagnostic before its offsets have become lines and columns.
struct SourceDiagnostic {
  /// A note of a diagnostic.
  struct Note {
    var message: String
    var span: Span?
  }

  /// An edit of a diagnostic: what replaces a stretch.
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

  /// The diagnostic with a note at another place.
  func note(_ message: String, at span: Span? = nil) -> SourceDiagnostic {
    var diagnostic = self
    diagnostic.notes.append(Note(message: message, span: span))
    return diagnostic
  }

  /// The diagnostic with a cure in words.
  func fix(_ text: String) -> SourceDiagnostic {
    var diagnostic = self
    diagnostic.fixes.append(text)
    return diagnostic
  }

  /// The diagnostic with a change that cures it.
  func edit(_ span: Span, _ replacement: String) -> SourceDiagnostic {
    var diagnostic = self
    diagnostic.edits.append(Edit(span: span, replacement: replacement))
    return diagnostic
  }

  /// The diagnostic with a change that may cure it.
  func choice(_ span: Span, _ replacement: String) -> SourceDiagnostic {
    choice([Edit(span: span, replacement: replacement)])
  }

  /// The diagnostic with changes that may cure it together.
  func choice(_ edits: [Edit]) -> SourceDiagnostic {
    var diagnostic = self
    diagnostic.choices.append(edits)
    return diagnostic
  }

  /// The diagnostic with what may stand in the place of a stretch: the change
  /// is sure where there is one such text, and a choice where there are more.
  func replacing(_ span: Span, with texts: [String]) -> SourceDiagnostic {
    if texts.count == 1 { return edit(span, texts[0]) }
    return texts.reduce(self) { $0.choice(span, $1) }
  }

  /// The diagnostic with what a question says.
  func replacing(_ span: Span, with question: Question) -> SourceDiagnostic {
    guard !question.isSure else { return replacing(span, with: question.replacements) }
    return question.replacements.reduce(self) { $0.choice(span, $1) }
  }
}

/// The diagnostics of one run, with the places where some of them are allowed.
///
/// A class, because lexer, parser and checker add to the same list.
final class SourceDiagnostics {
  /// The names of the run, where an editor asked for them.
  let names: NameIndex?
  /// The diagnostics so far, in no order.
  private(set) var all: [SourceDiagnostic] = []
  /// The stretches in which `@allow` silences a warning.
  private var allowances: [(name: String, span: Span)] = []

  init(names: NameIndex? = nil) { self.names = names }

  /// Adds a diagnostic.
  func add(_ diagnostic: SourceDiagnostic) {
    all.append(diagnostic)
  }

  /// A Boolean value that says whether there is a diagnostic of a name in a file.
  func contains(_ name: DiagnosticName, in file: Int32) -> Bool {
    all.contains { $0.name == name && $0.span.file == file }
  }

  /// A Boolean value that says whether anything is an error.
  var hasErrors: Bool { all.contains { $0.name.severity == .error } }

  /// Silences warnings of a name in a stretch.
  func allow(_ name: String, in span: Span) {
    allowances.append((name, span))
  }

  /// The diagnostics, sorted by file and position.
  ///
  /// - Parameter first: the number of the first source in spans.
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

/// Texts by the numbers that spans have for their files.
private struct NumberedSources {
  let first: Int
  let texts: [SourceText]

  /// The text that holds a stretch.
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
