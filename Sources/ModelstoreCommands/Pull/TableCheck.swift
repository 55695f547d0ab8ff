/// A CHECK constraint of a table.
///
/// The language can express conditions on single columns that are joined by
/// AND: `age >= 0 AND age < 150`, `length(code) <= 10`, `x BETWEEN 0 AND 1`,
/// `state IN ('a', 'b')`. NULL satisfies these conditions, just as nil
/// satisfies rules.
struct TableCheck {
  /// A condition on one column.
  struct Condition {
    let column: String
    /// True if the condition concerns the length of the value.
    let isLength: Bool
    let test: Test

    fileprivate var isList: Bool { if case .list = test { true } else { false } }

    /// True if the condition is part of a check that a value is 0 or 1.
    var isOfFlag: Bool {
      switch test {
      case .list(let values): !isLength && Set(values) == [.number("0"), .number("1")]
      case .comparison(let comparison, let value):
        !isLength
          && (comparison == .greaterOrEqual && value == .number("0")
            || comparison == .lessOrEqual && value == .number("1"))
      }
    }
  }

  /// A comparison of a column's value.
  enum Test {
    case comparison(ObjectPredicate.Comparison.Operator, SQLToken)
    case list([SQLToken])
  }

  /// The condition of the constraint, in SQL.
  let text: String
  /// The conditions on single columns, all of which must hold; nil if the
  /// constraint has another form.
  let conditions: [Condition]?
  /// The condition on rows; nil if it cannot be expressed in the language.
  let row: RowCheck?
  /// The name of the constraint; nil if it has none.
  let name: String?

  /// Returns whether the constraint allows only 0 and 1 in a column.
  func isOfFlag(_ column: String) -> Bool {
    guard let conditions, conditions.count <= 2, conditions.allSatisfy(\.isOfFlag) else {
      return false
    }
    let isWhole = conditions.count == 2 || conditions.first?.isList == true
    return isWhole && conditions.allSatisfy { SQLName($0.column) == SQLName(column) }
  }

  /// Returns the constraints in the statement that created a table.
  static func checks(in sql: String) -> [TableCheck] {
    let sql = SQLTokens(sql)
    // The collation of a column may compare strings by other rules than the
    // language.
    let collated = columnsWithCollation(sql.tokens)
    var checks: [TableCheck] = []
    for (place, token) in sql.tokens.enumerated() {
      guard token.isWord("CHECK"), let end = sql.tokens.closing(place + 1), end > place + 2
      else { continue }
      let condition = sql.tokens[(place + 2)..<end]
      let isUnclear =
        condition.contains { CheckParser.name($0).map(SQLName.init).map(collated.contains) == true }
      var parser = CheckParser(condition)
      checks.append(
        TableCheck(
          text: sql.text((place + 2)..<end), conditions: isUnclear ? nil : parser.conditions(),
          row: isUnclear ? nil : RowCheck(condition), name: name(of: sql.tokens[..<place])))
    }
    return checks
  }

  /// Returns the name in `CONSTRAINT name CHECK`, from the tokens before
  /// `CHECK`; nil if the constraint has no name.
  private static func name(of tokens: ArraySlice<SQLToken>) -> String? {
    guard tokens.dropLast().last?.isWord("CONSTRAINT") == true else { return nil }
    return tokens.last.flatMap(CheckParser.name)
  }

  /// Returns the columns whose definition contains a collation.
  private static func columnsWithCollation(_ tokens: [SQLToken]) -> Set<SQLName> {
    var found: Set<SQLName> = []
    var depth = 0
    var column: SQLName?
    for (place, token) in tokens.enumerated() {
      if token == .mark("(") { depth += 1 }
      if token == .mark(")") { depth -= 1 }
      let begins = depth == 1 && (token == .mark("(") || token == .mark(","))
      if begins, place + 1 < tokens.count {
        column = CheckParser.name(tokens[place + 1]).map(SQLName.init)
      }
      if depth == 1, token.isWord("COLLATE"), let column { found.insert(column) }
    }
    return found
  }
}

extension Collection where Element == SQLToken, Index == Int {
  /// Returns the index of the closing parenthesis, given the index of the
  /// opening parenthesis; nil if there is none.
  func closing(_ start: Int) -> Int? {
    guard indices.contains(start), self[start] == .mark("(") else { return nil }
    var depth = 0
    for place in start..<endIndex {
      if self[place] == .mark("(") { depth += 1 }
      if self[place] == .mark(")") { depth -= 1 }
      if depth == 0 { return place }
    }
    return nil
  }
}

