internal import ModelSchema

/// What the value of an expression is.
indirect enum ExpressionType {
  /// Not known, so that nothing more is reported about it.
  case unknown
  case null
  case attribute(AttributeType)
  case object(EntitySymbol)
  /// The objects that a to-many relationship leads to.
  case collection(EntitySymbol)
  /// A list of values, from a parameter or in brackets.
  case list(ExpressionType)

  static var boolean: ExpressionType { .attribute(.boolean) }
  static var integer: ExpressionType { .attribute(.int64) }
  static var text: ExpressionType { .attribute(.string) }
}

extension ExpressionType {
  /// The attribute type, where it is one.
  var attribute: AttributeType? {
    if case .attribute(let type) = self { type } else { nil }
  }

  /// What texts may be compared with; unknown types are.
  var isText: Bool {
    switch self {
    case .unknown, .null: true
    case .attribute(let type): type == .string || type == .url || type == .json
    default: false
    }
  }

  /// Whether it is a number, or not known.
  var isNumber: Bool {
    switch self {
    case .unknown: true
    case .attribute(let type): type.isNumber
    default: false
    }
  }

  /// Whether it is a Bool, or not known.
  var isBoolean: Bool {
    switch self {
    case .unknown: true
    case .attribute(let type): type == .boolean
    default: false
    }
  }

  /// The type as messages name it.
  var text: String {
    switch self {
    case .unknown: "unknown"
    case .null: "nil"
    case .attribute(let type): type.text
    case .object(let entity): entity.name
    case .collection(let entity): "Set<\(entity.name)>"
    case .list(let element): "[\(element.text)]"
    }
  }

  /// The type of an element, where it has elements.
  var element: ExpressionType? {
    switch self {
    case .unknown: .unknown
    case .collection(let entity): .object(entity)
    case .list(let element): element
    case .attribute(.list(let element)): .attribute(element)
    default: nil
    }
  }

  /// Whether values of the two can be equal.
  func isComparable(with other: ExpressionType) -> Bool {
    switch (self, other) {
    case (.unknown, _), (_, .unknown): true
    case (.null, .collection), (.collection, .null): false
    case (.null, _), (_, .null): true
    case (.attribute(let a), .attribute(let b)): a.isComparable(with: b)
    case (.object(let a), .object(let b)): a.isRelated(to: b)
    default: false
    }
  }

  /// Whether values of it have an order.
  var isOrdered: Bool {
    switch self {
    case .unknown, .null: true
    case .attribute(let type):
      type.scalar.isNumber || type.scalar == .string || type == .date || type == .url
        || type == .uuid
    default: false
    }
  }
}

extension AttributeType {
  /// Whether values of the two can be equal.
  fileprivate func isComparable(with other: AttributeType) -> Bool {
    switch (self, other) {
    case (.undefined, _), (_, .undefined): true
    case (.composite, _), (.codable, _), (.transformable, _): false
    case (_, .composite), (_, .codable), (_, .transformable): false
    case (.json, .string), (.string, .json): true
    default: self == other || (isNumber && other.isNumber)
    }
  }
}
