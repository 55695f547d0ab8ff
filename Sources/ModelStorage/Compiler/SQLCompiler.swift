// A fetch becomes one statement:
//
//     SELECT t0.Z_PK, t0.Z_ENT, t0.ZNAME ...        the purpose's columns
//       FROM ZBANK AS t0                            the entity's hierarchy
//       LEFT JOIN ZDETAILS AS t1 ON ...             one for each to-one path, in Joins
//      WHERE t0.Z_ENT IN (3, 4) AND (...)           the family, the condition, the cursor
//      ORDER BY t0.ZNAME DESC, t0.Z_PK              the sort keys, then the primary key
//      LIMIT ? OFFSET ?
//
// 1. Values reach SQL only as parameters, names only through quoting: no text of a
//    condition is ever part of a statement.
// 2. The statement depends only on the query's fingerprint. The compiler looks at nothing in a
//    constant that the fingerprint does not contain, and parameters name constants by their
//    numbers.
// 3. To-many paths are sub-queries, not joins, so that each row stands for one object.
// 4. A statement returns the same results as `PreparedPredicate`: with the same folding,
//    the same numbers, the same nil (see ModelPredicates' "What a predicate means").

/// Turns a fetch into SQL with bound parameters.
///
/// The SQL of a predicate is true if and only if the predicate holds. It may be NULL instead of
/// false, which makes no difference to WHERE, AND and OR. NOT would be affected, and is therefore
/// written as `IS NOT 1`.
package struct SQLCompiler {
  /// The store that is used to look up the entities of object IDs; nil during a migration.
  let store: PersistentStore?
  let mapping: StoreMapping
  let entity: CompiledEntity
  /// The values of the constants, of which only the types are read.
  package let constants: [ConstantValue]
  package var joins: Joins
  /// The values of `$names`, which are elements of sub-queries.
  var variables: [String: SQLOperand] = [:]
  /// The expressions of the named columns of computed rows.
  var rowNames: [String: ObjectExpression] = [:]
  /// True if rows are sorted by folded text or rank in the order of the index, because the index is
  /// up to date for all rows.
  package var usesIndexOrder = false
  /// True if functions such as `sum:` apply to all rows of a group.
  var aggregatesRows = false

  package init(_ store: PersistentStore, entity: CompiledEntity, constants: [ConstantValue] = []) {
    self.init(mapping: store.mapping, entity: entity, constants: constants, store: store)
  }

  init(
    mapping: StoreMapping, entity: CompiledEntity, constants: [ConstantValue] = [],
    store: PersistentStore? = nil
  ) {
    self.store = store
    self.mapping = mapping
    self.entity = entity
    self.constants = constants
    joins = Joins(mapping)
  }

  /// The object that SELF refers to.
  var subject: SQLObject {
    SQLObject(rowOf: entity, alias: "t0")
  }

  /// Returns the error for an expression that cannot be translated into SQL.
  func untranslatable(_ what: String) -> StoreError {
    StoreError(.untranslatable, "\(what) cannot be fetched from a store")
  }

  /// Returns the error for a name that does not exist in an entity.
  func unknown(_ name: String, in entity: CompiledEntity) -> StoreError {
    StoreError(
      .unknownName, "'\(entity.name)' has no property '\(name.abbreviated)'", propertyNames: [name])
  }
}

// MARK: - Predicates

extension SQLCompiler {
  package mutating func condition(_ predicate: ObjectPredicate) throws -> SQLFragment {
    switch predicate {
    case .constant(let value): return SQLFragment(value ? "1" : "0")
    case .and(let parts):
      return Self.combined(try parts.map { try condition($0) }, " AND ", empty: "1")
    case .or(let parts): return Self.combined(try alternatives(parts), " OR ", empty: "0")
    // Two negations cancel each other. Long chains of them would be deeper than
    // SQLite's parser allows.
    case .not(.not(let part)): return try condition(part)
    case .not(let part): return Self.negated(try condition(part))
    case .comparison(let comparison): return try condition(comparison)
    }
  }

