/// A source text in the `.model` language, with its path.
public struct SourceFile: Sendable, Hashable {
  /// The path, as it appears in diagnostics.
  public let path: String
  /// The contents of the file, which may not have been saved to disk.
  public let text: String

  /// Creates a source file from its path and text. No file is read from disk.
  public init(path: String, text: String) {
    self.path = path
    self.text = text
  }
}
