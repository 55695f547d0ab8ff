/// The kind of a field, which determines how its value is edited.
public enum FieldKind: Sendable, Hashable {
  /// Text in any form.
  case text
  /// A number that is typed as text.
  case number
  /// A date that is typed as text, with or without the time of day.
  case date(hasTime: Bool)
  /// One of several words; an empty word means that there is no value.
  case choice([String])
  /// One object of an entity. If the field is optional, it can be empty.
  case toOne(entityName: String, isOptional: Bool)
  /// Any number of objects of an entity. If the field is ordered, the user
  /// determines their order.
  case toMany(entityName: String, isOrdered: Bool)
  /// A value that is shown but not edited.
  case shown

  /// True if the value is typed as text.
  public var isTyped: Bool {
    switch self {
    case .text, .number, .date: true
    case .choice, .toOne, .toMany, .shown: false
    }
  }

  /// The name of the entity whose objects are picked; nil if the field is not a
  /// relationship.
  public var entityName: String? {
    switch self {
    case .toOne(let name, _), .toMany(let name, _): name
    case .text, .number, .date, .choice, .shown: nil
    }
  }
}
