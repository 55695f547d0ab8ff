// The height of trees. A tree that code builds can be of any height, and every
// walk of it takes stack for every level. So whoever begins a walk that the
// height can harm asks `isTooHigh` first, and refuses; what cannot refuse
// leaves the tree as it is, and its next user refuses.

extension ObjectPredicate {
  /// The greatest number of expressions and predicates one inside the other.
  package static let heightLimit = 64
  /// The greatest number of names of a key path: SQLite joins 64 tables.
  package static let keyPathLimit = 60

  /// A Boolean value that says whether it is higher than any reader takes.
  package var isTooHigh: Bool {
    height(limit: Self.heightLimit + 1) > Self.heightLimit
  }

  func height(limit: Int) -> Int {
    guard limit > 0 else { return 1 }
    return 1 + heightOfParts(limit: limit - 1)
  }
}

extension ObjectExpression {
  /// A Boolean value that says whether it is higher than any reader takes.
  package var isTooHigh: Bool { height > ObjectPredicate.heightLimit }

  /// The number of expressions and predicates one inside the other, counted to
  /// a little more than any reader takes.
  ///
  /// It descends no further than it counts, so that it is safe to ask of a
  /// tree of any height.
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
