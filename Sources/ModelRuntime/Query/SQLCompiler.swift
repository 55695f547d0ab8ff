internal import ModelSchema

/// Turns a fetch into SQL with bound parameters.
///
/// What it makes of a predicate is true exactly where the predicate holds; it
/// may be NULL instead of false, which WHERE, AND and OR treat alike and NOT
/// does not, hence `IS NOT 1` there.
struct SQLCompiler {
  let mapping: StoreMapping
  let entity: CompiledEntity
  var joins: Joins
  /// What `$names` stand for: the elements of sub-queries.
  var variables: [String: Joins.Table] = [:]
  /// What SELF stands for.
  var table: Joins.Table

  init(_ mapping: StoreMapping, entity: CompiledEntity) {
    self.mapping = mapping
    self.entity = entity
    joins = Joins(mapping)
    table = Joins.Table(alias: "t0", entity: entity)
  }

  /// An error about what cannot be turned into SQL.
  func untranslatable(_ what: String) -> StoreError {
    StoreError(.untranslatable, "\(what) cannot be fetched from a store")
  }

  /// An error about a name that an entity has not.
  func unknown(_ name: String, in entity: CompiledEntity) -> StoreError {
    StoreError(
      .unknownName, "'\(entity.name)' has no property '\(name)'", propertyNames: [name])
  }
}

// MARK: - Predicates

extension SQLCompiler {
  /// The condition of a predicate.
  mutating func condition(_ predicate: ObjectPredicate) throws -> SQLFragment {
    switch predicate {
    case .constant(let value): return SQLFragment(value ? "1" : "0")
    case .and(let parts): return try combined(parts, " AND ", empty: "1")
    case .or(let parts): return try combined(parts, " OR ", empty: "0")
    case .not(let part): return "(" + (try condition(part)) + ") IS NOT 1"
    case .comparison(let comparison): return try condition(comparison)
    }
  }

  private mutating func combined(
    _ parts: [ObjectPredicate], _ separator: String, empty: String
  ) throws -> SQLFragment {
    guard !parts.isEmpty else { return SQLFragment(empty) }
    var fragments: [SQLFragment] = []
    for part in parts { fragments.append(try condition(part)) }
    return fragments.count == 1 ? fragments[0] : "(" + fragments.joined(separator) + ")"
  }

  private mutating func condition(
    _ comparison: ObjectPredicate.Comparison
  ) throws -> SQLFragment {
    switch comparison.quantifier {
    case .direct:
      if let exists = try existence(comparison) { return exists }
      return try Comparator(comparison).condition(&self)
    case .any: return try quantified(comparison, negated: false)
    case .all: return try quantified(comparison, negated: true)
    }
  }

  /// ANY and ALL: whether an element compares, or none fails to.
  private mutating func quantified(
    _ comparison: ObjectPredicate.Comparison, negated: Bool
  ) throws -> SQLFragment {
    guard case .keyPath(let names, let root) = comparison.left,
      let split = try splitAtToMany(names, from: try start(of: root))
    else { throw untranslatable("ANY or ALL without a to-many relationship") }
    let variable = "%\(joins.newAlias())"
    var element = comparison
    element.quantifier = .direct
    element.left =
      split.rest.isEmpty
      ? .variable(variable) : .keyPath(split.rest, of: .variable(variable))
    let predicate = ObjectPredicate.comparison(element)
    let collection = ObjectExpression.keyPath(split.collection, of: root)
    let exists = try self.exists(
      collection, variable: variable, negated ? .not(predicate) : predicate)
    return negated ? "NOT " + exists : exists
  }

  /// `SUBQUERY(...).@count > 0` and its kind, without counting.
  private mutating func existence(
    _ comparison: ObjectPredicate.Comparison
  ) throws -> SQLFragment? {
    guard case .constant(.integer(0)) = comparison.right,
      case .keyPath(["@count"], .subquery(let collection, let variable, let predicate)) =
        comparison.left
    else { return nil }
    switch comparison.operator {
    case .greater, .notEqual: return try exists(collection, variable: variable, predicate)
    case .equal: return "NOT " + (try exists(collection, variable: variable, predicate))
    default: return nil
    }
  }

  private mutating func exists(
    _ collection: ObjectExpression, variable: String, _ predicate: ObjectPredicate
  ) throws -> SQLFragment {
    "EXISTS (" + (try members(collection, variable: variable, predicate, select: "1")) + ")"
  }
}
