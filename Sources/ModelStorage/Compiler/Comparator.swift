/// Translates one comparison into SQL.
struct Comparator {
  let comparison: ObjectPredicate.Comparison

  init(_ comparison: ObjectPredicate.Comparison) {
    self.comparison = comparison
  }

  private var options: StringOptions { comparison.options }

  func condition(
    _ left: SQLOperand, _ right: SQLOperand, _ compiler: inout SQLCompiler
  ) throws -> SQLFragment {
    switch comparison.operator {
    case .equal: return try equality(left, right, compiler, isEqual: true)
    case .notEqual: return try equality(left, right, compiler, isEqual: false)
    case .less: return try ordering(left, right, compiler, "<")
    case .lessOrEqual: return try ordering(left, right, compiler, "<=")
    case .greater: return try ordering(left, right, compiler, ">")
    case .greaterOrEqual: return try ordering(left, right, compiler, ">=")
    case .between: return try between(left, right, compiler)
    case .in: return try membership(left, in: right, &compiler)
    case .contains: return try membership(right, in: left, &compiler)
    case .beginsWith, .endsWith, .like, .matches:
      return try text(compiler.scalar(left), compiler.scalar(right), compiler)
    }
  }

  private func equality(
    _ left: SQLOperand, _ right: SQLOperand, _ compiler: SQLCompiler, isEqual: Bool
  ) throws -> SQLFragment {
    if let missing = composite(left, right, compiler) ?? composite(right, left, compiler) {
      return isEqual ? missing : SQLCompiler.negated(missing)
    }
    if let same = lists(left, right, compiler) ?? lists(right, left, compiler) {
      return isEqual ? same : SQLCompiler.negated(same)
    }
    let left = try compiler.scalar(left)
    let right = try compiler.scalar(right)
    return isEqual ? equal(left, right, compiler) : different(left, right, compiler)
  }

  /// Returns the condition that a composite value is nil, which is the case if all of its columns
  /// are NULL; nil for other operands.
  private func composite(
    _ operand: SQLOperand, _ other: SQLOperand, _ compiler: SQLCompiler
  ) -> SQLFragment? {
    guard case .composite(let object, let path) = operand, case .value(let value) = other,
      value.type == .null
    else { return nil }
    return compiler.columns(of: path, in: object).map { SQLFragment($0 + " IS NULL") }
      .combined(" AND ")
  }

  /// Returns the condition that a list in a column equals a constant list or nil; nil for other
  /// operands.
  private func lists(
    _ operand: SQLOperand, _ other: SQLOperand, _ compiler: SQLCompiler
  ) -> SQLFragment? {
    guard case .collection(let collection) = operand, let list = collection.list else {
      return nil
    }
    switch other {
    case .value(let value) where value.type == .null: return list.name + " IS NULL"
    case .constants(let number):
      let kind = list.element
      return "(model_is_list('\(kind.rawValue)', " + list.name + ", "
        + .parameter(SQLParameter(source: .constant(number), form: .list))
        + ", \(options.rawValue)) IS 1)"
    case .value, .object, .composite, .list, .collection: return nil
    }
  }

  private func ordering(
    _ left: SQLOperand, _ right: SQLOperand, _ compiler: SQLCompiler, _ symbol: String
  ) throws -> SQLFragment {
    ordered(try compiler.scalar(left), try compiler.scalar(right), symbol)
  }

  private func between(
    _ left: SQLOperand, _ right: SQLOperand, _ compiler: SQLCompiler
  ) throws -> SQLFragment {
    if case .value(let value) = right, value.type == .null { return SQLFragment("0") }
    let bounds: [SQLOperand]
    switch right {
    case .list, .constants: bounds = try compiler.elements(right)
    default: throw compiler.untranslatable("BETWEEN without two bounds")
    }
    guard bounds.count == 2 else {
      throw compiler.untranslatable("BETWEEN with \(bounds.count) bounds instead of two")
    }
    let value = try compiler.scalar(left)
    return "(" + ordered(value, try compiler.scalar(bounds[0]), ">=") + " AND "
      + ordered(value, try compiler.scalar(bounds[1]), "<=") + ")"
  }
}

// MARK: - Two values

extension Comparator {
  /// Returns the condition that two values are equal; nil equals nil.
  func equal(_ left: SQLValue, _ right: SQLValue, _ compiler: SQLCompiler) -> SQLFragment {
    if right.type == .null { return left.type == .null ? SQLFragment("1") : left.sql + " IS NULL" }
    if left.type == .null { return right.sql + " IS NULL" }
    guard left.type.isComparable(to: right.type) else { return bothNil(left, right) }
    if let (one, other) = exactSides(left, right) {
      return one + (left.isConstant || right.isConstant ? " = " : " IS ") + other
    }
    let (one, other) = sides(left, right)
    if let order = digitOrder(left, right) {
      return "(" + order + " = 0 OR " + bothNil(left, right) + ")"
    }
    // SQLite uses an index for both `=` and `IS`, but only `IS` compares NULL.
    let test = one + (left.isConstant || right.isConstant ? " = " : " IS ") + other
    return foldedEqual(left, right) { test } ?? foldedEqual(right, left) { test } ?? test
  }

