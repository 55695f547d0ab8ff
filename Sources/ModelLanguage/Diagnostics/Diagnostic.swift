/// One thing that is wrong, or likely to be, in a model's text.
public struct Diagnostic: Sendable, Hashable, Codable {
  /// The severity of a diagnostic.
  public enum Severity: String, Sendable, Hashable, Codable {
    /// The model cannot be used.
    case error
    /// The model can be used, but something in it will disappoint.
    case warning
  }

  /// A second place, or something to know.
  public struct Note: Sendable, Hashable, Codable {
    /// The text of the note.
    public var message: String
    /// File, where the note has a place.
    public var path: String?
    /// Line counted from 1, where the note has a place.
    public var line: Int?
    /// Column counted in characters from 1, where the note has a place.
    public var column: Int?

    /// Makes a note.
    public init(message: String, path: String? = nil, line: Int? = nil, column: Int? = nil) {
      self.message = message
      self.path = path
      self.line = line
      self.column = column
    }
  }

  /// A change of a file that cures the mistake.
  public struct Edit: Sendable, Hashable, Codable {
    /// The file.
    public var path: String
    /// Offset in UTF-8 bytes of the first byte that is replaced.
    public var start: Int
    /// Offset in UTF-8 bytes past the last byte that is replaced.
    public var end: Int
    /// The text that replaces the stretch.
    public var replacement: String

    /// Makes an edit.
    public init(path: String, start: Int, end: Int, replacement: String) {
      self.path = path
      self.start = start
      self.end = end
      self.replacement = replacement
    }
  }

  /// The severity of a diagnostic.
  public var severity: Severity
  /// The stable name, such as `MissingInverse`, without the `#`.
  public var name: String
  /// The message, in the model's words.
  public var message: String
  /// The file.
  public var path: String
  /// Line, counted from 1.
  public var line: Int
  /// Column, counted in characters from 1.
  public var column: Int
  /// Other places and things to know.
  public var notes: [Note]
  /// Cures to choose from, as text.
  public var fixes: [String]
  /// The changes that `applyingFixes(of:to:)` makes; empty where a human has
  /// to decide.
  public var edits: [Edit]
  /// Changes of which one may cure the mistake, for a human to choose from.
  public var choices: [[Edit]]

  /// Makes a diagnostic.
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
