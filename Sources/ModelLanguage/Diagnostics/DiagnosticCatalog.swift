/// Explains diagnostics: why there is one, and how it is cured.
package enum DiagnosticCatalog {
  /// The documentation of a diagnostic.
  package struct Entry: Sendable, Hashable {
    /// The stable name, without the `#`.
    package let name: String
    /// The severity.
    package let severity: Diagnostic.Severity
    /// The reason why it is reported.
    package let why: String
    /// A text that is reported.
    package let wrong: String
    /// The same text as it should be.
    package let right: String
  }

  /// The entries of the language, sorted by name.
  package static var entries: [Entry] {
    entries(DiagnosticName.allCases.map { ($0.rawValue, $0.severity) })
  }

  /// The entries that only data models of Xcode's can cause, sorted by name.
  package static var dataModelEntries: [Entry] {
    entries(DataModelDiagnostic.allCases.map { ($0.rawValue, $0.severity) })
  }

  /// The entry of a name, with or without `#`, in any case; nil for none.
  package static func entry(named name: String) -> Entry? {
    let wanted = name.drop { $0 == "#" }.lowercased()
    return (entries + dataModelEntries).first { $0.name.lowercased() == wanted }
  }

  private static func entries(_ names: [(String, Diagnostic.Severity)]) -> [Entry] {
    names.map { name, severity in
      let parts = sections[name] ?? ["", "", ""]
      return Entry(
        name: name, severity: severity, why: parts[0], wrong: parts[1], right: parts[2])
    }
    .sorted { $0.name < $1.name }
  }

  /// The reason, the wrong and the right text of every name, as the sections of
  /// `Explanations.md` have them; a test checks that no name is without.
  private static let sections: [String: [String]] = {
    let document = String(decoding: PackageResources.Explanations_md, as: UTF8.self)
    let sections = document.split(separator: "\n## ").dropFirst().map { section in
      let name = section.prefix { $0 != "\n" }
      // Prose and examples take turns; between the examples is nothing.
      let parts = section.dropFirst(name.count).split(separator: "```")
        .map { $0.trimmingPrefix { $0 == "\n" } }.filter { !$0.isEmpty }
      return (String(name), parts.map { String($0.droppingLineEnds) })
    }
    return Dictionary(uniqueKeysWithValues: sections)
  }()
}

extension Substring {
  fileprivate var droppingLineEnds: Substring {
    prefix(upTo: lastIndex { $0 != "\n" }.map(index(after:)) ?? startIndex)
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
