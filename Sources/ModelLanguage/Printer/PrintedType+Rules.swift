internal import ModelSchema

/// The rules of the checker, for types by names.
extension PrintedType {
  var attribute: AttributeType? {
    if case .attribute(let type) = self { type } else { nil }
  }

  var isUnknown: Bool {
    if case .unknown = self { true } else { false }
  }

  var isNull: Bool {
    if case .null = self { true } else { false }
  }

  var isText: Bool {
    switch self {
    case .unknown, .null: true
    case .attribute(let type): type == .string || type == .url || type == .json
    default: false
    }
  }

  var isNumber: Bool { isUnknown || attribute?.isNumber == true }

  var isBoolean: Bool { isUnknown || attribute == .boolean }

  var element: PrintedType? {
    switch self {
    case .unknown: .unknown
    case .collection(let entity): .object(entity)
    case .list(let element): element
    case .attribute(.list(let element)): .attribute(element)
    default: nil
    }
  }

  /// The same type as the checker has it, without entities.
  var expressionType: ExpressionType {
    switch self {
    case .null: .null
    case .attribute(let type): .attribute(type)
    case .list(let element): .list(element.expressionType)
    default: .unknown
    }
  }

  var isOrdered: Bool {
    switch self {
    case .object, .collection: false
    default: expressionType.isOrdered
    }
  }

  func isComparable(with other: PrintedType, in index: ModelIndex) -> Bool {
    switch (self, other) {
    case (.unknown, _), (_, .unknown): true
    case (.null, .collection), (.collection, .null): false
    case (.null, _), (_, .null): true
    case (.object(let a), .object(let b)): index.areRelated(a, b)
    case (.attribute, .attribute): expressionType.isComparable(with: other.expressionType)
    default: false
    }
  }

  func orOther(_ other: PrintedType) -> PrintedType {
    switch self {
    case .unknown, .null: other
    default: self
    }
  }

  func wider(_ other: PrintedType) -> PrintedType {
    guard let a = attribute, let b = other.attribute else { return .unknown }
    if a.isInteger, b.isInteger { return .attribute(.int64) }
    return a == .decimal || b == .decimal ? .attribute(.decimal) : .attribute(.double)
  }
}
