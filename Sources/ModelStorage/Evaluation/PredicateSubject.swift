/// A subject of predicates: a managed object, or a composite value of one.
public protocol PredicateSubject {
  /// The identity by which objects are compared; nil for a composite value.
  var predicateObjectID: ObjectID? { get }

  /// The name of the entity or the composite type, for messages.
  var predicateTypeName: String { get }

  /// A Boolean value that says whether it is nil: a composite value of which
  /// every element is.
  var predicateIsNil: Bool { get }

  /// A Boolean value that says whether it is an object of an entity or of a
  /// subentity of it.
  func predicateIsKind(ofEntity name: String) -> Bool

  /// The value of a property, nil where there is no such property.
  ///
  /// A relationship to many is a collection, one to one that leads nowhere is
  /// `null`. An enumeration answers its raw value, a list a collection, a JSON
  /// attribute its text. A composite value is always a subject: one that is
  /// nil answers `null` to all of its keys, so that a path through it is as
  /// long as in SQL, where it is columns.
  ///
  /// - Throws: `ObjectPredicateError` where the property has no value that a
  ///   predicate could use.
  func predicateValue(
    forKey key: String
  ) throws(ObjectPredicateError) -> EvaluatedValue?

  /// Every object of an entity of the same model, for FETCH.
  ///
  /// - Throws: `ObjectPredicateError` where there is no such entity, and where
  ///   they cannot be had; this is what happens unless a type does better.
  func predicateObjects(
    ofEntity name: String
  ) throws(ObjectPredicateError) -> [EvaluatedValue]

  /// Refuses a condition or an order that the store of the object refuses for objects
  /// of a class; of the object's own, where the class is of no entity.
  ///
  /// - Throws: `ObjectPredicateError` (`.notFetchable`, or what is wrong with it);
  ///   nothing unless a type does better.
  func predicateAccept(
    _ predicate: ObjectPredicate?, sortedBy keys: [SortKey], as type: (any PredicateSubject.Type)?
  ) throws(ObjectPredicateError)
}

extension PredicateSubject {
  /// An object is there.
  public var predicateIsNil: Bool { false }

  /// It is of the entity that it is called by.
  public func predicateIsKind(ofEntity name: String) -> Bool { predicateTypeName == name }

  /// Accepts everything: there is no store.
  public func predicateAccept(
    _ predicate: ObjectPredicate?, sortedBy keys: [SortKey], as type: (any PredicateSubject.Type)?
  ) throws(ObjectPredicateError) {}

  /// Refuses.
  public func predicateObjects(
    ofEntity name: String
  ) throws(ObjectPredicateError) -> [EvaluatedValue] {
    throw ObjectPredicateError(.unsupported("'FETCH' of '\(predicateTypeName)'"))
  }
}

extension ObjectPredicate {
  /// A Boolean value that says whether the condition holds for an object.
  ///
  /// Whoever asks more than one object prepares the predicate first.
  ///
  /// - Throws: `ObjectPredicateError` for an unknown key or function, a value
  ///   of a type that its place does not take, a variable without a value, and
  ///   (`.notFetchable`) for what the object's store refuses, unless it is
  ///   evaluated `.inMemory`.
  public func evaluate(
    with subject: any PredicateSubject, variables: [String: EvaluatedValue] = [:],
    evaluation: PredicateEvaluation = .fetchable
  ) throws(ObjectPredicateError) -> Bool {
    try PreparedPredicate(self, variables: variables, evaluation: evaluation)
      .evaluate(with: subject)
  }

  /// A Boolean value that says whether the condition holds for a value, which
  /// is SELF.
  ///
  /// - Throws: `ObjectPredicateError` as for an object.
  public func evaluate(
    with value: EvaluatedValue, variables: [String: EvaluatedValue] = [:],
    evaluation: PredicateEvaluation = .fetchable
  ) throws(ObjectPredicateError) -> Bool {
    try PreparedPredicate(self, variables: variables, evaluation: evaluation)
      .evaluate(with: value)
  }
}

extension ObjectExpression {
  /// The value of the expression for an object or a value, which is SELF: of
  /// whatever can be evaluated, stored or not.
  ///
  /// - Throws: `ObjectPredicateError` for an unknown key or function, a value
  ///   of a type that its place does not take, and a variable without a value.
  public func value(
    with subject: EvaluatedValue, variables: [String: EvaluatedValue] = [:]
  ) throws(ObjectPredicateError) -> EvaluatedValue {
    if isTooHigh { throw .nestedTooDeeply }
    var compiler = PredicateCompiler(variables: variables, regularExpressions: nil)
    return try compiler.value(self)(EvaluationScope(subject: subject))
  }
}

extension Sequence where Element: PredicateSubject {
  /// The objects for which a condition holds, in the order they had.
  ///
  /// ```swift
  /// let loud = try songs.filtered(by: ObjectPredicate(format: "decibels > 90"))
  /// // A transient attribute is in no store, and a fetch would refuse it:
  /// let shown = try songs.filtered(by: ObjectPredicate(format: "isShown == YES"), evaluation: .inMemory)
  /// ```
  ///
  /// - Throws: `ObjectPredicateError` as `evaluate(with:)` does.
  public func filtered(
    by predicate: ObjectPredicate, variables: [String: EvaluatedValue] = [:],
    evaluation: PredicateEvaluation = .fetchable
  ) throws(ObjectPredicateError) -> [Element] {
    let prepared = try PreparedPredicate(predicate, variables: variables, evaluation: .inMemory)
    let acceptance =
      evaluation == .inMemory
      ? nil : Acceptance(of: predicate.substituting(variables.constants), by: Element.self)
    var matches: [Element] = []
    for element in self {
      try acceptance?.check(element)
      if try prepared.evaluate(with: element) { matches.append(element) }
    }
    return matches
  }
}

extension [String: EvaluatedValue] {
  /// The values of variables as constants.
  var constants: [String: ConstantValue] { mapValues(\.constant) }
}
