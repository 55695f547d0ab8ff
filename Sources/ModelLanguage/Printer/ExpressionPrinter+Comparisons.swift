internal import ModelSchema

extension ExpressionPrinter {
  /// Two expressions compared: in the plainest form that reads back.
  func piece(_ comparison: ObjectPredicate.Comparison) -> PrintedPiece {
    if comparison.quantifier == .direct {
      if let piece = quantifiedForm(comparison) ?? bareForm(comparison) ?? textForm(comparison)
        ?? membershipForm(comparison) ?? signForm(comparison)
      {
        return piece
      }
    }
    return compareForm(comparison)
  }

  /// `items.any(...)`, `none`, `all`
  private func quantifiedForm(_ comparison: ObjectPredicate.Comparison) -> PrintedPiece? {
    guard comparison.options.isEmpty, comparison.right == .constant(.integer(0)),
      case .keyPath(["@count"], of: .subquery(let items, let variable, let predicate)) =
        comparison.left
    else { return nil }
    switch (comparison.operator, predicate) {
    case (.greater, _):
      return quantified("any", items, variable, predicate).map { condition($0) }
    case (.equal, .not(let inner)):
      return quantified("all", items, variable, inner).map { condition($0) }
    case (.equal, _):
      return quantified("none", items, variable, predicate).map { condition($0) }
    default: return nil
    }
  }

  /// `done` for `done == true`
  private func bareForm(_ comparison: ObjectPredicate.Comparison) -> PrintedPiece? {
    guard comparison.options.isEmpty, comparison.operator == .equal,
      comparison.right == .constant(.boolean(true))
    else { return nil }
    let left = piece(comparison.left, expected: .unknown)
    guard left.type.isBoolean, !left.needsContext else { return nil }
    return PrintedPiece(left.text, .attribute(.boolean), left.level)
  }

  private func options(_ options: StringOptions) -> String? {
    let named = StringOptions.names.filter { options.contains($0.option) }
    let known = named.reduce(into: StringOptions()) { $0.insert($1.option) }
    return known == options ? named.map { ", ." + $0.name }.joined() : nil
  }

  /// `name.contains($text, .caseInsensitive)`
  private func textForm(_ comparison: ObjectPredicate.Comparison) -> PrintedPiece? {
    let words: [ObjectPredicate.Comparison.Operator: String] = [
      .contains: "contains", .beginsWith: "hasPrefix", .endsWith: "hasSuffix", .like: "like",
      .matches: "matches", .equal: "equals",
    ]
    guard let word = words[comparison.operator],
      comparison.operator != .equal || !comparison.options.isEmpty,
      let options = options(comparison.options)
    else { return nil }
    let left = piece(comparison.left, expected: .unknown)
    let right = piece(comparison.right, expected: .unknown)
    guard left.type.isText, right.type.isText, !left.needsContext, !right.type.isNull else {
      return nil
    }
    return condition("\(left.text(at: .primary)).\(word)(\(right.text)\(options))")
  }

  /// `a in b`, `a in b...c`
  private func membershipForm(_ comparison: ObjectPredicate.Comparison) -> PrintedPiece? {
    let left = piece(comparison.left, expected: .unknown)
    switch comparison.operator {
    case .between:
      guard comparison.options.isEmpty, case .aggregate(let bounds) = comparison.right,
        bounds.count == 2
      else { return nil }
      return rangeForm(left, bounds)
    case .in:
      let right = piece(comparison.right, expected: .list(left.type))
      guard let element = right.type.element, left.type.isComparable(with: element, in: index)
      else { return nil }
      if comparison.options.isEmpty {
        return condition("\(left.text(at: .coalesce)) in \(right.text(at: .coalesce))", .comparison)
      }
      guard let options = options(comparison.options) else { return nil }
      return condition("\(left.text(at: .primary)).in(\(right.text)\(options))")
    default: return nil
    }
  }

  private func rangeForm(_ left: PrintedPiece, _ bounds: [ObjectExpression]) -> PrintedPiece? {
    let pieces = bounds.map { piece($0, expected: left.type) }
    for bound in pieces {
      guard isComparable(left, bound, isOrdering: true) else { return nil }
    }
    let range = pieces.map { $0.text(at: .sum) }.joined(separator: "...")
    return condition("\(left.text(at: .coalesce)) in \(range)", .comparison)
  }

  /// `a == b`
  private func signForm(_ comparison: ObjectPredicate.Comparison) -> PrintedPiece? {
    let signs: [ObjectPredicate.Comparison.Operator: String] = [
      .equal: "==", .notEqual: "!=", .less: "<", .lessOrEqual: "<=", .greater: ">",
      .greaterOrEqual: ">=",
    ]
    guard comparison.options.isEmpty, let sign = signs[comparison.operator],
      let (left, right) = pair(comparison.left, comparison.right)
    else { return nil }
    let isOrdering = comparison.operator != .equal && comparison.operator != .notEqual
    guard isComparable(left, right, isOrdering: isOrdering) else { return nil }
    return condition(
      "\(left.text(at: .coalesce)) \(sign) \(right.text(at: .coalesce))", .comparison)
  }

  private func isComparable(
    _ left: PrintedPiece, _ right: PrintedPiece, isOrdering: Bool
  ) -> Bool {
    for piece in [left, right] {
      if case .collection = piece.type { return false }
    }
    return left.type.isComparable(with: right.type, in: index)
      && (!isOrdering || (left.type.isOrdered && right.type.isOrdered))
  }

  /// `compare(a, .less, b, .caseInsensitive, .any)`: everything else.
  private func compareForm(_ comparison: ObjectPredicate.Comparison) -> PrintedPiece {
    let wide = allowingToMany()
    var text = "compare(\(wide.plain(comparison.left)), .\(comparison.operator.rawValue), "
    text += wide.plain(comparison.right) + (options(comparison.options) ?? "")
    if comparison.quantifier != .direct { text += ", .\(comparison.quantifier.rawValue)" }
    return condition(text + ")")
  }
}
