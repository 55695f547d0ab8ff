/// What a session has to say about the last action.
public struct ScreenMessage: Sendable, Hashable {
  /// The text; several lines where there are several mistakes.
  public var text: String
  /// Whether something went wrong.
  public var isError: Bool

  /// Makes a message.
  public init(_ text: String, isError: Bool = false) {
    self.text = text
    self.isError = isError
  }
}
