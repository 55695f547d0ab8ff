/// The possible forms of comparisons. Not every form reads back as the same
/// comparison.
extension ExpressionPrinter {
  /// Returns forms such as `items.any(...)`, `none` and `all`.
  func quantifiedForms(_ comparison: ObjectPredicate.Comparison) -> [PrintedPiece] {
    guard comparison.right == .constant(.integer(0)),
      case .keyPath(["@count"], of: .subquery(let items, let variable, let predicate)) =
        comparison.left
    else { return [] }
    let all: [PrintedPiece] =
      if case .not(let inner) = predicate { [quantified("all", items, variable, inner)] } else {
        []
      }
    return all + ["any", "none"].map { quantified($0, items, variable, predicate) }
  }

  /// Returns the form `items.any(condition)`, with the given word in place of
  /// `any`.
  func quantified(
    _ word: String, _ collection: ObjectExpression, _ variable: String,
    _ predicate: ObjectPredicate
  ) -> PrintedPiece {
    let piece = piece(collection, expected: .unknown)
    let name = variable == scope.unusedVariable ? "" : TextLiteral.literal(variable) + ", "
    let inner = nested(piece.type.element ?? .unknown, variable: variable)
    return PrintedPiece("\(piece.text(at: .primary)).\(word)(\(name)\(inner.text(predicate)))")
  }

  /// Returns the form `done` for `done == true`.
  func bareForms(_ comparison: ObjectPredicate.Comparison) -> [PrintedPiece] {
    guard comparison.right == .constant(.boolean(true)) else { return [] }
    return [piece(comparison.left, expected: .unknown)]
  }

  /// Returns the printed form of a comparison of strings, such as
  /// `name.contains($text, .caseInsensitive)`; empty for other comparisons.
  func textForms(_ comparison: ObjectPredicate.Comparison) -> [PrintedPiece] {
    let words: [ObjectPredicate.Comparison.Operator: String] = [
      .contains: "contains", .beginsWith: "hasPrefix", .endsWith: "hasSuffix", .like: "like",
      .matches: "matches", .equal: "equals",
    ]
    guard let word = words[comparison.operator],
      comparison.operator != .equal || !comparison.options.isEmpty
    else { return [] }
    let left = piece(comparison.left, expected: .unknown)
    return [
      PrintedPiece(
        "\(left.text(at: .primary)).\(word)(\(plain(comparison.right))"
          + "\(options(comparison.options)))")
    ]
  }

  /// Returns the forms `a in b` and `a in b...c`.
  func membershipForms(_ comparison: ObjectPredicate.Comparison) -> [PrintedPiece] {
    let left = piece(comparison.left, expected: .unknown)
    switch comparison.operator {
    case .between:
      guard case .aggregate(let bounds) = comparison.right else { return [] }
      let range = bounds.map { piece($0, expected: left.type).text(at: .sum) }
        .joined(separator: "...")
      return [PrintedPiece("\(left.text(at: .coalesce)) in \(range)", .comparison)]
    case .in where comparison.options.isEmpty:
      let right = piece(comparison.right, expected: .list(left.type))
      let text = "\(left.text(at: .coalesce)) in \(right.text(at: .coalesce))"
      return [PrintedPiece(text, .comparison)]
    case .in:
      let right = piece(comparison.right, expected: .list(left.type))
      let options = options(comparison.options)
      return [PrintedPiece("\(left.text(at: .primary)).in(\(right.text)\(options))")]
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .contains,
      .beginsWith, .endsWith, .like, .matches:
      return []
    }
  }

  /// Returns forms with an operator, such as `a == b`.
  func signForms(_ comparison: ObjectPredicate.Comparison) -> [PrintedPiece] {
    guard let sign = comparison.operator.sign else { return [] }
    return pairs(comparison.left, comparison.right).map { left, right in
      let text = "\(left.text(at: .coalesce)) \(sign) \(right.text(at: .coalesce))"
      return PrintedPiece(text, .comparison)
    }
  }

  /// Returns the ways to print the two sides of a comparison: one of them is
  /// printed for the type of the other. The shortest pair comes first; pairs
  /// with a constant written as `raw(1)` come last.
  func pairs(
    _ left: ObjectExpression, _ right: ObjectExpression, hint: ExpressionType = .unknown
  ) -> [(PrintedPiece, PrintedPiece)] {
    let (first, last) = (piece(left, expected: hint), piece(right, expected: hint))
    let one = (first, piece(right, expected: first.type))
    let other = (piece(left, expected: last.type), last)
    let isShorter = other.0.text.count + other.1.text.count < one.0.text.count + one.1.text.count
    var pairs = isShorter ? [other, one] : [one, other]
    if case .constant(let constant) = right { pairs.append((first, ConstantPrinter.raw(constant))) }
    if case .constant(let constant) = left { pairs.append((ConstantPrinter.raw(constant), last)) }
    return pairs
  }

  /// Returns the form `compare(a, .less, b, .caseInsensitive, .any)`, which can
  /// represent any comparison.
  func compareForm(_ comparison: ObjectPredicate.Comparison) -> PrintedPiece {
    let wide = allowingToMany()
    var text = "compare(\(wide.plain(comparison.left)), .\(comparison.operator.rawValue), "
    text += wide.plain(comparison.right) + options(comparison.options)
    if comparison.quantifier != .direct { text += ", .\(comparison.quantifier.rawValue)" }
    return PrintedPiece(text + ")")
  }

  private func options(_ options: StringOptions) -> String {
    options.names.map { ", " + $0 }.joined()
  }
}
