/// The conversion of names into words that people read.
package enum PlainName {
  /// Returns a name as words: `LineItem` becomes `Line item`.
  package static func words(_ name: some StringProtocol) -> String {
    // Words in capitals, such as URL, keep their capitals.
    let words = NameWords.words(of: name)
    let text = words.map { $0.count > 1 && $0 == $0.uppercased() ? $0 : $0.lowercased() }
      .joined(separator: " ")
    return text.prefix(1).uppercased() + text.dropFirst()
  }
}

extension EntityDescription {
  /// The noun for an object of the entity within a sentence: the title from the
  /// model's hints, or else the name as words.
  package var noun: String {
    (userInfo["ui.title"] ?? PlainName.words(name)).lowercased()
  }
}

extension PropertyDescription {
  /// The label from the model's hints; nil if there is none.
  package var label: String? { (attribute?.userInfo ?? relationship?.userInfo)?["ui.label"] }

  /// The noun for the property within a sentence: the label from the model's
  /// hints, or else the name as words.
  package var noun: String { (label ?? PlainName.words(name)).lowercased() }
}

extension RelationshipDescription {
  /// The noun for the relationship within a sentence: the label from the
  /// model's hints, or else the name as words.
  package var noun: String { PropertyDescription.relationship(self).noun }
}
