/// Compares two values with an operator.
struct ValueComparator {
  let comparison: ObjectPredicate.Comparison
  let folding: TextFolding
  let regularExpressions: any RegularExpressionEngine
  let buffers = FoldingBuffers()

  init(
    _ comparison: ObjectPredicate.Comparison, _ regularExpressions: any RegularExpressionEngine
  ) {
    self.comparison = comparison
    self.regularExpressions = regularExpressions
    folding = TextFolding(comparison.options)
  }

  /// Returns whether the comparison holds for two values.
  func compare(
    _ left: EvaluatedValue, _ right: EvaluatedValue
  ) throws(ObjectPredicateError) -> Bool {
    switch comparison.operator {
    case .equal: return try equals(left, right)
    case .notEqual: return try !equals(left, right)
    case .less: return try order(left, right) == .less
    case .lessOrEqual: return try order(left, right).map { $0 != .greater } ?? false
    case .greater: return try order(left, right) == .greater
    case .greaterOrEqual: return try order(left, right).map { $0 != .less } ?? false
    case .between: return try isBetween(left, right)
    case .in: return try contains(right, left)
    case .contains: return try contains(left, right)
    case .beginsWith, .endsWith, .like, .matches:
      return try matchText(of: right)(left)
    }
  }

  private func equals(
    _ left: EvaluatedValue, _ right: EvaluatedValue
  ) throws(ObjectPredicateError) -> Bool {
    switch right {
    case .collection: break
    // A list may be nil. Only the model specifies whether a collection is a
    // list.
    case .null: break
    case .boolean, .integer, .double, .decimal, .string, .date, .data, .uuid, .url, .objectID,
      .object:
      try expectOneValue(left)
    }
    return left.equals(right, folding: folding)
  }

  private func order(
    _ left: EvaluatedValue, _ right: EvaluatedValue
  ) throws(ObjectPredicateError) -> ValueOrder? {
    try expectOneValue(left)
    return left.order(to: right, folding: folding)
  }

  /// Throws an error if a value is a collection.
  ///
  /// - Throws: `ObjectPredicateError` (`toManyWithoutQuantifier`).
  func expectOneValue(_ value: EvaluatedValue) throws(ObjectPredicateError) {
    guard case .collection = value else { return }
    throw ObjectPredicateError(
      .toManyWithoutQuantifier(comparison.left.format.abbreviated),
      suggestion: "write ANY or ALL in front of it, or count it with '@count'")
  }

  /// Returns whether a value lies in the range, including both bounds.
  private func isBetween(
    _ value: EvaluatedValue, _ bounds: EvaluatedValue
  ) throws(ObjectPredicateError) -> Bool {
    if bounds.isNull { return false }
    guard case .collection(let bounds) = bounds, bounds.count == 2 else {
      throw ObjectPredicateError(
        .wrongType(
          comparison.right.format.abbreviated, found: bounds.kindText, expected: "two bounds"))
    }
    guard let low = try order(value, bounds[0]), let high = try order(value, bounds[1]) else {
      return false
    }
    return low != .less && high != .greater
  }

  /// Returns whether a collection contains a value, or a string contains
  /// another string.
  private func contains(
    _ container: EvaluatedValue, _ value: EvaluatedValue
  ) throws(ObjectPredicateError) -> Bool {
    if case .collection(let elements) = container {
      return elements.contains { $0.equals(value, folding: folding) }
    }
    // nil contains nothing, not even a value of the wrong type.
    if container.isNull { return false }
    guard let needle = try text(value), let text = try text(container) else { return false }
    return buffers.contains(text, FoldedText(needle, folding))
  }

  /// Returns the text of a value for string operators: a string, a URL, or the
  /// digits of a number; nil for nil.
  ///
  /// - Throws: `wrongType` for any other value.
  func text(_ value: EvaluatedValue) throws(ObjectPredicateError) -> String? {
    if value.isNull { return nil }
    try expectOneValue(value)
    guard let text = value.textValue ?? EvaluatedNumber(value)?.text else {
      throw ObjectPredicateError(
        .wrongType(
          ObjectPredicate.comparison(comparison).format.abbreviated, found: value.kindText,
          expected: "texts and numbers"))
    }
    return text
  }
}
