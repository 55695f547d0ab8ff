// The height of trees. A tree that code builds can be of any height, and every
// recursion through it uses stack for every level. Code that begins a recursion checks
// `isTooHigh` first and throws an error; code that cannot throw leaves the tree
// unchanged, so that its next user throws.

extension ObjectPredicate {
  /// The greatest depth to which expressions and predicates may be nested.
  package static let heightLimit = 64
  /// The greatest number of names in a key path, since SQLite joins at most 64 tables.
  package static let keyPathLimit = 60

  /// True if the predicate is higher than any reader accepts.
  package var isTooHigh: Bool {
    height(limit: Self.heightLimit + 1) > Self.heightLimit
  }

  func height(limit: Int) -> Int {
    guard limit > 0 else { return 1 }
    return 1 + heightOfParts(limit: limit - 1)
  }
}

extension ObjectExpression {
  /// True if the expression is higher than any reader accepts.
  package var isTooHigh: Bool { height > ObjectPredicate.heightLimit }

  /// The depth to which expressions and predicates are nested, counted to slightly more
  /// than any reader accepts.
  ///
  /// The recursion descends no further than it counts, so that it is safe for a tree of
  /// any height.
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
