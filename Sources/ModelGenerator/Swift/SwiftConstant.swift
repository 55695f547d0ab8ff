import ModelSchema

/// A constant of a model as Swift code of its attribute's type.
enum SwiftConstant {
  static func text(
    _ value: ConstantValue, as type: AttributeType, in shape: ModelShape
  ) -> String {
    if case .enumeration(let name, _) = type, let text = caseText(value, of: name, in: shape) {
      return text
    }
    return switch (value, type) {
    case (.null, _): "nil"
    case (.integer(let number), .boolean): number == 0 ? "false" : "true"
    case (.string(let text), .url): "URL(string: \(SwiftLiteral.string(text))) ?? .blank"
    case (.list(let values), .list(let element)):
      "[" + values.map { self.text($0, as: element, in: shape) }.joined(separator: ", ") + "]"
    default: text(value)
    }
  }

  /// The case that a raw value stands for.
  private static func caseText(
    _ value: ConstantValue, of name: String, in shape: ModelShape
  ) -> String? {
    shape.enumeration(name)?.cases.first { $0.rawValue == value }
      .map { SwiftName.enumerationCase($0.name, of: name) }
  }

  /// A constant by its own type.
  static func text(_ value: ConstantValue) -> String {
    switch value {
    case .null: "nil"
    case .boolean(let value): String(value)
    case .integer(let value): SwiftLiteral.integer(value)
    case .double(let value): SwiftLiteral.double(value)
    case .decimal(let value): SwiftLiteral.decimal(value)
    case .string(let value): SwiftLiteral.string(value)
    case .date(let value): SwiftLiteral.date(value)
    case .data(let value): SwiftLiteral.data(value)
    case .uuid(let value): SwiftLiteral.uuid(value)
    case .url(let value): SwiftLiteral.url(value)
    case .objectID: "nil"
    case .list(let values): "[" + values.map(text).joined(separator: ", ") + "]"
    }
  }
}
