import ModelGenerator
import ModelLanguage

/// A folder of templates that replace built-in ones.
struct TemplateFolder {
  private let path: String
  private let files: FileSystem

  init(_ path: String, files: FileSystem) {
    self.path = path
    self.files = files
  }

  /// A set with this folder's templates in the place of those of the same
  /// name. Others may be there, for partials.
  func replacing(in set: TemplateSet) throws(FileSystem.Failure) -> TemplateSet {
    guard files.isFolder(path) else {
      throw FileSystem.Failure(message: "error: there is no folder '\(path)' with templates")
    }
    var texts: [String: String] = [:]
    for name in files.names(in: path) where name.hasSuffix(Self.suffix) {
      texts[String(name.dropLast(Self.suffix.count))] = try files.text(of: Path.joined(path, name))
    }
    guard !texts.isEmpty else {
      throw FileSystem.Failure(message: "error: there is no \(Self.suffix) file in '\(path)'")
    }
    let errors = set.errors(replacing: texts)
    guard errors.isEmpty else {
      throw FileSystem.Failure(message: errors.map { text($0, set) }.joined(separator: "\n"))
    }
    return set.replacing(texts)
  }

  /// An error, with the name that was meant.
  private func text(_ error: TemplateError, _ set: TemplateSet) -> String {
    let word: String
    switch error.reason {
    case .unknownPartial(let name): word = name
    case .unusedTemplate: word = error.template
    case .unclosedTag, .unclosedSection, .mismatchedClose, .unexpectedClose, .missingName,
      .badDelimiters, .nestedTooDeep, .endlessPartial, .tooMuchOutput, .unknownValue:
      return error.description
    }
    let near = Suggestions.matches(for: word, among: set.names).first
    return error.description + (near.map { "; did you mean '\($0)'?" } ?? "")
  }

  /// The ending of the names of template files.
  static let suffix = ".mustache"
}