/// A parser of the conditions that the language can express.
struct CheckParser {
  private var tokens: ArraySlice<SQLToken>

  /// True if no tokens are left.
  var isAtEnd: Bool { tokens.isEmpty }

  /// The tokens in the parentheses at the current position, and the tokens
  /// after them; nil if there are none.
  var parenthesized: (inside: ArraySlice<SQLToken>, rest: ArraySlice<SQLToken>)? {
    guard let end = tokens.closing(tokens.startIndex) else { return nil }
    return (tokens[(tokens.startIndex + 1)..<end], tokens[(end + 1)...])
  }

  init(_ tokens: ArraySlice<SQLToken>) { self.tokens = tokens }

  /// Reads the conditions in the whole text; nil if it contains anything else.
  mutating func conditions() -> [TableCheck.Condition]? {
    let found = conjunction()
    return tokens.isEmpty ? found : nil
  }

  private mutating func conjunction() -> [TableCheck.Condition]? {
    var all: [TableCheck.Condition] = []
    repeat {
      guard let part = inParentheses(where: Self.isConjunction) ?? condition() else { return nil }
      all += part
    } while take("AND")
    return all
  }

  /// Reads a conjunction in parentheses; if there is none, returns nil and
  /// reads nothing.
  private mutating func inParentheses(
    where isWanted: (ArraySlice<SQLToken>) -> Bool
  ) -> [TableCheck.Condition]? {
    guard let end = tokens.closing(tokens.startIndex), isWanted(tokens[tokens.startIndex..<end])
    else { return nil }
    var inner = CheckParser(tokens[(tokens.startIndex + 1)..<end])
    guard let found = inner.conditions() else { return nil }
    tokens = tokens[(end + 1)...]
    return found
  }

  /// Returns whether the tokens contain a comparison, and are not just a value.
  private static func isConjunction(_ tokens: ArraySlice<SQLToken>) -> Bool {
    tokens.contains { token in
      switch token {
      case .mark(let mark): ["<", ">", "<=", ">=", "=", "==", "<>", "!="].contains(mark)
      case .word(let word): ["BETWEEN", "IN"].contains(word.uppercased())
      case .name, .text, .number: false
      }
    }
  }

  private mutating func condition() -> [TableCheck.Condition]? {
    guard let (column, isLength) = subject() else { return constantFirst() }
    func made(_ test: TableCheck.Test) -> TableCheck.Condition {
      TableCheck.Condition(column: column, isLength: isLength, test: test)
    }
    if take("BETWEEN") {
      guard let low = value(), take("AND"), let high = value() else { return nil }
      return [
        made(.comparison(.greaterOrEqual, low)), made(.comparison(.lessOrEqual, high)),
      ]
    }
    if take("IN") {
      guard let end = tokens.closing(tokens.startIndex) else { return nil }
      var inner = CheckParser(tokens[(tokens.startIndex + 1)..<end])
      tokens = tokens[(end + 1)...]
      return inner.values().map { [made(.list($0))] }
    }
    guard let comparison = comparison(), let value = value() else { return nil }
    return [made(.comparison(comparison, value))]
  }

  /// Reads a comparison such as `0 <= age`; nil if there is none.
  private mutating func constantFirst() -> [TableCheck.Condition]? {
    guard let value = value(), let comparison = comparison(), let (column, isLength) = subject()
    else { return nil }
    return comparison.mirrored.map {
      [TableCheck.Condition(column: column, isLength: isLength, test: .comparison($0, value))]
    }
  }

  /// Reads a column, or `LENGTH` of a column; nil if something else follows.
  mutating func subject() -> (column: String, isLength: Bool)? {
    if tokens.first?.isWord("LENGTH") == true,
      let end = tokens.closing(tokens.startIndex + 1), end == tokens.startIndex + 3
    {
      guard let name = Self.name(tokens[tokens.startIndex + 2]) else { return nil }
      tokens = tokens[(end + 1)...]
      return (name, true)
    }
    if let end = tokens.closing(tokens.startIndex), end == tokens.startIndex + 2 {
      guard let name = Self.name(tokens[tokens.startIndex + 1]) else { return nil }
      tokens = tokens[(end + 1)...]
      return (name, false)
    }
    guard let first = tokens.first, let name = Self.name(first) else { return nil }
    tokens.removeFirst()
    return (name, false)
  }

