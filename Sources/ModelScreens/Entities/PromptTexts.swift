/// The texts of the dialogs in which objects of an entity are picked and
/// created.
public struct PromptTexts: Sendable, Hashable {
  /// The title of the dialog that asks for the title of a new object.
  public var newTitle: String
  /// The question of the dialog that asks for the title of a new object.
  public var newMessage: String
  /// The separator between the titles of several objects in one string.
  public var separator: String

  /// Creates the texts of the dialogs for one entity.
  public init(newTitle: String, newMessage: String, separator: String = ",") {
    self.newTitle = newTitle
    self.newMessage = newMessage
    self.separator = separator
  }
}
