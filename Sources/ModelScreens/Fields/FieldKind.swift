/// The way a field is edited.
public enum FieldKind: Sendable, Hashable {
  /// Any text.
  case text
  /// The text of a number.
  case number
  /// The text of a day, with the time of day or without.
  case date(hasTime: Bool)
  /// One of some words; an empty one stands for no value.
  case choice([String])
  /// One object of an entity, or none where it is optional.
  case toOne(entityName: String, isOptional: Bool)
  /// Any objects of an entity.
  case toMany(entityName: String, isOrdered: Bool)
  /// A value that is shown and not edited.
  case shown

  /// A Boolean value that says whether it is typed.
  public var isTyped: Bool {
    switch self {
    case .text, .number, .date: true
    case .choice, .toOne, .toMany, .shown: false
    }
  }

  /// The entity whose objects are picked, where it is a relationship.
  public var entityName: String? {
    switch self {
    case .toOne(let name, _), .toMany(let name, _): name
    case .text, .number, .date, .choice, .shown: nil
    }
  }
}
