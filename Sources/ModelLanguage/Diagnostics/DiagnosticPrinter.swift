/// Writes diagnostics as human-readable text, with excerpts of the source.
public struct DiagnosticPrinter {
  private let files: [String: SourceFile]
  private let isColored: Bool

  /// Creates a printer for the diagnostics of some files.
  ///
  /// - Parameters:
  ///   - sources: The files with diagnostics. A diagnostic in a file that is
  ///     not included has no excerpt.
  ///   - isColored: True if severities are coloured with terminal codes. The caller
  ///     decides, depending on the terminal and on `NO_COLOR`.
  public init(sources: [SourceFile], isColored: Bool = false) {
    files = Dictionary(first: sources.map { ($0.path, $0) })
    self.isColored = isColored
  }

  /// Returns the diagnostics as text, separated by empty lines.
  public func text(_ diagnostics: [Diagnostic]) -> String {
    // A data model can consist of a hundred files, most of them without
    // diagnostics.
    let named = Set(diagnostics.map(\.path))
    let sources = files.filter { named.contains($0.key) }
      .mapValues(SourceText.init)
    return diagnostics.map { text($0, in: sources) }.joined(separator: "\n")
  }

  private func text(_ diagnostic: Diagnostic, in sources: [String: SourceText]) -> String {
    let headline = "\(severity(diagnostic.severity.rawValue)): \(diagnostic.headline)"
    var lines = [
      "\(diagnostic.path):\(diagnostic.line):\(diagnostic.column): \(headline)"
    ]
    let notes = diagnostic.notes.filter { $0.path == diagnostic.path && $0.line != nil }
    lines +=
      sources[diagnostic.path].map {
        excerpt(of: diagnostic, in: $0, headline: headline, notes: notes)
      } ?? []
    lines += diagnostic.notes.filter { !notes.contains($0) }.map(line(for:))
    lines += diagnostic.fixes.map { "fix: \($0)" }
    return lines.map { $0 + "\n" }.joined()
  }

  private func line(for note: Diagnostic.Note) -> String {
    guard let path = note.path, let line = note.line, let column = note.column else {
      return "\(severity("note")): \(note.message)"
    }
    return "\(path):\(line):\(column): \(severity("note")): \(note.message)"
  }

  private func excerpt(
    of diagnostic: Diagnostic, in source: SourceText, headline: String, notes: [Diagnostic.Note]
  ) -> [String] {
    var excerpt = Excerpt(source: source, context: diagnostic.context)
    excerpt.mark(line: diagnostic.line, column: diagnostic.column, text: headline)
    for note in notes {
      guard let line = note.line, let column = note.column else { continue }
      excerpt.mark(line: line, column: column, text: "\(severity("note")): \(note.message)")
    }
    return excerpt.lines
  }

  private func severity(_ word: String) -> String {
    guard isColored else { return word }
    let code = ["error": "31", "warning": "33"][word] ?? "36"
    return "\u{1B}[1;\(code)m\(word)\u{1B}[0m"
  }
}

extension Diagnostic {
  /// The message, followed by the diagnostic's name.
  var headline: String { "\(message) [#\(name)]" }

  /// The lines that the excerpt shows in addition to the marked lines.
  var context: Excerpt.Context {
    DiagnosticName(rawValue: name)?.context ?? .none
  }
}
