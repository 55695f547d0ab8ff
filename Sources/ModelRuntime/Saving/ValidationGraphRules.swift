internal import ModelPredicates
internal import ModelSchema

/// The rules of an entity that look beyond one value: counts of to-many
/// relationships, checks, and predicates over attributes.
///
/// Generated code notes the other ones, which it knows the types of. Prepared
/// predicates belong to one isolation domain, and so do these.
struct GraphRules {
  /// A predicate over the value of an attribute.
  private struct ValueRule {
    let number: Int
    let test: PreparedPredicate
    let message: String?
  }

  /// A condition of the entity or of one above it.
  private struct Check {
    let name: String
    let test: PreparedPredicate
    let message: String
  }

  private let counted: [CompiledRelationship]
  private var valueRules: [ValueRule] = []
  private var checks: [Check] = []

  /// Prepares the rules of an entity, inherited ones included.
  ///
  /// - Throws: `ObjectPredicateError` for a predicate that can never be evaluated.
  init(_ entity: CompiledEntity) throws(ObjectPredicateError) {
    counted = entity.relationships.filter(\.description.hasCount)
    for property in entity.properties {
      for (predicate, message) in property.description.attribute?.predicateRules ?? [] {
        valueRules.append(
          ValueRule(
            number: property.number,
            test: try PreparedPredicate(predicate, evaluation: .inMemory), message: message))
      }
    }
    for check in entity.checks {
      checks.append(
        Check(
          name: check.name, test: try PreparedPredicate(check.predicate, evaluation: .inMemory),
          message: check.message))
    }
  }

  /// Notes which of the rules an object breaks.
  ///
  /// - Throws: `ObjectPredicateError` for a predicate that cannot be evaluated.
  func check(
    _ object: ManagedObject, _ validation: inout Validation
  ) throws(ObjectPredicateError) {
    for relationship in counted { count(relationship, of: object, &validation) }
    for rule in valueRules { try test(rule, object, &validation) }
    for check in checks where try !check.test.evaluate(with: object) {
      validation.fail(check.name, .null, .unmet, check.message)
    }
  }

  /// Notes which of the rules of single values an object breaks.
  func checkValues(
    of object: ManagedObject, _ validation: inout Validation
  ) throws(ObjectPredicateError) {
    for rule in valueRules { try test(rule, object, &validation) }
  }

  /// Members are counted only where some may have come or gone: counting those
  /// of an object that is known to the store loads them.
  private func count(
    _ relationship: CompiledRelationship, of object: ManagedObject, _ validation: inout Validation
  ) {
    guard object.isInserted || object._changes.contains(relationship.number) else { return }
    let count = object.members(relationship).count
    let description = relationship.description
    // As in Core Data: what is not optional may be empty unless a least number says otherwise.
    let least = description.minCount
    let isTooFew = count < least && (count > 0 || !description.isOptional)
    if isTooFew {
      validation.fail(relationship.number, .integer(Int64(count)), .tooFew(least), nil)
    } else if description.maxCount > 0, count > description.maxCount {
      validation.fail(
        relationship.number, .integer(Int64(count)), .tooMany(description.maxCount), nil)
    }
  }

  /// A value that is missing has no rule but that it must not be.
  private func test(
    _ rule: ValueRule, _ object: ManagedObject, _ validation: inout Validation
  ) throws(ObjectPredicateError) {
    guard let constant = object._batch.entity.bindings[rule.number]?.constant?(object),
      constant != .null
    else { return }
    if try !rule.test.evaluate(with: EvaluatedValue(constant)) {
      validation.fail(rule.number, constant, .unmet, rule.message)
    }
  }
}

extension RelationshipDescription {
  /// A Boolean value that says whether the number of its objects is limited.
  var hasCount: Bool {
    isToMany && !isTransient && (minCount > 0 || maxCount > 0)
  }
}

extension AttributeDescription {
  /// The rules that are predicates over the value.
  fileprivate var predicateRules: [(predicate: ObjectPredicate, message: String?)] {
    guard !isTransient else { return [] }
    return rules.compactMap { rule in
      guard case .predicate(let predicate) = rule.requirement else { return nil }
      return (predicate, rule.message)
    }
  }
}

extension CompiledEntity {
  /// A Boolean value that says whether a save has more to check than single
  /// values, from descriptions.
  static func hasGraphRules(
    _ properties: [CompiledProperty], _ checks: [CheckDescription]
  ) -> Bool {
    !checks.isEmpty
      || properties.contains {
        $0.description.relationship?.hasCount == true
          || $0.description.attribute?.predicateRules.isEmpty == false
      }
  }
}

/// The rules of a context's entities, prepared when they are first needed.
final class GraphRuleCache {
  /// The rules that are made ready, by entity index.
  private var prepared: [Int: GraphRules] = [:]

  /// The rules of an entity.
  ///
  /// - Throws: `ObjectPredicateError` for a predicate that can never be evaluated.
  func rules(of entity: CompiledEntity) throws(ObjectPredicateError) -> GraphRules {
    if let known = prepared[entity.index] { return known }
    let rules = try GraphRules(entity)
    prepared[entity.index] = rules
    return rules
  }
}
