/// The rules of the language for values of a type.
extension ExpressionType {
  /// True if the type can be used as a string, which includes an unknown type.
  var isText: Bool {
    switch self {
    case .unknown, .null: true
    case .attribute(let type): type == .string || type == .url || type == .json
    case .object, .list, .toMany: false
    }
  }

  /// True if the type is a number or unknown.
  var isNumber: Bool { self == .unknown || attribute?.isNumber == true }

  /// True if the type is Boolean or unknown.
  var isBoolean: Bool { self == .unknown || self == .boolean }

  /// The entity at the end of a to-many relationship, or nil for any other type.
  var manyEntity: String? {
    if case .toMany(.object(let name)) = self { name } else { nil }
  }

  /// The name of the expression's type in messages.
  var text: String {
    switch self {
    case .unknown: "unknown"
    case .null: "nil"
    case .fullText: "a full-text index"
    case .attribute(let type): type.text
    case .object(let entity): entity ?? "an object"
    case .list(let element): "[\(element.text)]"
    case .toMany(let element): "Set<\(element.text)>"
    }
  }

  /// True if values of the type have an order.
  var isOrdered: Bool {
    switch self {
    case .unknown, .null: true
    case .attribute(let type):
      type.scalar.isNumber || type.scalar == .string || type == .date || type == .url
        || type == .uuid
    case .object, .list, .toMany: false
    }
  }

  /// Returns the type itself, or another type if this type is open.
  func orOther(_ other: ExpressionType) -> ExpressionType { isOpen ? other : self }
}

extension Lowering {
  /// Returns whether values of two types can be equal.
  func areComparable(_ one: ExpressionType, _ other: ExpressionType) -> Bool {
    switch (one, other) {
    case (.unknown, _), (_, .unknown): true
    case (.null, .toMany), (.toMany, .null): false
    case (.null, _), (_, .null): true
    case (.attribute(let a), .attribute(let b)): a.isComparable(with: b)
    case (.object(let a?), .object(let b?)): areRelated(a, b)
    case (.object, .object): true
    case (.attribute, _), (.object, _), (.list, _), (.toMany, _): false
    }
  }

  /// Returns whether either entity inherits from the other.
  func areRelated(_ a: String, _ b: String) -> Bool {
    guard let one = symbols.entities[a], let other = symbols.entities[b] else { return a == b }
    return one.isRelated(to: other)
  }
}

extension AttributeType {
  /// Returns whether values of the two types can be equal.
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
