package import ModelSchema

/// What a value of an expression can be, as far as the model tells.
package indirect enum StaticType: Sendable, Hashable {
  /// Anything: a variable without a type, an attribute without one.
  case unknown
  case null
  case number
  case text
  case date
  case data
  case uuid
  /// An object of an entity, nil for any.
  case object(String?)
  /// A composite value, by the name of its type.
  case composite(String)
  /// A value that only the client's code understands, by the name of its type.
  case opaque(String)
  /// A list of values that belongs to one object, or stands in the predicate.
  case list(StaticType)
  /// What relationships to many lead to.
  case toMany(StaticType)

  /// The type of an attribute's values.
  package init(_ type: AttributeType) {
    switch type {
    case .boolean, .int16, .int32, .int64, .float, .double, .decimal: self = .number
    case .string, .json, .url: self = .text
    case .date: self = .date
    case .data: self = .data
    case .uuid: self = .uuid
    case .enumeration(_, let raw): self.init(raw)
    case .composite(let name): self = .composite(name)
    case .list(let element): self = .list(StaticType(element))
    case .codable(let name), .transformable(let name, _): self = .opaque(name)
    case .undefined: self = .unknown
    }
  }

  /// The type of a parameter.
  package init(_ type: ValueType) {
    switch type {
    case .attribute(let type, _): self.init(type)
    case .object(let name): self = .object(name)
    case .list(let element): self = .list(StaticType(element))
    case .optional(let type): self.init(type)
    }
  }

  /// The type of a constant.
  package init(_ constant: ConstantValue) {
    switch constant {
    case .null: self = .null
    case .boolean, .integer, .double, .decimal: self = .number
    case .string, .url: self = .text
    case .date: self = .date
    case .data: self = .data
    case .uuid: self = .uuid
    case .objectID(let id): self = .object(id.entityName)
    case .list(let elements): self = .list(StaticType.common(elements.map(StaticType.init)))
    }
  }

  /// One type for several values; unknown where they differ.
  static func common(_ types: [StaticType]) -> StaticType {
    guard var common = types.first else { return .unknown }
    for type in types.dropFirst() {
      guard let merged = common.merged(with: type) else { return .unknown }
      common = merged
    }
    return common
  }

  /// The type of a value that is of one of two types, nil where nothing takes
  /// both.
  func merged(with other: StaticType) -> StaticType? {
    switch (self, other) {
    case (_, _) where self == other, (_, .null): self
    case (.null, _): other
    case (.unknown, _), (_, .unknown): .unknown
    case (.object, .object): .object(nil)
    case (.list(let first), .list(let second)): first.merged(with: second).map(StaticType.list)
    case (.toMany(let first), .toMany(let second)):
      first.merged(with: second).map(StaticType.toMany)
    default: nil
    }
  }

  /// What a collection holds, nil for a single value.
  package var element: StaticType? {
    switch self {
    case .list(let element), .toMany(let element): element
    default: nil
    }
  }

  /// Whether nothing is known that could be wrong.
  var isOpen: Bool { self == .unknown || self == .null }

  /// Whether string operators take it.
  var isTextual: Bool { isOpen || self == .text || self == .number }

  /// What it is, for messages.
  var text: String {
    switch self {
    case .unknown: "a value"
    case .null: "nil"
    case .number: "a number"
    case .text: "a text"
    case .date: "a date"
    case .data: "data"
    case .uuid: "a UUID"
    case .object(let name): name.map { "an object of '\($0)'" } ?? "an object"
    case .composite(let name): "the composite '\(name)'"
    case .opaque(let name): "a value of type '\(name)'"
    case .list, .toMany: "a collection"
    }
  }

  /// What keys are asked of, for messages.
  var ownerText: String {
    switch self {
    case .object(let name?), .composite(let name), .opaque(let name): name
    default: text
    }
  }
}
