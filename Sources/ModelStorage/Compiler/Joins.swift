/// The tables that to-one paths of a statement lead to, each joined once.
///
/// A path through nil is nil, so tables are joined with LEFT JOIN. The clauses
/// of joins inside a sub-select belong to the sub-select.
package struct Joins {
  let mapping: StoreMapping
  package private(set) var clauses = SQLFragment("")
  private var known: [String: String] = [:]
  private var count = 0
  /// The alias of the index by which the rows themselves are sorted; nil if
  /// they are not sorted by an index.
  private(set) var indexAlias: String?
  private var index: FoldedIndex?
  private let prefix: String

  /// Creates joins among the tables of a mapping.
  ///
  /// - Parameter prefix: The beginning of each alias. Compilers whose SQL
  ///   becomes part of the same statement need different prefixes.
  init(_ mapping: StoreMapping, prefix: String = "t") {
    self.mapping = mapping
    self.prefix = prefix
  }

  /// Returns an alias that is not in use yet.
  mutating func newAlias() -> String {
    count += 1
    return "\(prefix)\(count)"
  }

  /// Returns the alias of an object's table, which is joined if necessary.
  mutating func alias(of object: SQLObject) -> String {
    if let alias = object.alias { return alias }
    // Two keys with the same SQL can be different objects if the SQL has
    // parameters.
    if let joined = known[object.key.sql], object.key.parameters.isEmpty { return joined }
    let alias = newAlias()
    let table = mapping.mapping(of: object.entity).quotedTable
    clauses = clauses + " LEFT JOIN \(table) AS \(alias) ON \(alias).Z_PK = " + object.key
    if object.key.parameters.isEmpty { known[object.key.sql] = alias }
    return alias
  }

  /// Returns the alias of an index of the rows themselves; nil if another index
  /// is already joined.
  ///
  /// The index contains every row, so an inner join is sufficient, and SQLite
  /// may start with the index.
  mutating func alias(of index: FoldedIndex) -> String? {
    if let indexAlias { return self.index?.name == index.name ? indexAlias : nil }
    let alias = newAlias()
    (indexAlias, self.index) = (alias, index)
    clauses = " JOIN \(index.quotedName) AS \(alias) ON \(alias).Z_PK = t0.Z_PK" + clauses
    return alias
  }

  /// The joined tables outside a sub-select.
  struct Outer {
    fileprivate let clauses: SQLFragment
    fileprivate let known: [String: String]
  }

  /// Begins a sub-select. Its joins are collected separately.
  mutating func beginScope() -> Outer {
    // Joins made outside are visible inside the sub-select, but not vice versa.
    let outer = Outer(clauses: clauses, known: known)
    clauses = SQLFragment("")
    return outer
  }

  /// Ends a sub-select.
  ///
  /// - Returns: The clauses of the joins in the sub-select.
  mutating func endScope(_ outer: Outer) -> SQLFragment {
    let inner = clauses
    (clauses, known) = (outer.clauses, outer.known)
    return inner
  }
}
