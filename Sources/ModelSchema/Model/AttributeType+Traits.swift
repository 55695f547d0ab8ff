extension AttributeType {
  /// The type of the stored values: the raw type of an enumeration, otherwise
  /// the type itself.
  package var scalar: AttributeType {
    if case .enumeration(_, let raw) = self { raw } else { self }
  }

  /// True if the values are integers.
  package var isInteger: Bool { integerRange != nil }

  /// True if the values are numbers.
  package var isNumber: Bool { isInteger || [.float, .double, .decimal].contains(self) }

  /// The range of an integer type; nil for other types.
  package var integerRange: ClosedRange<Int64>? {
    switch self {
    case .int16: Int64(Int16.min)...Int64(Int16.max)
    case .int32: Int64(Int32.min)...Int64(Int32.max)
    case .int64: Int64.min...Int64.max
    case .boolean, .float, .double, .decimal, .string, .date, .data, .uuid, .url, .json,
      .enumeration, .composite, .list, .codable, .transformable, .undefined:
      nil
    }
  }
}
