extension ValueComparator {
  /// Returns the test of a value against a constant.
  func match(
    with right: EvaluatedValue
  ) throws(ObjectPredicateError) -> PredicateCompiler.Match {
    switch (comparison.operator, right) {
    case (.equal, .string(let text)):
      return equality(text, isEqual: true)
    case (.notEqual, .string(let text)):
      return equality(text, isEqual: false)
    case (.in, .collection(let elements)) where elements.count > 4:
      return membership(elements)
    case (.equal, .integer), (.notEqual, .integer), (.equal, .double), (.notEqual, .double),
      (.less, _), (.lessOrEqual, _), (.greater, _), (.greaterOrEqual, _):
      return numberMatch(right)
    case (.beginsWith, _), (.endsWith, _), (.like, _), (.matches, _):
      return try matchText(of: right)
    case (.contains, .string(let text)):
      return containment(right, FoldedText(text, folding))
    default:
      return { (left) throws(ObjectPredicateError) in try compare(left, right) }
    }
  }

  private func equality(_ text: String, isEqual: Bool) -> PredicateCompiler.Match {
    let folded = FoldedText(text, folding)
    return { (left) throws(ObjectPredicateError) in
      try expectOneValue(left)
      guard let text = left.textValue else { return !isEqual }
      return buffers.equals(text, folded) == isEqual
    }
  }

  /// Returns a comparison by value, with a shortcut for two numbers.
  private func numberMatch(_ right: EvaluatedValue) -> PredicateCompiler.Match {
    let number = EvaluatedNumber(right)
    let accepts = comparison.operator.accepts
    return { (left) throws(ObjectPredicateError) in
      guard let number, let found = EvaluatedNumber(left) else {
        return try compare(left, right)
      }
      return accepts(found.order(to: number))
    }
  }

  /// Returns the test of membership in a list. It uses sets, so that a long
  /// list takes no more time than a short one.
  private func membership(_ elements: [EvaluatedValue]) -> PredicateCompiler.Match {
    // A Double can equal two numbers of other types that are not equal to each other,
    // and a single set would hold only one of them.
    let members = Dictionary(grouping: elements) { NumberKind($0) }.values.map { elements in
      Set(elements.map { HashedValue($0.folded(folding)) })
    }
    return { (left) throws(ObjectPredicateError) in
      let value = HashedValue(left.folded(folding))
      return members.contains { $0.contains(value) }
    }
  }

  private func containment(
    _ value: EvaluatedValue, _ folded: FoldedText
  ) -> PredicateCompiler.Match {
    { (left) throws(ObjectPredicateError) in
      if case .collection = left { return try compare(left, value) }
      guard let text = try text(left) else { return false }
      return buffers.contains(text, folded)
    }
  }

  /// Returns the test of a string operator with a fixed pattern. A nil pattern
  /// matches nothing.
  func matchText(
    of pattern: EvaluatedValue
  ) throws(ObjectPredicateError) -> PredicateCompiler.Match {
    guard let pattern = try text(pattern) else {
      return { (left) throws(ObjectPredicateError) in
        _ = try text(left)
        return false
      }
    }
    let matches: TextTest
    do {
      matches = try textTest(pattern)
    } catch {
      // A search for words may not be a valid regular expression, and only the
      // value shows which of the two it is.
      guard comparison.operator == .matches, case .keyPath = comparison.left else { throw error }
      matches = { (_) throws(ObjectPredicateError) in throw error }
    }
    return { (left) throws(ObjectPredicateError) in
      if comparison.operator == .matches, let found = try words(pattern, in: left) { return found }
      guard let text = try text(left) else { return false }
      return try matches(text)
    }
  }

  /// Returns true if a search for words finds a value; nil if the value is not
  /// a full-text index.
  private func words(
    _ query: String, in value: EvaluatedValue
  ) throws(ObjectPredicateError) -> Bool? {
    guard case .object(let subject) = value, let words = subject as? any WordsSubject else {
      return nil
    }
    return try words.matches(query)
  }

  private typealias TextTest = (String) throws(ObjectPredicateError) -> Bool

  private func textTest(_ pattern: String) throws(ObjectPredicateError) -> TextTest {
    let folded = FoldedText(pattern, folding)
    switch comparison.operator {
    case .beginsWith:
      return { buffers.begins($0, folded) }
    case .endsWith:
      return { buffers.ends($0, folded) }
    case .like:
      let like = LikePattern(folded.bytes)
      return { buffers.isLike($0, like, folding) }
    default:
      return try regularExpression(pattern)
    }
  }

  /// Returns the test of a regular expression. The engine itself ignores case,
  /// since it knows about character classes; the other options are applied by
  /// folding both sides.
  private func regularExpression(
    _ pattern: String
  ) throws(ObjectPredicateError) -> TextTest {
    let isCaseIgnored = comparison.options.contains(.caseInsensitive)
    let folding = TextFolding(comparison.options.subtracting(.caseInsensitive))
    let matcher = try regularExpressions.matcher(
      of: folding.fold(pattern), ignoringCase: isCaseIgnored)
    return { (text) throws(ObjectPredicateError) in try matcher.matches(folding.fold(text)) }
  }
}

extension EvaluatedValue {
  /// Returns the value with its text folded; for a list, with every element
  /// folded.
  fileprivate func folded(_ folding: TextFolding) -> EvaluatedValue {
    if case .collection(let elements) = self {
      return .collection(elements.map { $0.folded(folding) })
    }
    return textValue.map { .string(folding.fold($0)) } ?? self
  }
}

/// The kinds of numbers within which equality is transitive.
private enum NumberKind {
  case real
  case decimal
  case other

  init(_ value: EvaluatedValue) {
    switch value {
    case .double: self = .real
    case .decimal: self = .decimal
    default: self = .other
    }
  }
}

extension ObjectPredicate.Comparison.Operator {
  /// A closure that tests whether the comparison holds for the order of two
  /// values, which is nil if they have no order.
  fileprivate var accepts: (ValueOrder?) -> Bool {
    switch self {
    case .equal: { $0 == .equal }
    case .notEqual: { $0 != .equal }
    case .less: { $0 == .less }
    case .lessOrEqual: { $0 == .less || $0 == .equal }
    case .greater: { $0 == .greater }
    case .greaterOrEqual: { $0 == .greater || $0 == .equal }
    default: { _ in false }
    }
  }
}
