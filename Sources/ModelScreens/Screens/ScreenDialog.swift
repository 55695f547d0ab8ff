/// A question that the user must answer before any other action.
public struct ScreenDialog: Sendable, Hashable {
  /// The title above the question.
  public var title: String
  /// The text of the question.
  public var message: String
  /// The text that has been typed; nil if the question does not ask for text.
  public var input: String?
  /// The error in the typed text; empty if there is no error.
  public var complaint = ""
  /// The answers from which the user chooses.
  public var options: [String]
  /// The index of the selected answer.
  public var selection: Int
}