  static func name(_ token: SQLToken) -> String? {
    switch token {
    case .name(let name): name
    case .word(let word):
      ["NOT", "CASE", "NULL", "TRUE", "FALSE"].contains(word.uppercased()) ? nil : word
    case .text, .number, .mark: nil
    }
  }

  mutating func comparison() -> ObjectPredicate.Comparison.Operator? {
    guard case .mark(let mark)? = tokens.first else { return nil }
    let known: [String: ObjectPredicate.Comparison.Operator] = [
      "<": .less, "<=": .lessOrEqual, ">": .greater, ">=": .greaterOrEqual, "=": .equal,
      "==": .equal, "<>": .notEqual, "!=": .notEqual,
    ]
    guard let found = known[mark] else { return nil }
    tokens.removeFirst()
    return found
  }

  /// Reads a number or a string, with or without parentheses; nil if there is
  /// none.
  mutating func value() -> SQLToken? {
    if let end = tokens.closing(tokens.startIndex) {
      var inner = CheckParser(tokens[(tokens.startIndex + 1)..<end])
      guard let value = inner.value(), inner.tokens.isEmpty else { return nil }
      tokens = tokens[(end + 1)...]
      return value
    }
    let start = tokens
    let isNegative = take(.mark("-"))
    if !isNegative { _ = take(.mark("+")) }
    switch tokens.popFirst() {
    case .number(let digits): return .number(isNegative ? "-" + digits : digits)
    case .text(let text) where tokens.startIndex == start.startIndex + 1: return .text(text)
    case .text, .word, .name, .mark, nil:
      tokens = start
      return nil
    }
  }

  mutating func values() -> [SQLToken]? {
    var all: [SQLToken] = []
    repeat {
      guard let value = value() else { return nil }
      all.append(value)
    } while take(.mark(","))
    return tokens.isEmpty ? all : nil
  }

  mutating func take(_ word: String) -> Bool {
    guard tokens.first?.isWord(word) == true else { return false }
    tokens.removeFirst()
    return true
  }

  private mutating func take(_ token: SQLToken) -> Bool {
    guard tokens.first == token else { return false }
    tokens.removeFirst()
    return true
  }
}

// MARK: - Rules

extension TableCheck {
  /// Returns the rules for conditions on one attribute; nil if one of the
  /// conditions cannot be expressed in the language for its type.
  static func rules(_ conditions: [Condition], for type: AttributeType) -> [ValidationRule]? {
    var rules: [ValidationRule] = []
    for condition in conditions where !(type == .boolean && condition.isOfFlag) {
      guard let rule = rule(condition, for: type) else { return nil }
      rules.append(rule)
    }
    return rules
  }

  /// Returns the rules of one attribute, with at most one range and one length;
  /// nil if no value satisfies all bounds, which is an error in the language.
  static func combined(_ rules: [ValidationRule]) -> [ValidationRule]? {
    var all: [ValidationRule] = []
    for rule in rules {
      if let place = all.firstIndex(where: { $0.bounds(what: rule) }) {
        guard let both = intersection(all[place], rule) else { return nil }
        all[place] = both
      } else {
        all.append(rule)
      }
    }
    return all
  }

  private static func rule(_ condition: Condition, for type: AttributeType) -> ValidationRule? {
    switch condition.test {
    case .list(let tokens):
      let values = tokens.compactMap { constant($0, type) }
      guard !condition.isLength, values.count == tokens.count else { return nil }
      return ValidationRule(
        .predicate(
          .comparison(
            .init(.evaluatedObject, .in, .aggregate(values.map(ObjectExpression.constant))))))
    case .comparison(let comparison, let token):
      if condition.isLength { return length(comparison, token, type) }
      return constant(token, type).flatMap { range(comparison, $0, type) }
    }
  }

