/// The error of a text that is not a valid value of its field.
public struct FieldError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The mistake and, if possible, the expected input.
  public var message: String
  /// The label of the field; nil if it is not known yet.
  public var label: String?

  /// Creates an error with a message, and the label of its field if it is known.
  public init(_ message: String, label: String? = nil) {
    self.message = message
    self.label = label
  }

  /// The message, after the label of the field if it is known.
  public var description: String { label.map { "\($0): \(message)" } ?? message }
}
