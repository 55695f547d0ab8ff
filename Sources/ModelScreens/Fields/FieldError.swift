/// An error about text that is not a valid value for its field.
public struct FieldError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A description of the mistake and, if possible, of the expected input.
  public var message: String
  /// The label of the field that contains the text; nil if the field is not
  /// known.
  public var label: String?

  /// Creates an error with a message and, if it is known, the label of the
  /// field.
  public init(_ message: String, label: String? = nil) {
    self.message = message
    self.label = label
  }

  /// The message, preceded by the label of the field if it is known.
  public var description: String { label.map { "\($0): \(message)" } ?? message }
}
