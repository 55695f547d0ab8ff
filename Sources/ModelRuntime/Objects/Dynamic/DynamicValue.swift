// Values of dynamic objects, which are constants in memory and Swift values in the API.

extension Row {
  /// Returns the values of a row for all columns in a layout.
  func constants(_ layout: DynamicLayout) -> [ConstantValue] {
    layout.fields.map { field in
      let row = level(field.depth)
      guard let attribute = field.attribute else {
        return row.optionalInt64(field.column).map(ConstantValue.integer) ?? .null
      }
      if row.isNull(field.column) {
        if !attribute.isOptional, field.elements.isEmpty { row.fail(field.column, .missing) }
        return .null
      }
      let value = row.constant(field.column, attribute.type)
      guard let cases = field.cases, !cases.contains(value) else { return value }
      row.fail(field.column, .mismatched)
      return .null
    }
  }
}

extension RowWriter {
  /// Writes a value of a dynamic object, if its property is requested.
  func write(_ value: ConstantValue, _ field: DynamicLayout.Field) {
    guard properties.contains(field.number) else { return }
    if case .date(let date) = value, date.timeIntervalSinceReferenceDate.isNaN {
      statement.refuse(field.number)
    } else {
      statement.bind(value)
    }
  }
}

extension AttributeType {
  /// Returns a stored value as a Swift value; nil for null.
  func swiftValue(_ constant: ConstantValue) -> Any? {
    switch (scalar, constant) {
    case (_, .null): nil
    case (.int16, .integer(let value)): Int16(truncatingIfNeeded: value)
    case (.int32, .integer(let value)): Int32(truncatingIfNeeded: value)
    case (.float, .double(let value)): Float(value)
    case (.json, .string(let text)), (.codable, .string(let text)):
      JSONValue.decoded(fromJSON: text)
    case (.list(let element), .string(let text)): element.array(text)
    default: constant.swiftValue
    }
  }

  /// Returns the constant that a store contains for a value; nil if the value
  /// is not of this type.
  func constant(from value: Any?) -> ConstantValue? {
    guard let value else { return .null }
    let given = (value as? any AttributeValue)?.constantValue
    if given == .null { return .null }
    switch scalar {
    case .json, .codable:
      return (value as? any Encodable).flatMap { $0.jsonText }.map(ConstantValue.string)
    case .list(let element):
      // A generated class could not read other values, and would lose the whole object.
      guard let text = (value as? any Encodable)?.jsonText, element.array(text) != nil else {
        return nil
      }
      return .string(text)
    case .undefined, .composite, .enumeration: return given
    default: return given.flatMap { swiftType?.init(constantValue: $0)?.constantValue }
    }
  }

  /// Returns the array in a list that is stored as text, with elements of the
  /// list's type; nil if the text is not such a list.
  private func array(_ text: String) -> Any? {
    func decoded<Element: Decodable>(_ type: Element.Type) -> Any? {
      [Element].decoded(fromJSON: text)
    }
    // The model language has no lists of other types.
    let element: any Decodable.Type = swiftType ?? JSONValue.self
    return decoded(element)
  }

  /// The Swift type of an attribute's values; nil if they are not represented
  /// by one column.
  package var swiftType: (any (AttributeValue & Decodable).Type)? {
    switch self {
    case .boolean: Bool.self
    case .int16: Int16.self
    case .int32: Int32.self
    case .int64: Int64.self
    case .float: Float.self
    case .double: Double.self
    case .decimal: Decimal.self
    case .string: String.self
    case .date: Date.self
    case .data, .transformable: Data.self
    case .uuid: UUID.self
    case .url: URL.self
    case .enumeration(_, let raw): raw.swiftType
    case .json, .composite, .list, .codable, .undefined: nil
    }
  }
}

extension DynamicLayout.Field {
  /// Returns the constant that the column contains for a value; nil if the
  /// value does not have the column's type.
  func constant(from value: Any?) -> ConstantValue? {
    guard let constant = attribute?.type.constant(from: value) else { return nil }
    guard let cases, constant != .null else { return constant }
    return cases.contains(constant) ? constant : nil
  }
}

extension ConstantValue {
  /// Returns whether another constant is equal. Strings are equal only if they
  /// consist of the same Unicode scalars.
  func isStored(as other: ConstantValue) -> Bool {
    guard case .string(let one) = self, case .string(let other) = other else {
      return self == other
    }
    return one.hasScalars(of: other)
  }

  /// The Swift value of the constant; nil for null, and a JSON document for a
  /// list.
  package var swiftValue: Any? {
    switch self {
    case .null: nil
    case .boolean(let value): value
    case .integer(let value): value
    case .double(let value): value
    case .decimal(let value): value
    case .string(let value): value
    case .date(let value): value
    case .data(let value): value
    case .uuid(let value): value
    case .url(let value): value
    case .objectID(let value): value
    case .list(let values): JSONValue.array(values.map(\.document))
    }
  }
}

extension ConstantValue {
  /// The JSON document that represents an element of a list.
  private var document: JSONValue {
    switch self {
    case .boolean(let value): .boolean(value)
    case .integer(let value): .number(Double(value))
    case .double(let value): .number(value)
    case .string(let value): .string(value)
    case .list(let values): .array(values.map(\.document))
    default: .null
    }
  }
}

extension DefaultValue {
  /// The value that an attribute has in a new object.
  var newConstant: ConstantValue {
    switch self {
    case .constant(let value): value
    case .now: .date(.now)
    case .uuid: .uuid(UUID())
    }
  }
}
