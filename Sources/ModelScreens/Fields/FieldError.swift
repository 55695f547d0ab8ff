/// A text that is no value of its field.
public struct FieldError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The mistake, and what to type instead.
  public var message: String
  /// The field's name for people; nil where it is not known yet.
  public var label: String?

  /// Makes an error.
  public init(_ message: String, label: String? = nil) {
    self.message = message
    self.label = label
  }

  /// The field and what is wrong with it.
  public var description: String { label.map { "\($0): \(message)" } ?? message }
}
