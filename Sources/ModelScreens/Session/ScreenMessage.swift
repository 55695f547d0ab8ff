/// A session's message about the last action.
public struct ScreenMessage: Sendable, Hashable {
  /// The text; if there are several errors, it has one line for each.
  public var text: String
  /// True if the message reports an error.
  public var isError: Bool
  /// True if the message must be shown in a box because it consists of several aligned
  /// lines.
  public var isBoxed = false

  /// Creates a message; by default, it is not an error.
  public init(_ text: String, isError: Bool = false) {
    self.text = text
    self.isError = isError
  }
}
