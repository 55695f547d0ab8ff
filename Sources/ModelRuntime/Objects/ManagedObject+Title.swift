internal import ModelSchema

extension ManagedObject {
  /// The object as messages for people name it: `pet 'Tom'` by the first of its
  /// texts that is a name, `pet` where it shows none.
  ///
  /// Nothing is read from the store for it, and what is sensitive is not shown.
  final var titleInMessages: String {
    let noun = _batch.entity.description.noun
    guard !isFault, let text = shownText else { return noun }
    let short = text.count > 40 ? text.prefix(39) + "…" : text[...]
    return "\(noun) '\(short)'"
  }

  /// The text that a list would show.
  private final var shownText: String? {
    let texts = _batch.entity.properties.filter { property in
      property.description.attribute.map {
        $0.type == .string && !$0.isTransient && !$0.isSensitive
      } ?? false
    }
    let named = Self.names.compactMap { name in texts.first { $0.name == name } }
    let required = texts.first { $0.description.attribute?.isOptional == false }
    guard let property = named.first ?? required,
      let text = try? value(forKey: property.name) as? String
    else { return nil }
    // On one line, and without what a terminal would obey.
    let plain = text.split {
      $0.isWhitespace || $0.asciiValue.map { $0 < 0x20 || $0 == 0x7F } == true
    }
    .joined(separator: " ")
    return plain.isEmpty ? nil : plain
  }

  private static let names = ["name", "title", "label", "subject"]
}
