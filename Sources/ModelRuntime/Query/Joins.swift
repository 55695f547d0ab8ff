internal import ModelSchema

/// The tables of a statement: the fetched one, and those that to-one paths
/// lead to, each joined once.
struct Joins {
  /// A table of the statement.
  struct Table {
    let alias: String
    let entity: CompiledEntity
  }

  let mapping: StoreMapping
  private(set) var clauses = ""
  private var known: [String: Table] = [:]
  private var count = 0

  init(_ mapping: StoreMapping) {
    self.mapping = mapping
  }

  /// A fresh alias.
  mutating func newAlias() -> String {
    count += 1
    return "t\(count)"
  }

  /// The table that a to-one relationship of a table leads to.
  ///
  /// A path through nil is nil, so the table is joined from the left. Inside a
  /// sub-select the clause belongs to that, which `clauses` of its own collect.
  mutating func table(
    behind relationship: CompiledRelationship, of table: Table
  ) -> Table {
    let path = "\(table.alias).\(relationship.name)"
    if let joined = known[path] { return joined }
    let destination = mapping.entities[relationship.destinationIndex]
    let joined = Table(alias: newAlias(), entity: destination.entity)
    let column = mapping.mapping(of: table.entity).column(relationship.name)?.name ?? ""
    clauses += """
       LEFT JOIN \(destination.quotedTable) AS \(joined.alias) \
      ON \(joined.alias).Z_PK = \(table.alias).\(StoreNames.quoted(column))
      """
    known[path] = joined
    return joined
  }

  /// Begins a scope whose joins are collected apart.
  mutating func beginScope() -> (clauses: String, known: [String: Table]) {
    let outer = (clauses, known)
    clauses = ""
    return outer
  }

  /// Ends a scope.
  ///
  /// - Returns: The clauses of the joins made in it.
  mutating func endScope(_ outer: (clauses: String, known: [String: Table])) -> String {
    let inner = clauses
    (clauses, known) = outer
    return inner
  }
}
