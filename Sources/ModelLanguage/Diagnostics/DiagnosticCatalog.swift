/// Explains the reason for each diagnostic, and how to fix it.
package enum DiagnosticCatalog {
  /// The documentation of a diagnostic.
  package struct Entry: Sendable, Hashable {
    /// The permanent name, without the `#`.
    package let name: String
    package let severity: Diagnostic.Severity
    /// The reason for the diagnostic.
    package let why: String
    /// An example that causes the diagnostic.
    package let wrong: String
    /// The corrected example.
    package let right: String
  }

  /// The entries for models in the model language, sorted by name.
  package static var entries: [Entry] {
    entries(DiagnosticName.allCases.map { ($0.rawValue, $0.severity) })
  }

  /// The entries for Xcode data models, sorted by name.
  package static var dataModelEntries: [Entry] {
    entries(DataModelDiagnostic.allCases.map { ($0.rawValue, $0.severity) })
  }

  /// Returns the entry with the given name, with or without `#`, ignoring case;
  /// nil if there is no such entry.
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

  /// The reason, the wrong example and the corrected example for each name, from the
  /// sections of `Explanations.md`. A test checks that every name has a section.
  private static let sections: [String: [String]] = {
    let document = String(decoding: PackageResources.Explanations_md, as: UTF8.self)
    let sections = document.split(separator: "\n## ").dropFirst().map { section in
      let name = section.prefix { $0 != "\n" }
      // Prose and examples alternate, with only white space between the
      // examples.
      let parts = section.dropFirst(name.count).split(separator: "```")
        .map { $0.trimmingPrefix { $0 == "\n" } }.filter { !$0.isEmpty }
      return (String(name), parts.map { part in String(part.trimmingEnd { $0 == "\n" }) })
    }
    return Dictionary(uniqueKeysWithValues: sections)
  }()
}

extension DiagnosticCatalog.Entry {
  /// The entry in the format of `modelgen explain`.
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
