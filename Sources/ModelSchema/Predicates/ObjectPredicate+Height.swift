// The height of trees. Code can build a tree of any height, and a recursion
// through the tree uses stack space for every level. Code that begins a
// recursion checks `isTooHigh` first and throws an error; code that cannot
// throw leaves the tree unchanged, so that the error is thrown by the next user
// of the tree.

extension ObjectPredicate {
  /// The maximum depth to which expressions and predicates may be nested.
  package static let heightLimit = 64
  /// The maximum number of names in a key path, since SQLite joins at most 64
  /// tables.
  package static let keyPathLimit = 60

  /// True if the predicate is nested more deeply than the limit.
  package var isTooHigh: Bool {
    height(limit: Self.heightLimit + 1) > Self.heightLimit
  }

  func height(limit: Int) -> Int {
    guard limit > 0 else { return 1 }
    return 1 + heightOfParts(limit: limit - 1)
  }
}

extension ObjectExpression {
  /// True if the expression is nested more deeply than the limit.
  package var isTooHigh: Bool { height > ObjectPredicate.heightLimit }

  /// The depth to which expressions and predicates are nested, counted only up
  /// to slightly more than the limit.
  ///
  /// The recursion descends no deeper than that, so that it is safe for a tree
  /// of any height.
  package var height: Int { height(limit: ObjectPredicate.heightLimit + 1) }

  func height(limit: Int) -> Int {
    guard limit > 0 else { return 1 }
    if case .constant(let constant) = self { return constant.height(limit: limit) }
    return 1 + heightOfParts(limit: limit - 1)
  }
}

extension ConstantValue {
  fileprivate func height(limit: Int) -> Int {
    guard limit > 0, case .list(let elements) = self else { return 1 }
    return 1 + (elements.lazy.map { $0.height(limit: limit - 1) }.max() ?? 0)
  }
}
