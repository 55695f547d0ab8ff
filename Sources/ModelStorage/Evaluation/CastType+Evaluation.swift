extension CastType {
  /// Converts a value to the type. The result is nil for nil, and for text that
  /// does not represent a value of the type.
  ///
  /// - Throws: `wrongType` for a value that cannot be converted to the type.
  package func cast(_ value: EvaluatedValue) throws(ObjectPredicateError) -> EvaluatedValue {
    if value.isNull { return .null }
    // A URL is treated as text unless it is converted to a URL.
    let operand = self == .url ? value : value.textValue.map(EvaluatedValue.string) ?? value
    guard let result = result(operand) else {
      throw ObjectPredicateError(
        .wrongType("the value", found: value.kindText, expected: "what is a '\(rawValue)'"))
    }
    return result
  }

  /// Returns the value converted to the type; nil for a value that cannot be
  /// converted.
  private func result(_ value: EvaluatedValue) -> EvaluatedValue? {
    switch self {
    case .number: number(value)
    case .decimal: number(value).flatMap(Self.decimal)
    case .string: Self.string(value)
    case .date: date(value)
    case .data: if case .data = value { value } else { parsed(value) }
    case .uuid: if case .uuid = value { value } else { parsed(value) }
    case .url: if case .url = value { value } else { parsed(value) }
    case .objectID: objectID(value)
    }
  }

  /// Returns the number that a value represents; nil for a value that cannot be
  /// converted to a number. A date is converted to the seconds since 2001-01-01
  /// 00:00 UTC. Text that does not represent a number is null.
  private func number(_ value: EvaluatedValue) -> EvaluatedValue? {
    if case .date(let date) = value { return .double(date.timeIntervalSinceReferenceDate) }
    if case .string(let text) = value {
      if self == .decimal { return Decimal(exactly: text).map(EvaluatedValue.decimal) ?? .null }
      return EvaluatedNumber(text: text)?.value ?? .null
    }
    return EvaluatedNumber(value)?.value
  }

  /// Returns the decimal that has the digits with which a number is printed;
  /// null if there is none.
  private static func decimal(_ value: EvaluatedValue) -> EvaluatedValue {
    guard let number = EvaluatedNumber(value) else { return .null }
    return Decimal(exactly: number.text).map(EvaluatedValue.decimal) ?? .null
  }

  private static func string(_ value: EvaluatedValue) -> EvaluatedValue? {
    switch value {
    case .uuid(let uuid): .string(uuid.uuidString)
    case .data(let data): .string(data.base64EncodedString())
    case .objectID(let id): .string(id.description)
    default: (value.textValue ?? EvaluatedNumber(value)?.text).map(EvaluatedValue.string)
    }
  }

  private func date(_ value: EvaluatedValue) -> EvaluatedValue? {
    if case .date = value { return value }
    if case .string = value { return .null }
    return EvaluatedNumber(value).map {
      .date(Date(timeIntervalSinceReferenceDate: $0.double))
    }
  }

  private func objectID(_ value: EvaluatedValue) -> EvaluatedValue? {
    switch value {
    case .objectID: value
    case .object(let subject): subject.predicateObjectID.map(EvaluatedValue.objectID)
    default: parsed(value)
    }
  }

  /// Returns the value that text represents; null for text that does not
  /// represent a value of the type, and nil for values without text.
  private func parsed(_ value: EvaluatedValue) -> EvaluatedValue? {
    guard let text = value.textValue else { return nil }
    guard let constant = try? literal(of: .string(text)) else { return .null }
    return EvaluatedValue(constant)
  }
}
