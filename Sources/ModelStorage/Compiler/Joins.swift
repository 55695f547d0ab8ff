/// The tables that to-one paths of a statement lead to, each joined once.
///
/// A path through nil is nil, so tables are joined from the left. Inside a
/// sub-select the clauses belong to that.
package struct Joins {
  let mapping: StoreMapping
  package private(set) var clauses = SQLFragment("")
  private var known: [String: String] = [:]
  private var count = 0
  /// The alias of the index that the rows themselves are sorted by.
  private(set) var indexAlias: String?
  private var index: FoldedIndex?
  private let prefix: String

  /// Joins among tables of a mapping.
  ///
  /// - Parameter prefix: What aliases begin with: SQL of several compilers in
  ///   one statement needs several.
  init(_ mapping: StoreMapping, prefix: String = "t") {
    self.mapping = mapping
    self.prefix = prefix
  }

  /// A fresh alias.
  mutating func newAlias() -> String {
    count += 1
    return "\(prefix)\(count)"
  }

  /// The alias of an object's table.
  mutating func alias(of object: SQLObject) -> String {
    if let alias = object.alias { return alias }
    // Two keys of equal text can be two objects where parameters are part of them.
    if let joined = known[object.key.sql], object.key.parameters.isEmpty { return joined }
    let alias = newAlias()
    let table = mapping.mapping(of: object.entity).quotedTable
    clauses = clauses + " LEFT JOIN \(table) AS \(alias) ON \(alias).Z_PK = " + object.key
    if object.key.parameters.isEmpty { known[object.key.sql] = alias }
    return alias
  }

  /// The alias of an index of the rows themselves; nil where another one is
  /// joined already.
  ///
  /// Every row is in it, so it is joined as it is, and SQLite may begin there.
  mutating func alias(of index: FoldedIndex) -> String? {
    if let indexAlias { return self.index?.name == index.name ? indexAlias : nil }
    let alias = newAlias()
    (indexAlias, self.index) = (alias, index)
    clauses = " JOIN \(index.quotedName) AS \(alias) ON \(alias).Z_PK = t0.Z_PK" + clauses
    return alias
  }

  /// The tables outside of a scope.
  struct Outer {
    fileprivate let clauses: SQLFragment
    fileprivate let known: [String: String]
  }

  /// Begins a sub-select, whose joins are collected apart.
  mutating func beginScope() -> Outer {
    // Tables that are joined outside are known inside, not the other way round.
    let outer = Outer(clauses: clauses, known: known)
    clauses = SQLFragment("")
    return outer
  }

  /// Ends a sub-select.
  ///
  /// - Returns: The clauses of the joins made in it.
  mutating func endScope(_ outer: Outer) -> SQLFragment {
    let inner = clauses
    (clauses, known) = (outer.clauses, outer.known)
    return inner
  }
}
