/// A message of a session about the last action.
public struct ScreenMessage: Sendable, Hashable {
  /// The text; it has a line for each of several errors.
  public var text: String
  /// True if the message reports an error.
  public var isError: Bool
  /// True if the message has to be shown in a box, because its lines belong below each
  /// other.
  public var isBoxed = false

  /// Creates a message, by default one that is not an error.
  public init(_ text: String, isError: Bool = false) {
    self.text = text
    self.isError = isError
  }
}