  /// Returns the equality test, preceded by a look-up of its candidates in an index of folded text;
  /// nil if no index serves it. Strings that are equal under fewer options are also equal when
  /// folded, so the index finds every row that can pass the test.
  private func foldedEqual(
    _ value: SQLValue, _ constant: SQLValue, _ test: () -> SQLFragment
  ) -> SQLFragment? {
    guard let column = value.foldedColumn, servesFolded(constant),
      let sought = constant.bound(.folded(FoldedIndex.options))
    else { return nil }
    return "(" + column.candidates(where: "Z_TEXT = " + sought) + " AND " + test() + ")"
  }

  /// Returns whether an index of folded text helps to compare with the value.
  func servesFolded(_ value: SQLValue) -> Bool {
    // If only case is ignored, U+0345 becomes an iota, but folding also ignores accents and removes
    // it. So strings can be equal without regard to case and still differ when folded.
    value.type == .text && options.contains(.diacriticInsensitive)
      && options.isSubset(of: FoldedIndex.options)
  }

  private func different(
    _ left: SQLValue, _ right: SQLValue, _ compiler: SQLCompiler
  ) -> SQLFragment {
    if right.type == .null {
      return left.type == .null ? SQLFragment("0") : left.sql + " IS NOT NULL"
    }
    if left.type == .null { return right.sql + " IS NOT NULL" }
    if let (one, other) = exactSides(left, right) { return one + " IS NOT " + other }
    guard left.type.isComparable(to: right.type), digitOrder(left, right) == nil else {
      return SQLCompiler.negated(equal(left, right, compiler))
    }
    let (one, other) = sides(left, right)
    return one + " IS NOT " + other
  }

  /// Returns the equality test for values of different types, which are equal only if both are nil.
  private func bothNil(_ left: SQLValue, _ right: SQLValue) -> SQLFragment {
    if left.isConstant || right.isConstant { return SQLFragment("0") }
    if left.type == .notANumber || right.type == .notANumber { return SQLFragment("0") }
    return "(" + left.sql + " IS NULL AND " + right.sql + " IS NULL)"
  }

  private func ordered(_ left: SQLValue, _ right: SQLValue, _ symbol: String) -> SQLFragment {
    guard left.type.isComparable(to: right.type), left.type.hasOrder else {
      return SQLFragment("0")
    }
    if let (one, other) = exactSides(left, right) { return one + " \(symbol) " + other }
    if let order = digitOrder(left, right) { return order + " \(symbol) 0" }
    let (one, other) = sides(left, right)
    return one + " \(symbol) " + other
  }

  /// Returns both values in SQL, with text folded as the options require.
  private func sides(_ left: SQLValue, _ right: SQLValue) -> (SQLFragment, SQLFragment) {
    (folded(left), folded(right))
  }

  private func folded(_ value: SQLValue) -> SQLFragment {
    guard value.type == .text, !options.isEmpty else { return value.sql }
    return value.bound(.folded(options))
      ?? "model_fold(" + value.sql + ", \(options.rawValue))"
  }

  /// Returns a column of exact decimals and the value it is compared with, both in the form whose
  /// bytes sort as the numbers do; nil for other values.
  private func exactSides(_ left: SQLValue, _ right: SQLValue) -> (SQLFragment, SQLFragment)? {
    guard left.exactColumn != nil || right.exactColumn != nil,
      let one = exact(left), let other = exact(right)
    else { return nil }
    return (one, other)
  }

  /// Returns a column of exact decimals, or a constant in the same form; nil
  /// for other values.
  func exact(_ value: SQLValue) -> SQLFragment? {
    if let column = value.exactColumn { return column }
    switch value.type {
    case .number(.decimal), .number(.digits), .number(.integer): return value.bound(.exact)
    default: return nil
    }
  }

  /// Returns the order of two numbers, as -1, 0 or 1, if at least one of them is stored as digits;
  /// otherwise nil.
  private func digitOrder(_ left: SQLValue, _ right: SQLValue) -> SQLFragment? {
    guard left.hasDigits || right.hasDigits else { return nil }
    return "model_order(\(left.kind), " + left.sql + ", \(right.kind), " + right.sql + ")"
  }
}

extension SQLType {
  /// True if one value of the type can be less than another.
  fileprivate var hasOrder: Bool {
    switch self {
    case .null, .notANumber, .object: false
    default: true
    }
  }
}

