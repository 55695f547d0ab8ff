/// A predicate prepared for many objects: strings are folded, patterns parsed,
/// lists hashed and functions looked up in advance.
///
/// A prepared predicate keeps a buffer between evaluations, and therefore
/// belongs to one isolation domain.
public struct PreparedPredicate {
  private let test: PredicateCompiler.Test
  /// The check that subjects accept the condition; nil if every feature is
  /// allowed.
  private let acceptance: Acceptance?

  /// Prepares a predicate.
  ///
  /// - Parameters:
  ///   - predicate: The condition.
  ///   - variables: The values of its `$variables`.
  ///   - regularExpressions: The engine of MATCHES; nil for the engine of the process.
  ///   - evaluation: The features that the condition may use.
  /// - Throws: `ObjectPredicateError` for an unknown function, an invalid
  ///   pattern, a variable without a value, or more than 64 levels of nested
  ///   conditions and values.
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

  /// Returns whether the condition holds for an object.
  ///
  /// - Parameters:
  ///   - subject: The object that SELF refers to.
  ///   - now: The value of `now()`.
  /// - Throws: `ObjectPredicateError` for an unknown key, a value of the wrong
  ///   type, and a condition that the subject's store does not support, unless
  ///   it is evaluated `.inMemory`.
  public func evaluate(
    with subject: any PredicateSubject, now: Date = Date()
  ) throws(ObjectPredicateError) -> Bool {
    try acceptance?.check(subject)
    return try test(EvaluationScope(subject: .object(subject), now: now))
  }

  /// Returns whether the condition holds for a value. SELF refers to the value.
  ///
  /// - Throws: `ObjectPredicateError` for an unknown key, a value of the wrong
  ///   type, and a condition that the store of an object does not support,
  ///   unless it is evaluated `.inMemory`.
  public func evaluate(
    with value: EvaluatedValue, now: Date = Date()
  ) throws(ObjectPredicateError) -> Bool {
    if case .object(let subject) = value { try acceptance?.check(subject) }
    return try test(EvaluationScope(subject: value, now: now))
  }
}

/// The values of names while a predicate is evaluated for one object.
struct EvaluationScope {
  /// The object that SELF refers to. Inside a SUBQUERY it is the outer object,
  /// and the variable is the element.
  let subject: EvaluatedValue
  /// The value of `now()`, which is the same for the whole predicate.
  var now = Date()
  /// The current elements of the enclosing SUBQUERY expressions.
  var elements: [String: EvaluatedValue] = [:]
}

/// Turns a predicate into closures, so that work that does not depend on the
/// object is done only once.
struct PredicateCompiler {
  typealias Test = (EvaluationScope) throws(ObjectPredicateError) -> Bool
  typealias Value = (EvaluationScope) throws(ObjectPredicateError) -> EvaluatedValue

  let variables: [String: EvaluatedValue]
  let regularExpressions: any RegularExpressionEngine
  /// The variables of the enclosing SUBQUERY expressions, the innermost last.
  var bound: [String] = []

  init(
    variables: [String: EvaluatedValue], regularExpressions: (any RegularExpressionEngine)?
  ) {
    self.variables = variables
    self.regularExpressions = regularExpressions ?? RegularExpressions.engine
  }

  /// Returns the test that a condition stands for.
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
      return joined(try tests(conditions), until: false)
    case .or(let conditions):
      return joined(try tests(conditions), until: true)
    }
  }

  private mutating func tests(
    _ conditions: [ObjectPredicate]
  ) throws(ObjectPredicateError) -> [Test] {
    return try conditions.map { (condition) throws(ObjectPredicateError) in try test(condition) }
  }

  /// Returns a test that performs tests until the outcome of one decides.
  private func joined(_ tests: [Test], until outcome: Bool) -> Test {
    { (scope) throws(ObjectPredicateError) in
      for test in tests where try test(scope) == outcome { return outcome }
      return !outcome
    }
  }
}