  /// Returns the condition that is true if another condition is false or NULL.
  static func negated(_ condition: SQLFragment) -> SQLFragment {
    condition.isInParentheses
      ? "(" + condition + " IS NOT 1)" : "((" + condition + ") IS NOT 1)"
  }

  private static func combined(
    _ fragments: [SQLFragment], _ separator: String, empty: String
  ) -> SQLFragment {
    guard let first = fragments.first else { return SQLFragment(empty) }
    return fragments.count == 1 ? first : fragments.deepestFirst.combined(separator)
  }

  private mutating func condition(
    _ comparison: ObjectPredicate.Comparison
  ) throws -> SQLFragment {
    if comparison.quantifier == .direct, let exists = try existence(comparison) { return exists }
    let left = try operand(comparison.left)
    let right = try operand(comparison.right)
    let comparator = Comparator(comparison)
    switch comparison.quantifier {
    case .direct: return try comparator.condition(left, right, &self)
    case .any: return try any(left, &self) { try comparator.condition($0, right, &$1) }
    case .all:
      // A NULL condition does not hold either, so ALL tests that there is no element for which the
      // condition is not true.
      let fails = try any(left, &self) {
        Self.negated(try comparator.condition($0, right, &$1))
      }
      return "NOT " + fails
    }
  }

  /// Returns the condition that at least one element of a collection passes a test.
  func any(
    _ operand: SQLOperand, _ compiler: inout SQLCompiler,
    _ test: (SQLOperand, inout SQLCompiler) throws -> SQLFragment
  ) throws -> SQLFragment {
    switch operand {
    case .collection(let collection):
      return "EXISTS (" + (try compiler.select(collection, list: "1", test)) + ")"
    case .list, .constants:
      let tests = try compiler.elements(operand).map { try test($0, &compiler) }
      return tests.isEmpty ? SQLFragment("0") : tests.combined(" OR ")
    default:
      let value = try compiler.scalar(operand)
      if value.type == .null { return SQLFragment("0") }
      return "(" + value.sql + " IS NOT NULL AND " + (try test(operand, &compiler)) + ")"
    }
  }

  /// Returns a sub-select of the elements of a collection that pass a test. The test's joins belong
  /// to the sub-select.
  mutating func select(
    _ collection: SQLCollection, list: String,
    _ test: (SQLOperand, inout SQLCompiler) throws -> SQLFragment
  ) throws -> SQLFragment {
    var collection = collection
    var condition = SQLFragment("")
    let inner = try scoped { condition = try test(collection.element, &$0) }
    collection.tables = collection.tables + inner
    return collection.select(SQLFragment(list), condition)
  }

  /// Runs a closure that compiles the inside of a sub-select, and returns the joins that belong
  /// there.
  mutating func scoped(_ body: (inout SQLCompiler) throws -> Void) rethrows -> SQLFragment {
    let outer = joins.beginScope()
    do {
      try body(&self)
    } catch {
      _ = joins.endScope(outer)
      throw error
    }
    return joins.endScope(outer)
  }

  /// Returns a test for `x.@count > 0` and similar comparisons that does not
  /// count the elements; nil for other comparisons.
  private mutating func existence(
    _ comparison: ObjectPredicate.Comparison
  ) throws -> SQLFragment? {
    guard case .variable(let name) = comparison.right,
      let number = Parameterization.number(name), constants[number] == .integer(0),
      case .keyPath(let names, let root) = comparison.left, names.last == "@count"
    else { return nil }
    let base = ObjectExpression.keyPath(Array(names.dropLast()), of: root)
    guard case .collection(let collection) = try operand(names.count == 1 ? root : base) else {
      return nil
    }
    let exists = "EXISTS (" + collection.select(SQLFragment("1")) + ")"
    switch comparison.operator {
    case .greater, .notEqual: return exists
    case .equal, .lessOrEqual: return "NOT " + exists
    default: return nil
    }
  }
}
