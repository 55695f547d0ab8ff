internal import ModelSchema

/// An object as messages for people name it: `pet 'Tom'` by the first of its
/// texts that is a name, `pet` where it shows none.
///
/// What is sensitive is not shown.
struct ObjectTitle: Sendable {
  let entity: CompiledEntity
  /// The text that a list would show, as the object has it.
  private let text: String?

  /// Names an object as it is; nothing is read from the store for it.
  init(_ object: ManagedObject) {
    entity = object._batch.entity
    let property = entity.titleNumber.map { object._batch.entity.properties[$0] }
    text = object.isFault ? nil : property.flatMap { try? object.value(forKey: $0.name) as? String }
  }

  /// The words.
  var words: String {
    let noun = entity.description.noun
    guard let text else { return noun }
    // On one line, and without what a terminal would obey.
    let plain = text.split {
      $0.isWhitespace || $0.asciiValue.map { $0 < 0x20 || $0 == 0x7F } == true
    }
    .joined(separator: " ")
    guard !plain.isEmpty else { return noun }
    return "\(noun) '\(plain.count > 40 ? plain.prefix(39) + "…" : plain[...])'"
  }
}

extension ManagedObject {
  /// The object as messages for people name it.
  final var titleInMessages: String { ObjectTitle(self).words }
}

extension [CompiledProperty] {
  /// The number of the property that a list would show; nil where there is none.
  var titleNumber: Int? {
    let texts = filter { property in
      property.description.attribute.map {
        $0.type == .string && !$0.isTransient && !$0.isSensitive
      } ?? false
    }
    let named = ["name", "title", "label", "subject"].lazy.compactMap { name in
      texts.first { $0.name == name }
    }
    return (named.first ?? texts.first { $0.description.attribute?.isOptional == false })?.number
  }
}
