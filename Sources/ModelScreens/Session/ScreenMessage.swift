/// A message of a session about the last action.
public struct ScreenMessage: Sendable, Hashable {
  /// The text of the message. If there are several errors, it has a line for
  /// each of them.
  public var text: String
  /// True if the message reports an error.
  public var isError: Bool
  /// True if the message must be shown in a box because it consists of several aligned
  /// lines.
  public var isBoxed = false

  /// Creates a message, which by default does not report an error.
  public init(_ text: String, isError: Bool = false) {
    self.text = text
    self.isError = isError
  }
}
