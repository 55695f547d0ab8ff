/// Explains diagnostics: why there is one, and how it is cured.
package enum DiagnosticCatalog {
  /// The documentation of a diagnostic.
  package struct Entry: Sendable, Hashable {
    /// The stable name, without the `#`.
    package let name: String
    /// The severity of a diagnostic.
    package let severity: Diagnostic.Severity
    /// The reason why it is reported.
    package let why: String
    /// A text that is reported.
    package let wrong: String
    /// The same text as it should be.
    package let right: String
  }

  /// All entries, sorted by name.
  package static var entries: [Entry] {
    DiagnosticName.allCases.map(entry).sorted { $0.name < $1.name }
  }

  /// The entry of a name, with or without `#`, in any case; nil for none.
  package static func entry(named name: String) -> Entry? {
    let wanted = name.drop { $0 == "#" }.lowercased()
    return DiagnosticName.allCases.first { $0.rawValue.lowercased() == wanted }.map(entry)
      ?? dataModelEntries.first { $0.name.lowercased() == wanted }
  }

  /// The names nearest to one that is none, at most three.
  package static func names(near name: String) -> [String] {
    let wanted = String(name.drop { $0 == "#" })
    return Suggestions.matches(for: wanted, among: (entries + dataModelEntries).map(\.name))
  }

  private static func entry(_ name: DiagnosticName) -> Entry {
    let text = name.explanation
    return Entry(
      name: name.rawValue, severity: name.severity, why: text.why, wrong: text.wrong,
      right: text.right)
  }
}

extension DiagnosticCatalog.Entry {
  /// The entry as `modelgen explain` prints it.
  package var text: String {
    func indented(_ text: String) -> String {
      text.split(separator: "\n", omittingEmptySubsequences: false)
        .map { $0.isEmpty ? "" : "    " + $0 }.joined(separator: "\n")
    }
    return """
      #\(name) (\(severity.rawValue))

      \(why)

      Wrong:

      \(indented(wrong))

      Right:

      \(indented(right))

      """
  }
}
