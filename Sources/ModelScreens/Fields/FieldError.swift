/// The error of a text that is not a valid value of its field.
public struct FieldError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The mistake and, if possible, the expected input.
  public var message: String
  /// The label of the field; nil if it is not known yet.
  public var label: String?

  /// Creates an error.
  public init(_ message: String, label: String? = nil) {
    self.message = message
    self.label = label
  }

  /// The label of the field and the message.
  public var description: String { label.map { "\($0): \(message)" } ?? message }
}
