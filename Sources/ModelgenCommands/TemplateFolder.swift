/// A folder of templates that replace built-in templates.
struct TemplateFolder {
  private let path: String
  private let files: FileSystem

  init(_ path: String, files: FileSystem) {
    self.path = path
    self.files = files
  }

  /// Returns a set of templates in which the templates of this folder replace
  /// those of the same names. The folder can contain other templates, which are
  /// used as partials.
  ///
  /// - Throws: `FileSystem.Failure` if the folder cannot be read, or if a
  ///   template has errors.
  func replacing(in set: TemplateSet) throws(FileSystem.Failure) -> TemplateSet {
    guard files.isFolder(path) else {
      throw FileSystem.Failure(
        message: files.exists(path)
          ? "error: '\(path)' is a file; name the folder of the templates"
          : "error: there is no folder '\(path)' with templates")
    }
    var texts: [String: String] = [:]
    var paths: [String: String] = [:]
    for file in files.names(in: path) where file.hasSuffix(Self.suffix) {
      let name = String(file.dropLast(Self.suffix.count))
      paths[name] = Path.joined(path, file)
      texts[name] = try files.writtenText(of: Path.joined(path, file))
    }
    guard !texts.isEmpty else {
      throw FileSystem.Failure(message: "error: there is no \(Self.suffix) file in '\(path)'")
    }
    let replaced = set.replacing(texts, files: paths)
    let errors = set.errors(replacing: texts)
    guard errors.isEmpty else {
      throw FileSystem.Failure(
        message: errors.map { text($0, replaced, set) }.joined(separator: "\n"))
    }
    return replaced
  }

  /// Returns the message of an error in a template, with the template's file,
  /// and with a suggestion from the existing names.
  private func text(
    _ error: TemplateError, _ replaced: TemplateSet, _ set: TemplateSet
  ) -> String {
    let file = replaced.located(error).template
    let located = "\(file):\(error.line):\(error.column): error: \(error.message)"
    let word: String
    switch error.reason {
    case .unknownPartial(let name): word = name
    case .unusedTemplate: word = error.template
    case .unclosedTag, .unclosedSection, .mismatchedClose, .unexpectedClose, .missingName,
      .badDelimiters, .nestedTooDeep, .endlessPartial, .tooMuchOutput, .unknownValue:
      return located
    }
    let near = Suggestions.matches(for: word, among: set.names).first
    return located + (near.map { "; did you mean '\($0)'?" } ?? "")
  }

  /// The extension of the files that contain templates.
  static let suffix = ".mustache"
}
