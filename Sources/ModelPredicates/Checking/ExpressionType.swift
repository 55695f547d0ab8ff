/// The type of the values of an expression, as far as a model determines it.
///
/// The checker of the model language, the printer, the predicate checker and
/// the generator use this type. If values only have to be comparable, as in
/// predicate formats, they use its `compared` type, which does not distinguish
/// between different types of numbers or of text.
package indirect enum ExpressionType: Sendable, Hashable {
  /// Any value, because the expression is a variable or an attribute without a
  /// type.
  case unknown
  case null
  case attribute(AttributeType)
  /// An object of the named entity, or of any entity if the name is nil.
  case object(String?)
  /// A list of values, which belongs to one object or is written in the expression.
  case list(ExpressionType)
  /// The values at the end of a path through a to-many relationship.
  case toMany(ExpressionType)

  package static let boolean = ExpressionType.attribute(.boolean)
  package static let integer = ExpressionType.attribute(.int64)
  package static let number = ExpressionType.attribute(.double)
  package static let text = ExpressionType.attribute(.string)
  package static let date = ExpressionType.attribute(.date)
  package static let data = ExpressionType.attribute(.data)
  package static let uuid = ExpressionType.attribute(.uuid)
  /// The words of a full-text index, which can only be compared with `MATCHES`.
  package static let fullText = ExpressionType.attribute(.codable("full-text index"))

  /// Creates the type of the values of a parameter or a column.
  package init(_ type: ValueType) {
    switch type {
    case .attribute(.list(let element), _): self = .list(.attribute(element))
    case .attribute(let type, _): self = .attribute(type)
    case .object(let name): self = .object(name)
    case .list(let element): self = .list(ExpressionType(element))
    case .optional(let type): self.init(type)
    }
  }

  /// Creates the type of a relationship's destination.
  package init(_ relationship: RelationshipDescription) {
    let object = ExpressionType.object(relationship.destinationName)
    self = relationship.isToMany ? .toMany(object) : object
  }

  /// Creates the type with which a constant is compared.
  package init(_ constant: ConstantValue) {
    switch constant {
    case .null: self = .null
    case .boolean, .integer, .double, .decimal: self = .number
    case .string, .url: self = .text
    case .date: self = .date
    case .data: self = .data
    case .uuid: self = .uuid
    case .objectID(let id): self = .object(id.entityName)
    case .list(let elements):
      let types = elements.map { ExpressionType($0) }
      self = .list(types.reduce(.null) { $0.merged(with: $1) ?? .unknown })
    }
  }

  /// The type that represents all types whose values can be compared with
  /// values of this type.
  package var compared: ExpressionType {
    switch self {
    case .unknown, .null, .object: self
    case .list(let element): .list(element.compared)
    case .toMany(let element): .toMany(element.compared)
    case .attribute(let type): Self.compared(type)
    }
  }

  private static func compared(_ type: AttributeType) -> ExpressionType {
    switch type {
    case .boolean, .int16, .int32, .int64, .float, .double, .decimal: .number
    case .string, .json, .url: .text
    case .date, .data, .uuid, .composite, .codable: .attribute(type)
    case .enumeration(_, let raw): compared(raw)
    case .list(let element): .list(compared(element))
    case .transformable(let name, _): .attribute(.codable(name))
    case .undefined: .unknown
    }
  }

  /// Returns the type that includes the values of two types; nil if there is no
  /// such type.
  func merged(with other: ExpressionType) -> ExpressionType? {
    switch (self, other) {
    case (_, _) where self == other, (_, .null): self
    case (.null, _): other
    case (.unknown, _), (_, .unknown): .unknown
    case (.object, .object): .object(nil)
    case (.list(let first), .list(let second)): first.merged(with: second).map(Self.list)
    case (.toMany(let first), .toMany(let second)): first.merged(with: second).map(Self.toMany)
    case (.attribute, _), (.object, _), (.list, _), (.toMany, _): nil
    }
  }

  /// The type of a collection's elements; nil for a single value.
  package var element: ExpressionType? {
    switch self {
    case .list(let element), .toMany(let element): element
    case .attribute(.list(let element)): .attribute(element)
    case .unknown, .null, .object, .attribute: nil
    }
  }

  /// The attribute type of the values; nil if they are not values of an
  /// attribute type.
  package var attribute: AttributeType? {
    if case .attribute(let type) = self { type } else { nil }
  }

  /// True if the type is a composite, which groups several values under one name.
  var isComposite: Bool { if case .attribute(.composite) = self { true } else { false } }

  /// True if too little is known about the type to report a mismatch.
  package var isOpen: Bool { self == .unknown || self == .null }

  /// True if string operators accept the type.
  var isTextual: Bool { isOpen || self == .text || self == .number }

  /// The kind of values that have the type, for error messages.
  var kindText: String {
    switch self {
    case .unknown: "a value"
    case .null: "nil"
    case .text: "a text"
    case .date: "a date"
    case .data: "data"
    case .uuid: "a UUID"
    case .attribute(.composite(let name)): "the composite '\(name)'"
    case .fullText: "a full-text index"
    case .attribute(.codable(let name)): "a value of type '\(name)'"
    case .attribute: "a number"
    case .object(let name): name.map { "an object of '\($0)'" } ?? "an object"
    case .list, .toMany: "a collection"
    }
  }

  /// The name of the entity or type that has the keys, for error messages.
  var ownerText: String {
    switch self {
    case .fullText: kindText
    case .object(let name?), .attribute(.composite(let name)), .attribute(.codable(let name)): name
    case .unknown, .null, .attribute, .object, .list, .toMany: kindText
    }
  }
}
