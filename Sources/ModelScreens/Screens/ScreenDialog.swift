/// A question that has to be answered before anything else.
public struct ScreenDialog: Sendable, Hashable {
  /// The title.
  public var title: String
  /// The question.
  public var message: String
  /// The text that was typed; nil where none can be.
  public var input: String?
  /// The mistake in what was typed; empty for none.
  public var complaint = ""
  /// The answers.
  public var options: [String]
  /// The chosen answer.
  public var selection: Int
}
