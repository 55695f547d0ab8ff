/// An object that predicates are evaluated for: a managed object, or one of its composite values.
public protocol PredicateSubject {
  /// The identity by which objects are compared; nil for a composite value.
  var predicateObjectID: ObjectID? { get }

  /// The name of the entity or the composite type, for messages.
  var predicateTypeName: String { get }

  /// True if the subject is nil: a composite value whose elements are all nil.
  var predicateIsNil: Bool { get }

  /// Returns whether the subject is an object of an entity or of one of its
  /// subentities.
  func predicateIsKind(ofEntity name: String) -> Bool

  /// Returns the value of a property; nil if there is no such property.
  ///
  /// A to-many relationship is a collection, an empty to-one relationship is
  /// `null`. The value of an enumeration is its raw value, the value of a list
  /// is a collection, and the value of a JSON attribute is its text. A
  /// composite value is always a subject. If it is nil, the values of all its
  /// keys are `null`, so that a path through it has the same length as in SQL,
  /// which stores the elements in columns.
  ///
  /// - Throws: `ObjectPredicateError` if the property has no value that predicates can
  ///   use.
  func predicateValue(
    forKey key: String
  ) throws(ObjectPredicateError) -> EvaluatedValue?

  /// Returns all objects of an entity of the same model, for FETCH.
  ///
  /// - Throws: `ObjectPredicateError` if there is no such entity, or if its objects are
  ///   not available. The default implementation always throws.
  func predicateObjects(
    ofEntity name: String
  ) throws(ObjectPredicateError) -> [EvaluatedValue]

  /// Checks that the store accepts a condition and an order for objects of a class, or of the
  /// subject's own entity if the class does not belong to an entity.
  ///
  /// - Throws: `ObjectPredicateError` (`.notFetchable`, or the error in the condition).
  ///   The default implementation accepts everything.
  func predicateAccept(
    _ predicate: ObjectPredicate?, sortedBy keys: [SortKey], as type: (any PredicateSubject.Type)?
  ) throws(ObjectPredicateError)
}

extension PredicateSubject {
  /// False, because an object is never nil.
  public var predicateIsNil: Bool { false }

  /// Returns whether the name is the subject's own type name.
  public func predicateIsKind(ofEntity name: String) -> Bool { predicateTypeName == name }

  /// Accepts every condition and order, since the subject has no store.
  public func predicateAccept(
    _ predicate: ObjectPredicate?, sortedBy keys: [SortKey], as type: (any PredicateSubject.Type)?
  ) throws(ObjectPredicateError) {}

  /// Throws an error, since the subject knows no other objects.
  ///
  /// - Throws: `ObjectPredicateError` (`.unsupported`).
  public func predicateObjects(
    ofEntity name: String
  ) throws(ObjectPredicateError) -> [EvaluatedValue] {
    throw ObjectPredicateError(.unsupported("'FETCH' of '\(predicateTypeName)'"))
  }
}

extension ObjectPredicate {
  /// Returns whether the condition holds for an object.
  ///
  /// To evaluate a predicate for several objects, prepare it first (``PreparedPredicate``).
  ///
  /// - Throws: `ObjectPredicateError` for an unknown key or function, a value of the wrong type, a
  ///   variable without a value, and (`.notFetchable`) a condition that the object's store does not
  ///   support, unless it is evaluated `.inMemory`.
  public func evaluate(
    with subject: any PredicateSubject, variables: [String: EvaluatedValue] = [:],
    evaluation: PredicateEvaluation = .fetchable
  ) throws(ObjectPredicateError) -> Bool {
    try PreparedPredicate(self, variables: variables, evaluation: evaluation)
      .evaluate(with: subject)
  }

  /// Returns whether the condition holds for a value. SELF refers to the value.
  ///
  /// - Throws: `ObjectPredicateError` for an unknown key or function, a value
  ///   of the wrong type, a variable without a value, and (`.notFetchable`) a
  ///   condition that the store of an object does not support, unless it is
  ///   evaluated `.inMemory`.
  public func evaluate(
    with value: EvaluatedValue, variables: [String: EvaluatedValue] = [:],
    evaluation: PredicateEvaluation = .fetchable
  ) throws(ObjectPredicateError) -> Bool {
    try PreparedPredicate(self, variables: variables, evaluation: evaluation)
      .evaluate(with: value)
  }
}

extension ObjectExpression {
  /// Returns the value of the expression for an object or a value. SELF refers to the object or
  /// value. The expression may be one that stores do not support.
  ///
  /// - Throws: `ObjectPredicateError` for an unknown key or function, a value of the
  ///   wrong type, and a variable without a value.
  public func value(
    with subject: EvaluatedValue, variables: [String: EvaluatedValue] = [:]
  ) throws(ObjectPredicateError) -> EvaluatedValue {
    if isTooHigh { throw .nestedTooDeeply }
    var compiler = PredicateCompiler(variables: variables, regularExpressions: nil)
    return try compiler.value(self)(EvaluationScope(subject: subject))
  }
}

extension Sequence where Element: PredicateSubject {
  /// Returns the objects for which a condition holds, in their original order.
  ///
  /// ```swift
  /// let loud = try songs.filtered(by: ObjectPredicate(format: "decibels > 90"))
  /// // A transient attribute is not in the store, and a fetch would throw an error:
  /// let shown = try songs.filtered(by: ObjectPredicate(format: "isShown == YES"), evaluation: .inMemory)
  /// ```
  ///
  /// - Throws: `ObjectPredicateError` for an unknown key or function, a value
  ///   of the wrong type, a variable without a value, and (`.notFetchable`) a
  ///   condition that the objects' store does not support, unless it is
  ///   evaluated `.inMemory`.
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
  /// The values of the variables, as constants.
  var constants: [String: ConstantValue] { mapValues(\.constant) }
}
