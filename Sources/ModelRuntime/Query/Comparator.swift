internal import ModelSchema

/// Turns one comparison into SQL.
struct Comparator {
  let comparison: ObjectPredicate.Comparison

  init(_ comparison: ObjectPredicate.Comparison) {
    self.comparison = comparison
  }

  private static let greatestParameterList = 500

  private var options: StringOptions { comparison.options }

  /// What folds texts before they are compared; `[n]` promises that they are.
  private var folding: StringOptions {
    options.contains(.normalized)
      ? [] : options.intersection([.caseInsensitive, .diacriticInsensitive, .localized])
  }

  /// The condition.
  func condition(_ compiler: inout SQLCompiler) throws -> SQLFragment {
    switch comparison.operator {
    case .equal: return try equality(&compiler, isEqual: true)
    case .notEqual: return try equality(&compiler, isEqual: false)
    case .less: return try ordering(&compiler, "<")
    case .lessOrEqual: return try ordering(&compiler, "<=")
    case .greater: return try ordering(&compiler, ">")
    case .greaterOrEqual: return try ordering(&compiler, ">=")
    case .beginsWith: return try prefix(&compiler)
    case .endsWith: return try function("model_ends_with", &compiler)
    case .contains: return try contains(&compiler)
    case .like: return try function("model_like", &compiler)
    case .matches: return try function("model_matches", &compiler)
    case .in: return try membership(&compiler)
    case .between: return try between(&compiler)
    }
  }

  private func equality(
    _ compiler: inout SQLCompiler, isEqual: Bool
  ) throws -> SQLFragment {
    let (left, right) = try sides(&compiler)
    // `=` finds its index as `IS` does; NULL is a matter of `IS` alone.
    let isPlain = isEqual && comparison.right.isNonNullConstant
    return left + (isPlain ? " = " : isEqual ? " IS " : " IS NOT ") + right
  }

  private func ordering(
    _ compiler: inout SQLCompiler, _ symbol: String
  ) throws -> SQLFragment {
    let (left, right) = try sides(&compiler)
    return left + " \(symbol) " + right
  }

  /// Both sides, texts folded as the options say.
  private func sides(_ compiler: inout SQLCompiler) throws -> (SQLFragment, SQLFragment) {
    (
      folded(try compiler.value(comparison.left)),
      folded(try compiler.value(comparison.right))
    )
  }

  private func folded(_ fragment: SQLFragment) -> SQLFragment {
    folding.isEmpty ? fragment : "model_fold(" + fragment + ", \(folding.rawValue))"
  }

  /// A prefix of an unfolded text is a range, which an index serves.
  private func prefix(_ compiler: inout SQLCompiler) throws -> SQLFragment {
    guard folding.isEmpty, case .constant(.string(let prefix)) = comparison.right,
      compiler.isText(comparison.left)
    else { return try function("model_begins_with", &compiler) }
    let left = try compiler.value(comparison.left)
    if prefix.isEmpty { return left + " IS NOT NULL" }
    let lower = left + " >= " + .parameter(.string(prefix))
    guard let end = prefix.nextPrefix else { return "(" + lower + ")" }
    return "(" + lower + " AND " + left + " < " + .parameter(.string(end)) + ")"
  }

  private func contains(_ compiler: inout SQLCompiler) throws -> SQLFragment {
    guard case .keyPath(let names, let root) = comparison.left,
      let split = try compiler.splitAtToMany(names, from: try compiler.start(of: root)),
      split.rest.isEmpty
    else { return try function("model_contains", &compiler) }
    var any = comparison
    any.operator = .equal
    any.quantifier = .any
    return try compiler.condition(.comparison(any))
  }

  private func function(_ name: String, _ compiler: inout SQLCompiler) throws -> SQLFragment {
    let left = try compiler.value(comparison.left)
    let right = try compiler.value(comparison.right)
    return "\(name)(" + left + ", " + right + ", \(options.rawValue))"
  }

  private func membership(_ compiler: inout SQLCompiler) throws -> SQLFragment {
    guard case .constant(.list(let elements)) = comparison.right else {
      guard case .keyPath = comparison.right else { return try containedText(&compiler) }
      let flipped = ObjectPredicate.Comparison(
        comparison.right, .equal, comparison.left, quantifier: .any, options: options)
      return try compiler.condition(.comparison(flipped))
    }
    let left = folded(try compiler.value(comparison.left))
    let values = elements.filter { $0 != .null }
    let listed = left + " IN (" + list(values) + ")"
    return elements.count == values.count
      ? listed : "(" + left + " IS NULL OR " + listed + ")"
  }

  /// `x IN "text"`: the text contains x.
  private func containedText(_ compiler: inout SQLCompiler) throws -> SQLFragment {
    let flipped = ObjectPredicate.Comparison(
      comparison.right, .contains, comparison.left, options: options)
    return try compiler.condition(.comparison(flipped))
  }

  /// The values of a list: parameters while they are few, beyond that one
  /// JSON array, since SQLite limits the number of parameters.
  private func list(_ values: [ConstantValue]) -> SQLFragment {
    guard values.count > Self.greatestParameterList else {
      return values.map { folded(.parameter($0)) }.joined(", ")
    }
    return "SELECT " + folded(SQLFragment(JSONList.element(of: values))) + " FROM json_each("
      + .parameter(.string(JSONList(values).text)) + ")"
  }

  private func between(_ compiler: inout SQLCompiler) throws -> SQLFragment {
    let bounds: [ObjectExpression]
    switch comparison.right {
    case .constant(.list(let values)): bounds = values.map { .constant($0) }
    case .aggregate(let expressions): bounds = expressions
    default: bounds = []
    }
    guard bounds.count == 2 else {
      throw compiler.untranslatable("BETWEEN with \(bounds.count) bounds instead of two")
    }
    let left = folded(try compiler.value(comparison.left))
    let lower = folded(try compiler.value(bounds[0]))
    let upper = folded(try compiler.value(bounds[1]))
    return left + " BETWEEN " + lower + " AND " + upper
  }
}

extension ObjectExpression {
  /// Whether it is a constant other than nil.
  fileprivate var isNonNullConstant: Bool {
    if case .constant(let value) = self { value != .null } else { false }
  }
}

extension String {
  /// The least text that is greater than every text with this prefix, by
  /// Unicode scalars; nil where there is none.
  var nextPrefix: String? {
    var scalars = Array(unicodeScalars)
    while let last = scalars.popLast() {
      if last.value == 0x10FFFF { continue }
      let next = last.value == 0xD7FF ? 0xE000 : last.value + 1
      guard let scalar = Unicode.Scalar(next) else { continue }
      scalars.append(scalar)
      var text = ""
      text.unicodeScalars.append(contentsOf: scalars)
      return text
    }
    return nil
  }
}