extension Comparator {
  // MARK: Strings

  private func text(
    _ left: SQLValue, _ right: SQLValue, _ compiler: SQLCompiler
  ) throws -> SQLFragment {
    if left.type == .null || right.type == .null { return SQLFragment("0") }
    if comparison.operator == .matches, let words = left.fullTextColumn {
      return words.index.condition(words.key, try text(right, compiler))
    }
    if comparison.operator == .beginsWith, let range = prefixRange(left, right, compiler) {
      return range
    }
    let name =
      switch comparison.operator {
      case .beginsWith: "model_begins_with"
      case .endsWith: "model_ends_with"
      case .like: "model_like"
      case .matches: "model_matches"
      default: "model_contains"
      }
    let (text, pattern) = (try self.text(left, compiler), try self.text(right, compiler))
    let test = "\(name)(" + text + ", " + pattern + ", \(options.rawValue))"
    if comparison.operator == .beginsWith, let candidates = foldedPrefix(left, right) {
      return "(" + candidates + " AND " + test + ")"
    }
    return test
  }

  /// Returns the condition that the folded text of a row begins with the folded
  /// prefix; nil if no index of folded text serves the comparison.
  private func foldedPrefix(_ left: SQLValue, _ right: SQLValue) -> SQLFragment? {
    guard let column = left.foldedColumn, options == FoldedIndex.options, servesFolded(right),
      let prefix = right.bound(.folded(options)), let end = right.bound(.foldedPrefixEnd(options))
    else { return nil }
    return column.candidates(where: "Z_TEXT >= " + prefix + " AND Z_TEXT < " + end)
  }

  /// Returns the condition that unfolded text is in the range of strings with a prefix, which an
  /// index serves; nil for other operands.
  private func prefixRange(
    _ left: SQLValue, _ right: SQLValue, _ compiler: SQLCompiler
  ) -> SQLFragment? {
    // The compiler may look at only two facts of a constant string: whether it is empty, and
    // whether any string sorts after all strings that begin with it (see `ConstantTrait`).
    guard options.isEmpty, left.type == .text, case .constant(let number)? = right.source,
      case .string(let prefix) = compiler.constants[number]
    else { return nil }
    if prefix.isEmpty { return SQLFragment("0") }
    let lower = left.sql + " >= " + right.sql
    guard prefix.nextPrefix != nil, let end = right.bound(.prefixEnd) else {
      return "(" + lower + ")"
    }
    return "(" + lower + " AND " + left.sql + " < " + end + ")"
  }

  /// Returns the text of a value as string operators compare it.
  private func text(_ value: SQLValue, _ compiler: SQLCompiler) throws -> SQLFragment {
    switch value.type {
    case .text, .number(.integer): return value.bound(.text) ?? value.sql
    case .number(.real), .number(.mixed):
      return value.bound(.text) ?? "model_text(" + value.sql + ")"
    case .number(.decimal), .number(.digits):
      return value.bound(.text) ?? "model_cast('NSString', 'decimal', " + value.sql + ")"
    case .number(.tagged): return "model_cast('NSString', 'tagged', " + value.sql + ")"
    case .null: return value.sql
    default: throw compiler.untranslatable("a string operator on what is no text or number")
    }
  }

  // MARK: Lists and collections

  private func membership(
    _ value: SQLOperand, in container: SQLOperand, _ compiler: inout SQLCompiler
  ) throws -> SQLFragment {
    switch container {
    case .collection, .list:
      let one = try compiler.scalar(value)
      // A value that is computed becomes a row, so that each element finds its result.
      if one.isComputed {
        let row = SQLOperand.collection(compiler.row(of: one, like: value))
        return try compiler.any(row, &compiler) { try membership($0, in: container, &$1) }
      }
      if case .list(let elements) = container {
        let tests = try elements.map { equal(one, try compiler.scalar($0), compiler) }
        return tests.isEmpty ? SQLFragment("0") : tests.combined(" OR ")
      }
      return try compiler.any(container, &compiler) { element, compiler in
        equal(try compiler.scalar(element), one, compiler)
      }
    case .constants:
      let elements = try compiler.elements(container).map { try compiler.scalar($0) }
      return ListMembership(
        value: try compiler.scalar(value), elements: elements, comparator: self
      ).condition()
    default:
      return try contains(compiler.scalar(container), compiler.scalar(value), compiler)
    }
  }

  private func contains(
    _ text: SQLValue, _ needle: SQLValue, _ compiler: SQLCompiler
  ) throws -> SQLFragment {
    if text.type == .null || needle.type == .null { return SQLFragment("0") }
    let (haystack, sought) = (try self.text(text, compiler), try self.text(needle, compiler))
    return "model_contains(" + haystack + ", " + sought + ", \(options.rawValue))"
  }
}
