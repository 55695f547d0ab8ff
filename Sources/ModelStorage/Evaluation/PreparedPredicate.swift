/// A predicate made ready to be asked of many objects: texts folded, patterns
/// read, lists hashed, functions found.
///
/// It keeps a buffer between its answers, and so belongs to one isolation
/// domain.
public struct PreparedPredicate {
  private let test: PredicateCompiler.Test
  /// The question that subjects have to accept; nil where anything goes.
  private let acceptance: Acceptance?

  /// Prepares a predicate.
  ///
  /// - Parameters:
  ///   - predicate: The condition.
  ///   - variables: What its `$variables` stand for.
  ///   - regularExpressions: The engine of MATCHES; nil for the process's.
  ///   - evaluation: What the condition may use.
  /// - Throws: `ObjectPredicateError` for an unknown function, a bad pattern,
  ///   a variable without a value and more than 64 conditions and values one
  ///   inside the other.
  public init(
    _ predicate: ObjectPredicate, variables: [String: EvaluatedValue] = [:],
    regularExpressions: (any RegularExpressionEngine)? = nil,
    evaluation: PredicateEvaluation = .fetchable
  ) throws(ObjectPredicateError) {
    if predicate.isTooHigh { throw .nestedTooDeeply }
    var compiler = PredicateCompiler(
      variables: variables, regularExpressions: regularExpressions)
    test = try compiler.test(predicate)
    acceptance =
      evaluation == .inMemory ? nil : Acceptance(of: predicate.substituting(variables.constants))
  }

  /// A Boolean value that says whether the condition holds for an object.
  ///
  /// - Parameters:
  ///   - subject: The object, which is SELF.
  ///   - now: What `now()` is.
  /// - Throws: `ObjectPredicateError` for an unknown key and for a value of a
  ///   type that its place does not take, and for what the subject's store
  ///   refuses, unless it is evaluated `.inMemory`.
  public func evaluate(
    with subject: any PredicateSubject, now: Date = Date()
  ) throws(ObjectPredicateError) -> Bool {
    try acceptance?.check(subject)
    return try test(EvaluationScope(subject: .object(subject), now: now))
  }

  /// A Boolean value that says whether the condition holds for a value, which
  /// is SELF.
  ///
  /// - Throws: `ObjectPredicateError` as for an object.
  public func evaluate(
    with value: EvaluatedValue, now: Date = Date()
  ) throws(ObjectPredicateError) -> Bool {
    if case .object(let subject) = value { try acceptance?.check(subject) }
    return try test(EvaluationScope(subject: value, now: now))
  }
}

/// The values of names while one object is asked.
struct EvaluationScope {
  /// SELF; inside of a SUBQUERY too, where the element is its variable.
  let subject: EvaluatedValue
  /// The value of `now()`, once for all of the predicate.
  var now = Date()
  /// The elements that the SUBQUERYs around have reached.
  var elements: [String: EvaluatedValue] = [:]
}

/// Turns a predicate into closures, so that what does not depend on the object
/// is done once.
struct PredicateCompiler {
  typealias Test = (EvaluationScope) throws(ObjectPredicateError) -> Bool
  typealias Value = (EvaluationScope) throws(ObjectPredicateError) -> EvaluatedValue

  let variables: [String: EvaluatedValue]
  let regularExpressions: any RegularExpressionEngine
  /// The variables of the SUBQUERYs around, the innermost last.
  var bound: [String] = []

  init(
    variables: [String: EvaluatedValue], regularExpressions: (any RegularExpressionEngine)?
  ) {
    self.variables = variables
    self.regularExpressions = regularExpressions ?? RegularExpressions.engine
  }

  /// The test that a condition is.
  mutating func test(_ predicate: ObjectPredicate) throws(ObjectPredicateError) -> Test {
    switch predicate {
    case .constant(let isTrue):
      return { (_) throws(ObjectPredicateError) in isTrue }
    case .comparison(let comparison):
      return try test(comparison)
    case .not(let operand):
      let test = try test(operand)
      return { (scope) throws(ObjectPredicateError) in try !test(scope) }
    case .and(let conditions):
      return allHold(try tests(conditions))
    case .or(let conditions):
      return oneHolds(try tests(conditions))
    }
  }

  private mutating func tests(
    _ conditions: [ObjectPredicate]
  ) throws(ObjectPredicateError) -> [Test] {
    return try conditions.map { (condition) throws(ObjectPredicateError) in try test(condition) }
  }

  private func allHold(_ tests: [Test]) -> Test {
    { (scope) throws(ObjectPredicateError) in
      for test in tests where try !test(scope) { return false }
      return true
    }
  }

  private func oneHolds(_ tests: [Test]) -> Test {
    { (scope) throws(ObjectPredicateError) in
      for test in tests where try test(scope) { return true }
      return false
    }
  }
}
