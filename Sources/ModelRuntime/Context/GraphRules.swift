/// The rules of an entity that generated code does not check, which are counts
/// of to-many relationships, checks, and predicates over attributes.
///
/// Generated code checks the other rules, because it knows the types of the
/// values. The prepared predicates belong to one isolation domain, and so do
/// the rules.
struct GraphRules {
  /// A prepared predicate for the values of an attribute.
  private struct ValueRule {
    let rule: PredicateRule
    let test: PreparedPredicate
  }

  /// A check of an entity or of one of its parents, with its prepared
  /// condition.
  private struct Check {
    let name: String
    let test: PreparedPredicate
    let message: String
  }

  private let counted: [CompiledRelationship]
  private var valueRules: [ValueRule] = []
  private var checks: [Check] = []

  /// Prepares the rules of an entity, including inherited rules.
  ///
  /// - Throws: `ObjectPredicateError` if a predicate can never be evaluated.
  init(_ entity: CompiledEntity) throws(ObjectPredicateError) {
    counted = entity.relationships.filter(\.description.hasCount)
    for rule in entity.predicateRules {
      valueRules.append(
        ValueRule(
          rule: rule, test: try PreparedPredicate(rule.predicate, evaluation: .inMemory)))
    }
    for check in entity.checks {
      checks.append(
        Check(
          name: check.name, test: try PreparedPredicate(check.predicate, evaluation: .inMemory),
          message: check.message))
    }
  }

  /// Records the counts, checks and predicates that an object breaks.
  ///
  /// - Throws: `ObjectPredicateError` if a predicate cannot be evaluated.
  func check(
    _ object: ManagedObject, _ validation: inout Validation
  ) throws(ObjectPredicateError) {
    for relationship in counted { count(relationship, of: object, &validation) }
    for rule in valueRules { try test(rule, object, &validation) }
    for check in checks where try !check.test.evaluate(with: object) {
      validation.fail(check.name, .null, .unmet, check.message)
    }
  }

  /// Records the rules for single values that an object breaks.
  func checkValues(
    of object: ManagedObject, _ validation: inout Validation
  ) throws(ObjectPredicateError) {
    for rule in valueRules { try test(rule, object, &validation) }
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
    let isTooFew = count < least && (count > 0 || !description.isOptional)
    if isTooFew {
      validation.fail(relationship.number, .integer(Int64(count)), .tooFew(least), nil)
    } else if description.maxCount > 0, count > description.maxCount {
      validation.fail(
        relationship.number, .integer(Int64(count)), .tooMany(description.maxCount), nil)
    }
  }

  /// Checks a value with the predicate of its attribute. A nil value is
  /// accepted, because a separate rule determines whether a value is required.
  private func test(
    _ value: ValueRule, _ object: ManagedObject, _ validation: inout Validation
  ) throws(ObjectPredicateError) {
    let rule = value.rule
    let constant = rule.value(of: object)
    guard constant != .null else { return }
    if try !value.test.evaluate(with: EvaluatedValue(constant)) {
      validation.fail(rule.number, rule.element, constant, .unmet, rule.message)
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