  private static func length(
    _ comparison: ObjectPredicate.Comparison.Operator, _ token: SQLToken, _ type: AttributeType
  ) -> ValidationRule? {
    guard type == .string || type == .data, case .number(let digits) = token,
      let count = Int(digits), count >= 0
    else { return nil }
    switch comparison {
    case .less: return count > 0 ? ValidationRule(.length(min: nil, max: count - 1)) : nil
    case .lessOrEqual: return ValidationRule(.length(min: nil, max: count))
    case .greater: return count < Int.max ? ValidationRule(.length(min: count + 1, max: nil)) : nil
    case .greaterOrEqual: return ValidationRule(.length(min: count, max: nil))
    case .equal: return ValidationRule(.length(min: count, max: count))
    case .notEqual:
      return count == 0 ? ValidationRule(.length(min: 1, max: nil)) : nil
    case .beginsWith, .endsWith, .contains, .like, .matches, .in, .between: return nil
    }
  }

  private static func range(
    _ comparison: ObjectPredicate.Comparison.Operator, _ value: ConstantValue,
    _ type: AttributeType
  ) -> ValidationRule? {
    func range(
      _ min: ConstantValue?, _ max: ConstantValue?, _ excludesMax: Bool = false
    ) -> ValidationRule {
      ValidationRule(.range(min: min, max: max, excludesUpperBound: excludesMax))
    }
    let isText = type == .string
    switch comparison {
    case .greaterOrEqual where !isText: return range(value, nil)
    case .lessOrEqual where !isText: return range(nil, value)
    case .less where !isText: return range(nil, value, true)
    case .greater:
      // The next integer is an inclusive bound.
      if case .integer(let bound) = value, bound < Int64.max {
        return range(.integer(bound + 1), nil)
      }
      fallthrough
    case .greaterOrEqual, .lessOrEqual, .less, .equal, .notEqual:
      // SQLite sorts strings by their bytes, unlike the language.
      let isOrder = comparison != .equal && comparison != .notEqual
      if isText, isOrder, value != .string("") { return nil }
      return ValidationRule(
        .predicate(.comparison(.init(.evaluatedObject, comparison, .constant(value)))))
    case .beginsWith, .endsWith, .contains, .like, .matches, .in, .between: return nil
    }
  }

  /// Returns the intersection of two ranges or of two lengths; nil if no value
  /// satisfies both.
  private static func intersection(
    _ one: ValidationRule, _ other: ValidationRule
  ) -> ValidationRule? {
    switch (one.requirement, other.requirement) {
    case (.range(let min, let max, let excludes), .range(let min2, let max2, let excludes2)):
      let low = [min, min2].compactMap(\.self).max { $0.precedes($1) }
      let high = [max, max2].compactMap(\.self).min { $0.precedes($1) }
      let excludesHigh = high == max && excludes || high == max2 && excludes2
      if let low, let high, excludesHigh ? !low.precedes(high) : high.precedes(low) { return nil }
      return ValidationRule(.range(min: low, max: high, excludesUpperBound: excludesHigh))
    case (.length(let min, let max), .length(let min2, let max2)):
      let low = [min, min2].compactMap(\.self).max()
      let high = [max, max2].compactMap(\.self).min()
      if let low, let high, low > high { return nil }
      return ValidationRule(.length(min: low, max: high))
    default: return nil
    }
  }

  /// Returns a value in SQL as a constant of a type; nil if it has another
  /// type.
  static func constant(_ token: SQLToken, _ type: AttributeType) -> ConstantValue? {
    switch (type, token) {
    case (.int16, .number(let digits)), (.int32, .number(let digits)),
      (.int64, .number(let digits)):
      let number = Int64(digits) ?? Double(digits).flatMap { Int64(exactly: $0) }
      return number.map(ConstantValue.integer)
    case (.float, .number(let digits)), (.double, .number(let digits)):
      return Double(digits).flatMap { $0.isFinite ? .double($0) : nil }
    case (.decimal, .number(let digits)):
      return Decimal(exactly: digits).map(ConstantValue.decimal)
    case (.string, .text(let text)): return .string(text)
    default: return nil
    }
  }
}

extension ValidationRule {
  /// Returns whether both rules limit the value, or if both limit its length.
  fileprivate func bounds(what other: ValidationRule) -> Bool {
    switch (requirement, other.requirement) {
    case (.range, .range), (.length, .length): true
    default: false
    }
  }
}

extension ConstantValue {
  /// Returns whether a bound is less than another bound of the same type.
  fileprivate func precedes(_ other: ConstantValue) -> Bool {
    EvaluatedValue(self).order(to: EvaluatedValue(other), folding: TextFolding([])) == .less
  }
}
