/// A message of a session about the last action.
public struct ScreenMessage: Sendable, Hashable {
  /// The text; several lines where there are several mistakes.
  public var text: String
  /// A Boolean value that says whether something went wrong.
  public var isError: Bool
  /// A Boolean value that says whether it needs a box of its own: its lines
  /// stand below each other for a reason.
  public var isBoxed = false

  /// Makes a message.
  public init(_ text: String, isError: Bool = false) {
    self.text = text
    self.isError = isError
  }
}
