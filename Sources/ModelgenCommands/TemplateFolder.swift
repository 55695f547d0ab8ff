import ModelGenerator

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
    return set.replacing(texts)
  }

  /// How the names of template files end.
  static let suffix = ".mustache"
}
