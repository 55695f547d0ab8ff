/// A CHECK constraint on several columns, as a check of the entity: `starts <= ends`,
/// `phone IS NOT NULL OR mail IS NOT NULL`.
///
/// In SQL, a comparison with NULL is neither true nor false, and a constraint
/// holds unless it is false. Every comparison is therefore translated into one
/// that nil satisfies. A NOT would reverse that, so it is first moved down to
/// the comparisons.
indirect enum RowCheck {
  typealias Comparison = ObjectPredicate.Comparison.Operator

  /// A side of a comparison.
  enum Operand {
    case column(String)
    case constant(SQLToken)
  }

  case comparison(Operand, Comparison, Operand)
  case isNull(String, Bool)
  case all([RowCheck])
  case any([RowCheck])

  /// Reads a condition; nil if the tokens contain anything else.
  init?(_ tokens: ArraySlice<SQLToken>) {
    var parser = CheckParser(tokens)
    guard let check = parser.disjunction(), parser.isAtEnd else { return nil }
    self = check
  }

  /// The columns, in the order in which they occur in the condition.
  var columns: [String] {
    switch self {
    case .comparison(let left, _, let right):
      [left, right].compactMap { if case .column(let name) = $0 { name } else { nil } }
    case .isNull(let column, _): [column]
    case .all(let parts), .any(let parts): parts.flatMap(\.columns)
    }
  }

  /// The negated check; nil for a comparison whose negation cannot be
  /// expressed.
  fileprivate var opposite: RowCheck? {
    switch self {
    case .comparison(let left, let comparison, let right):
      return comparison.opposite.map { .comparison(left, $0, right) }
    case .isNull(let column, let isNull): return .isNull(column, !isNull)
    case .all(let parts), .any(let parts):
      let opposites = parts.compactMap(\.opposite)
      guard opposites.count == parts.count else { return nil }
      if case .all = self { return .any(opposites) }
      return .all(opposites)
    }
  }
}

extension ObjectPredicate.Comparison.Operator {
  fileprivate var opposite: Self? {
    switch self {
    case .equal: .notEqual
    case .notEqual: .equal
    case .less: .greaterOrEqual
    case .lessOrEqual: .greater
    case .greater: .lessOrEqual
    case .greaterOrEqual: .less
    case .beginsWith, .endsWith, .contains, .like, .matches, .in, .between: nil
    }
  }
}

// MARK: - Reading

extension CheckParser {
  fileprivate mutating func disjunction() -> RowCheck? {
    joined(by: "OR", RowCheck.any) { $0.conjunction() }
  }

  private mutating func conjunction() -> RowCheck? {
    joined(by: "AND", RowCheck.all) { $0.negation() }
  }

  private mutating func joined(
    by word: String, _ made: ([RowCheck]) -> RowCheck,
    _ next: (inout CheckParser) -> RowCheck?
  ) -> RowCheck? {
    var parts: [RowCheck] = []
    repeat {
      guard let part = next(&self) else { return nil }
      parts.append(part)
    } while take(word)
    return parts.count == 1 ? parts[0] : made(parts)
  }

  private mutating func negation() -> RowCheck? {
    if take("NOT") { return negation()?.opposite }
    return inParentheses() ?? test()
  }

  private mutating func inParentheses() -> RowCheck? {
    guard let (inside, rest) = parenthesized, let check = RowCheck(inside) else { return nil }
    self = CheckParser(rest)
    return check
  }

  private mutating func test() -> RowCheck? {
    guard let left = operand() else { return nil }
    if case .column(let name) = left {
      if take("NOTNULL") { return .isNull(name, false) }
      if take("ISNULL") { return .isNull(name, true) }
      if take("IS") {
        let isNull = !take("NOT")
        return take("NULL") ? .isNull(name, isNull) : nil
      }
    }
    let isNegative = take("NOT")
    let check: RowCheck?
    if take("BETWEEN") {
      check = between(left)
    } else if take("IN") {
      check = list(left)
    } else {
      guard !isNegative, let comparison = comparison(), let right = operand() else { return nil }
      check = .comparison(left, comparison, right)
    }
    return isNegative ? check?.opposite : check
  }

  private mutating func between(_ left: RowCheck.Operand) -> RowCheck? {
    guard let low = operand(), take("AND"), let high = operand() else { return nil }
    return .all([.comparison(left, .greaterOrEqual, low), .comparison(left, .lessOrEqual, high)])
  }

