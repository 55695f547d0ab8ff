/// A text of the `.model` language and where it came from.
public struct SourceFile: Sendable, Hashable {
  /// The path, as diagnostics print it.
  public let path: String
  /// The text.
  public let text: String

  /// Makes a source file from its path and text; nothing is read from disk.
  public init(path: String, text: String) {
    self.path = path
    self.text = text
  }
}
