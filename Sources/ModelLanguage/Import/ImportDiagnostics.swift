/// The diagnostics of an import.
///
/// This is a class because all passes add to the same list. The names are the
/// same as in the language, but most mistakes in a data model are repaired, and
/// cause only a warning.
final class ImportDiagnostics {
  let source: SourceText
  private(set) var diagnostics: [(offset: Int, diagnostic: Diagnostic)] = []
  private var known: Set<Diagnostic> = []

  init(_ source: SourceText) {
    self.source = source
  }

  func warn(
    _ name: DiagnosticName, _ message: String, at offset: Int,
    note: (message: String, offset: Int)? = nil, fix: String? = nil
  ) {
    add(.warning, name.rawValue, message, at: offset, notes: note.map { [$0] } ?? [], fix: fix)
  }

  /// Adds a description of the outcome to the warning about an unreadable
  /// condition. If there is no such warning, returns false.
  func add(to offset: Int, _ outcome: String) -> Bool {
    let index = diagnostics.firstIndex {
      $0.offset == offset && $0.diagnostic.name == DiagnosticName.invalidExpression.rawValue
        && $0.diagnostic.message.hasPrefix(Self.unreadCondition)
    }
    guard let index else { return false }
    if !diagnostics[index].diagnostic.message.hasSuffix(outcome) {
      diagnostics[index].diagnostic.message += "; \(outcome)"
    }
    return true
  }

  /// The beginning of the warnings about conditions.
  static let unreadCondition = "the condition of "

  /// Adds a diagnostic that exists only for data models.
  func add(
    _ name: DataModelDiagnostic, _ message: String, at offset: Int,
    notes: [(message: String, offset: Int)] = [], fix: String? = nil
  ) {
    add(name.severity, name.rawValue, message, at: offset, notes: notes, fix: fix)
  }

  func fail(_ name: String, _ message: String, at offset: Int) {
    add(.error, name, message, at: offset, notes: [], fix: nil)
  }

  private func add(
    _ severity: Diagnostic.Severity, _ name: String, _ message: String, at offset: Int,
    notes: [(message: String, offset: Int)], fix: String?
  ) {
    let place = source.position(at: Int32(clamping: offset))
    let notes = notes.map { note in
      let place = source.position(at: Int32(clamping: note.offset))
      return Diagnostic.Note(
        message: note.message, path: source.path, line: place.line, column: place.column)
    }
    let diagnostic = Diagnostic(
      severity: severity, name: name, message: message, path: source.path, line: place.line,
      column: place.column, notes: notes, fixes: fix.map { [$0] } ?? [])
    guard known.insert(diagnostic).inserted else { return }
    diagnostics.append((offset, diagnostic))
  }

  /// The diagnostics, sorted by position.
  var sorted: [Diagnostic] {
    diagnostics.enumerated()
      .sorted { ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset) }
      .map(\.element.diagnostic)
  }
}

/// The diagnostics that exist only for Xcode data models.
enum DataModelDiagnostic: String, Sendable, CaseIterable {
  /// The text is not well-formed XML.
  case invalidXML = "InvalidXML"
  /// The folder or its XML is not a data model.
  case invalidDataModel = "InvalidDataModel"
  /// The current version is not specified.
  case currentVersion = "CurrentVersion"
  /// The model has no entities.
  case emptyModel = "EmptyModel"
  /// Values have a type that the program must declare.
  case customType = "CustomType"
  /// A part of a mapping model cannot be represented.
  case mappingModel = "MappingModel"

  var severity: Diagnostic.Severity {
    switch self {
    case .invalidXML, .invalidDataModel: .error
    case .currentVersion, .emptyModel, .customType, .mappingModel: .warning
    }
  }
}
