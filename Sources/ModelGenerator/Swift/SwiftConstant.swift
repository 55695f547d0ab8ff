/// Constants of a model as Swift code of their attribute's type.
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
    // A string that is not valid JSON is also read from a store as null.
    case (.string(let text), .json): document(JSONTree.decoded(fromJSON: text) ?? .null)
    case (.list(let values), .list(let element)):
      "[" + values.map { self.text($0, as: element, in: shape) }.joined(separator: ", ") + "]"
    default: text(value)
    }
  }

  /// Returns the Swift code that creates a JSON document. Members are sorted,
  /// so that the same model gives the same code.
  private static func document(_ tree: JSONTree) -> String {
    switch tree {
    case .null: return ".null"
    case .boolean(let value): return ".boolean(\(value))"
    case .integer(let value): return ".number(\(SwiftLiteral.integer(value)))"
    case .number(let value): return ".number(\(SwiftLiteral.double(value)))"
    case .string(let text): return ".string(\(SwiftLiteral.string(text)))"
    case .array(let elements):
      return ".array([\(elements.map(document).joined(separator: ", "))])"
    case .object(let members):
      let lines = members.sorted { $0.key < $1.key }
        .map { "\(SwiftLiteral.string($0.key)): \(document($0.value))" }
      return ".object([\(lines.isEmpty ? ":" : lines.joined(separator: ", "))])"
    }
  }

  /// Returns the code for the enumeration case with a raw value; nil if there
  /// is no such case.
  private static func caseText(
    _ value: ConstantValue, of name: String, in shape: ModelShape
  ) -> String? {
    shape.enumeration(name)?.cases.first { $0.rawValue == value }
      .map { SwiftName.enumerationCase($0.name, of: name) }
  }

  /// Returns the Swift code for a constant, as a value of the constant's own
  /// type.
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
