/// The rules of an entity that generated code does not check, which are counts
/// of to-many relationships, checks, and predicates over attributes.
///
/// Generated code checks the other rules, because it knows the types of the
/// values. The prepared predicates belong to one isolation domain, and so do
/// the rules.
struct GraphRules {
  private let counted: [CompiledRelationship]
  /// The predicates for the values of attributes, with the prepared predicates.
  private let valueRules: [(rule: PredicateRule, test: PreparedPredicate)]
  /// The checks of the entity and its parents, with their prepared conditions.
  private let checks: [(check: CheckDescription, test: PreparedPredicate)]

  /// Prepares the rules of an entity, including inherited rules.
  ///
  /// - Throws: `ObjectPredicateError` if a predicate can never be evaluated.
  init(_ entity: CompiledEntity) throws(ObjectPredicateError) {
    counted = entity.relationships.filter(\.description.hasCount)
    valueRules = try entity.predicateRules.map { rule throws(ObjectPredicateError) in
      (rule, try PreparedPredicate(rule.predicate, evaluation: .inMemory))
    }
    checks = try entity.checks.map { check throws(ObjectPredicateError) in
      (check, try PreparedPredicate(check.predicate, evaluation: .inMemory))
    }
  }

  /// Records the counts, checks and predicates that an object breaks.
  ///
  /// - Throws: `ObjectPredicateError` if a predicate cannot be evaluated.
  func check(
    _ object: ManagedObject, _ validation: inout Validation
  ) throws(ObjectPredicateError) {
    for relationship in counted { count(relationship, of: object, &validation) }
    try checkValues(of: object, &validation)
    for (check, test) in checks where try !test.evaluate(with: object) {
      validation.fail(check.name, .null, .unmet, check.message)
    }
  }

  /// Records the rules for single values that an object breaks.
  func checkValues(
    of object: ManagedObject, _ validation: inout Validation
  ) throws(ObjectPredicateError) {
    for (rule, test) in valueRules {
      // A nil value is accepted, because a separate rule determines whether a value is
      // required.
      let constant = rule.value(of: object)
      if constant != .null, try !test.evaluate(with: EvaluatedValue(constant)) {
        validation.fail(rule.number, rule.element, constant, .unmet, rule.message)
      }
    }
  }

  /// Checks the number of members of a relationship. The members are counted
  /// only if their number may have changed, because counting the members of a
  /// stored object loads them.
  private func count(
    _ relationship: CompiledRelationship, of object: ManagedObject, _ validation: inout Validation
  ) {
    guard object.isInserted || object._changes.contains(relationship.number) else { return }
    let count = object.members(relationship).count
    let description = relationship.description
    // As in Core Data, a relationship that is not optional can be empty unless it has a
    // minimum count.
    let least = description.minCount
    let value = ConstantValue.integer(Int64(count))
    if count < least && (count > 0 || !description.isOptional) {
      validation.fail(relationship.number, nil, value, .tooFew(least), nil)
    } else if description.maxCount > 0, count > description.maxCount {
      validation.fail(relationship.number, nil, value, .tooMany(description.maxCount), nil)
    }
  }
}

/// The rules of the entities in a context, which are prepared when they are
/// first needed.
final class GraphRuleCache {
  /// The prepared rules, by entity index.
  private var prepared: [Int: GraphRules] = [:]

  /// Returns the rules of an entity.
  ///
  /// - Throws: `ObjectPredicateError` if a predicate can never be evaluated.
  func rules(of entity: CompiledEntity) throws(ObjectPredicateError) -> GraphRules {
    if let known = prepared[entity.index] { return known }
    let rules = try GraphRules(entity)
    prepared[entity.index] = rules
    return rules
  }
}

extension PredicateRule {
  /// Returns the value of an object to which the rule applies; null if the
  /// value, or the composite that contains it, is nil.
  func value(of object: ManagedObject) -> ConstantValue {
    guard let binding = object._batch.entity.bindings[number] else { return .null }
    guard elements.isEmpty else {
      let composite = CompositeSubject(binding.value(object), typeName: "")
      return composite.constant(at: elements[...])
    }
    return binding.constant?(object) ?? .null
  }
}