  private mutating func list(_ left: RowCheck.Operand) -> RowCheck? {
    guard let (inside, rest) = parenthesized else { return nil }
    var inner = CheckParser(inside)
    guard let values = inner.values() else { return nil }
    self = CheckParser(rest)
    return .any(values.map { .comparison(left, .equal, .constant($0)) })
  }

  private mutating func operand() -> RowCheck.Operand? {
    if let value = value() { return .constant(value) }
    guard let (column, isLength) = subject(), !isLength else { return nil }
    return .column(column)
  }
}

// MARK: - Translation

extension RowCheck {
  /// The facts about a column that are needed for a check.
  struct Property {
    let name: String
    let isOptional: Bool
    let type: AttributeType
    /// The form in which the database stores dates; nil for a column without
    /// dates.
    let dates: String?
  }

  /// Returns the condition; nil if it cannot be expressed in the language for
  /// the columns.
  ///
  /// - Parameter property: A closure that returns the facts about a column; nil
  ///   for a column that is not an attribute.
  func predicate(_ property: (String) -> Property?) -> ObjectPredicate? {
    switch self {
    case .isNull(let column, let isNull):
      return property(column).map { Self.isNil($0, isNull) }
    case .all(let parts), .any(let parts):
      let predicates = parts.compactMap { $0.predicate(property) }
      guard predicates.count == parts.count else { return nil }
      if case .all = self { return .and(predicates) }
      return .or(predicates.flatMap(Self.alternatives).uniqued())
    case .comparison(let left, let comparison, let right):
      return Self.predicate(left, comparison, right, property)
    }
  }

  private static func alternatives(_ predicate: ObjectPredicate) -> [ObjectPredicate] {
    if case .or(let parts) = predicate { parts } else { [predicate] }
  }

  private static func isNil(_ property: Property, _ isNull: Bool) -> ObjectPredicate {
    .comparison(
      .init(path(property), isNull ? .equal : .notEqual, .constant(.null)))
  }

  private static func path(_ property: Property) -> ObjectExpression {
    .keyPath([property.name], of: .evaluatedObject)
  }

  private static func predicate(
    _ left: Operand, _ comparison: Comparison, _ right: Operand,
    _ property: (String) -> Property?
  ) -> ObjectPredicate? {
    var found: [Property] = []
    for case .column(let name) in [left, right] {
      guard let column = property(name) else { return nil }
      found.append(column)
    }
    guard let first = found.first,
      found.allSatisfy({ isComparable($0, with: first, by: comparison) })
    else { return nil }
    func expression(_ operand: Operand) -> ObjectExpression? {
      switch operand {
      case .column(let name): property(name).map(path)
      case .constant(let token): constant(token, first.type).map(ObjectExpression.constant)
      }
    }
    guard let one = expression(left), let other = expression(right) else { return nil }
    let test = ObjectPredicate.comparison(.init(one, comparison, other))
    let missing = found.filter(\.isOptional).map { isNil($0, true) }
    return missing.isEmpty ? test : .or((missing + [test]).uniqued())
  }

  private static func constant(_ token: SQLToken, _ type: AttributeType) -> ConstantValue? {
    if type == .boolean, case .number(let digits) = token, ["0", "1"].contains(digits) {
      return .boolean(digits == "1")
    }
    return TableCheck.constant(token, type)
  }

  /// Returns whether two columns are compared in the language in the same way
  /// as in SQLite. In SQLite, strings have a different order, and dates are
  /// strings or numbers, which may differ although the dates are equal.
  private static func isComparable(
    _ one: Property, with other: Property, by comparison: Comparison
  ) -> Bool {
    let isOrder = comparison != .equal && comparison != .notEqual
    switch one.type {
    case .string, .boolean: return other.type == one.type && !isOrder
    case .date: return other.type == .date && isOrder && one.dates == other.dates
    case .int16, .int32, .int64, .float, .double, .decimal: return other.type.isNumber
    case .data, .uuid, .url, .json, .enumeration, .composite, .list, .codable, .transformable,
      .undefined:
      return false
    }
  }
}

extension [ObjectPredicate] {
  /// Returns the predicates without duplicates.
  fileprivate func uniqued() -> [ObjectPredicate] {
    var seen: Set<ObjectPredicate> = []
    return filter { seen.insert($0).inserted }
  }
}
