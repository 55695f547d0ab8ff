/// A diagnostic before its offsets have become lines and columns.
struct Report {
  /// A note of a report.
  struct Note {
    var message: String
    var span: Span?
  }

  /// An edit of a report: what replaces a stretch.
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

  init(_ name: DiagnosticName, _ message: String, at span: Span) {
    self.name = name
    self.message = message
    self.span = span
  }

  /// The report with a note at another place.
  func note(_ message: String, at span: Span? = nil) -> Report {
    var report = self
    report.notes.append(Note(message: message, span: span))
    return report
  }

  /// The report with a cure in words.
  func fix(_ text: String) -> Report {
    var report = self
    report.fixes.append(text)
    return report
  }

  /// The report with a change that cures it.
  func edit(_ span: Span, _ replacement: String) -> Report {
    var report = self
    report.edits.append(Edit(span: span, replacement: replacement))
    return report
  }
}

/// The reports of one run, with the places where some of them are allowed.
///
/// A class, because lexer, parser and checker add to the same list.
final class Reports {
  /// What was reported, in no order.
  private(set) var all: [Report] = []
  /// Where `@allow` silences a warning.
  private var allowances: [(name: String, span: Span)] = []

  /// Adds a report.
  func add(_ report: Report) {
    all.append(report)
  }

  /// Silences warnings of a name in a stretch.
  func allow(_ name: String, in span: Span) {
    allowances.append((name, span))
  }

  /// The diagnostics, sorted by file and position.
  func diagnostics(in sources: [SourceText]) -> [Diagnostic] {
    all.enumerated()
      .filter { !isAllowed($0.element) }
      .sorted { left, right in
        let (a, b) = (left.element.span, right.element.span)
        return (Int(a.file), Int(a.start), left.offset) < (Int(b.file), Int(b.start), right.offset)
      }
      .map { $0.element.diagnostic(in: sources) }
  }

  private func isAllowed(_ report: Report) -> Bool {
    report.name.severity == .warning
      && allowances.contains { $0.name == report.name.rawValue && $0.span.contains(report.span) }
  }
}

extension Report {
  fileprivate func diagnostic(in sources: [SourceText]) -> Diagnostic {
    let source = sources[Int(span.file)]
    let position = source.position(at: span.start)
    return Diagnostic(
      severity: name.severity, name: name.rawValue, message: message, path: source.path,
      line: position.line, column: position.column,
      notes: notes.map { $0.note(in: sources) }, fixes: fixes,
      edits: edits.map { $0.edit(in: sources) })
  }
}

extension Report.Note {
  fileprivate func note(in sources: [SourceText]) -> Diagnostic.Note {
    guard let span else { return Diagnostic.Note(message: message) }
    let source = sources[Int(span.file)]
    let position = source.position(at: span.start)
    return Diagnostic.Note(
      message: message, path: source.path, line: position.line, column: position.column)
  }
}

extension Report.Edit {
  fileprivate func edit(in sources: [SourceText]) -> Diagnostic.Edit {
    Diagnostic.Edit(
      path: sources[Int(span.file)].path, start: Int(span.start), end: Int(span.end),
      replacement: replacement)
  }
}
