/// The words around the objects of an entity where they are picked and made.
public struct PromptTexts: Sendable, Hashable {
  /// The title of the question for a new object.
  public var newTitle: String
  /// The subject of the question.
  public var newMessage: String
  /// The separator between the titles of several objects.
  public var separator: String

  /// Makes the words.
  public init(newTitle: String, newMessage: String, separator: String = ",") {
    self.newTitle = newTitle
    self.newMessage = newMessage
    self.separator = separator
  }
}
