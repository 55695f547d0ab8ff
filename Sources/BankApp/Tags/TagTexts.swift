internal import ModelScreens

/// The words around tags.
enum TagTexts {
  static let prompt = PromptTexts(
    newTitle: "New tag", newMessage: "Insert new tag name", separator: ",")
}
