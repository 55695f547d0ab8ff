/// A question that the user must answer before any other action.
public struct ScreenDialog: Sendable, Hashable {
  /// The title above the question.
  public var title: String
  /// The text of the question.
  public var message: String
  /// The typed text; nil if the question does not ask for text.
  public var input: String?
  /// The error in the typed text; empty if there is none.
  public var complaint = ""
  /// The answers that the user can choose from.
  public var options: [String]
  /// The index of the selected answer.
  public var selection: Int
}
