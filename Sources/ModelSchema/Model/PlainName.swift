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
  /// The noun for the property within a sentence: the label from the model's
  /// hints, or else the name as words.
  package var noun: String {
    switch self {
    case .attribute(let attribute):
      (attribute.userInfo["ui.label"] ?? PlainName.words(name)).lowercased()
    case .relationship(let relationship): relationship.noun
    case .fetched: PlainName.words(name).lowercased()
    }
  }
}

extension RelationshipDescription {
  /// The noun for the relationship within a sentence: the label from the
  /// model's hints, or else the name as words.
  package var noun: String { (userInfo["ui.label"] ?? PlainName.words(name)).lowercased() }
}
