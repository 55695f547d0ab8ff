/// A question that has to be answered before anything else.
public struct ScreenDialog: Sendable, Hashable {
  /// What it is about.
  public var title: String
  /// What is asked.
  public var message: String
  /// What was typed; nil where nothing can be.
  public var input: String?
  /// What is wrong with what was typed; empty where nothing is.
  public var complaint = ""
  /// The answers.
  public var options: [String]
  /// The chosen answer.
  public var selection: Int
}
