/// The text of the dialogs in which objects of an entity are picked and created.
public struct PromptTexts: Sendable, Hashable {
  /// The title of the question for a new object.
  public var newTitle: String
  /// The question that asks for a new object.
  public var newMessage: String
  /// The separator between the titles of several objects.
  public var separator: String

  /// Creates the text of the dialogs for one entity.
  public init(newTitle: String, newMessage: String, separator: String = ",") {
    self.newTitle = newTitle
    self.newMessage = newMessage
    self.separator = separator
  }
}
