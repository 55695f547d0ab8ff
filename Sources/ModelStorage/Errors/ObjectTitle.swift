/// The name of an object in messages for users: `pet 'Tom'` if one of its
/// string attributes is a name, otherwise `pet`.
///
/// Sensitive values are not shown.
package struct ObjectTitle: Sendable {
  let entity: CompiledEntity
  /// The text that a list of objects would show for the object; nil if there is
  /// none.
  let text: String?

  package init(
    entity: CompiledEntity, text: String?
  ) {
    self.entity = entity
    self.text = text
  }

  /// The entity's noun, followed by the object's text in quotes if it has one.
  package var words: String {
    let noun = entity.description.noun
    guard let text else { return noun }
    // The title is a single line without control characters, because a terminal
    // would interpret them.
    let plain = text.split {
      $0.isWhitespace || $0.asciiValue.map { $0 < 0x20 || $0 == 0x7F } == true
    }
    .joined(separator: " ")
    guard !plain.isEmpty else { return noun }
    return "\(noun) '\(plain.count > 40 ? plain.prefix(39) + "…" : plain[...])'"
  }
}
