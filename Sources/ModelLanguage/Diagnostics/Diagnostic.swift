/// A certain or likely mistake in the source text of a model.
public struct Diagnostic: Sendable, Hashable, Codable {
  /// The effect of a mistake on the use of a model.
  public enum Severity: String, Sendable, Hashable, Codable {
    /// The model cannot be used.
    case error
    /// The model can be used, but a part of it is likely to cause problems.
    case warning
  }

  /// A remark on a diagnostic, often about a second position in the source.
  public struct Note: Sendable, Hashable, Codable {
    /// The text of the remark, such as `first declared here`.
    public var message: String
    /// The path of the file, or nil if the note has no position.
    public var path: String?
    /// The line, counted from 1, or nil if the note has no position.
    public var line: Int?
    /// The column in characters, counted from 1, or nil if the note has no position.
    public var column: Int?

    /// Creates a note. By default it has no position.
    public init(message: String, path: String? = nil, line: Int? = nil, column: Int? = nil) {
      self.message = message
      self.path = path
      self.line = line
      self.column = column
    }
  }

  /// A change to a file that fixes the mistake.
  public struct Edit: Sendable, Hashable, Codable {
    /// The path of the file to change.
    public var path: String
    /// The offset of the first byte that is replaced, in UTF-8 bytes.
    public var start: Int
    /// The offset past the last byte that is replaced, in UTF-8 bytes.
    public var end: Int
    /// The string that replaces the range of bytes.
    public var replacement: String

    /// Creates an edit that replaces a range of bytes, or inserts a string if the range is empty.
    public init(path: String, start: Int, end: Int, replacement: String) {
      self.path = path
      self.start = start
      self.end = end
      self.replacement = replacement
    }
  }

  /// The severity. An error prevents the use of the model, and a warning does not.
  public var severity: Severity
  /// The permanent name, such as `MissingInverse`, without the `#`.
  public var name: String
  /// The message, which uses the names in the model.
  public var message: String
  /// The path of the file with the mistake.
  public var path: String
  /// The line, counted from 1.
  public var line: Int
  /// The column in characters, counted from 1.
  public var column: Int
  /// Remarks and related positions.
  public var notes: [Note]
  /// Descriptions of the possible fixes.
  public var fixes: [String]
  /// The changes that `applyingFixes(of:to:)` makes, or an empty array if a person must decide.
  public var edits: [Edit]
  /// Alternative changes, each of which may fix the mistake. A person chooses one of them.
  public var choices: [[Edit]]

  /// Creates a diagnostic at a position in a file.
  public init(
    severity: Severity, name: String, message: String, path: String, line: Int, column: Int,
    notes: [Note] = [], fixes: [String] = [], edits: [Edit] = [], choices: [[Edit]] = []
  ) {
    self.severity = severity
    self.name = name
    self.message = message
    self.path = path
    self.line = line
    self.column = column
    self.notes = notes
    self.fixes = fixes
    self.edits = edits
    self.choices = choices
  }
}
