/// The table of pairs of a many-to-many relationship, from the point of view of
/// one end.
///
/// The pairs of a relationship without an inverse are in the destination's
/// table: a column contains the owner's key, and `Z_PK` is the member's key.
/// Both kinds are read in the same way; writing such a pair updates an existing
/// row.
///
/// ```
/// INSERT OR IGNORE INTO Z_2TAGS (Z_2BANKS, Z_5TAGS) VALUES (?, ?)
/// DELETE FROM Z_2TAGS WHERE Z_2BANKS = ? AND Z_5TAGS = ?
/// UPDATE ZTAG SET Z2TAGS = ? WHERE Z_PK = ?                     without inverse
/// ```
package struct JoinMapping: Sendable {
  package private(set) var table: String
  /// The column with the keys of the owners, which have the relationship.
  package let ownerColumn: String
  /// The column with the keys of the members, which the relationship leads to.
  package let memberColumn: String
  /// The column of the members' positions; nil if the members are not ordered.
  package let orderColumn: String?
  /// The column of the owners' positions in a member's inverse; nil if the
  /// owners are not ordered.
  package let inverseOrderColumn: String?
  /// True if this end writes the pairs, and the other end does not.
  package private(set) var writes: Bool
  /// True if the pairs are a column of the members' own table.
  package var isColumn = false
  /// The schema name of the store, if a connection has several stores;
  /// otherwise nil.
  var schema: String?

  /// Returns the mapping in an attached store.
  func `in`(_ schema: String?) -> JoinMapping {
    var mapping = self
    mapping.schema = schema
    return mapping
  }

  /// The mapping from the point of view of the other end.
  var inverted: JoinMapping {
    JoinMapping(
      table: table, ownerColumn: memberColumn, memberColumn: ownerColumn,
      orderColumn: inverseOrderColumn, inverseOrderColumn: orderColumn, writes: !writes,
      isColumn: isColumn, schema: schema)
  }

  /// Returns the mapping with another table name.
  func named(_ naming: (String) -> String) -> JoinMapping {
    var mapping = self
    mapping.table = naming(table)
    return mapping
  }

  /// The table's name in SQL, after the schema name if there are several stores.
  package var quotedTable: String { (schema.map { $0 + "." } ?? "") + StoreNames.quoted(table) }

  private var names: (table: String, owner: String, member: String) {
    (quotedTable, StoreNames.quoted(ownerColumn), StoreNames.quoted(memberColumn))
  }

  /// The statement that adds a pair; its parameters are owner and member.
  var insert: String {
    if isColumn { return "UPDATE \(names.table) SET \(names.owner) = ? WHERE Z_PK = ?" }
    // Another context may have saved the same pair in the meantime.
    return "INSERT OR IGNORE INTO \(names.table) (\(names.owner), \(names.member)) VALUES (?, ?)"
  }

  /// Returns the statement that adds a pair if both objects exist in their
  /// tables; its parameters are owner and member.
  package func insert(owners: String, members: String) -> String {
    let rows = """
      EXISTS (SELECT 1 FROM \(owners) WHERE Z_PK = ?1) \
      AND EXISTS (SELECT 1 FROM \(members) WHERE Z_PK = ?2)
      """
    if isColumn {
      return "UPDATE \(names.table) SET \(names.owner) = ?1 WHERE Z_PK = ?2 AND \(rows)"
    }
    return """
      INSERT OR IGNORE INTO \(names.table) (\(names.owner), \(names.member)) \
      SELECT ?1, ?2 WHERE \(rows)
      """
  }

  /// The statement that sets the position of a pair; nil if the members are not
  /// ordered. Its parameters are owner, member and position.
  var setPlace: String? {
    orderColumn.map { order in
      let order = StoreNames.quoted(order)
      if isColumn {
        return """
          UPDATE \(names.table) SET \(names.owner) = ?1, \(order) = ?3 WHERE Z_PK = ?2
          """
      }
      return """
        INSERT INTO \(names.table) (\(names.owner), \(names.member), \(order)) VALUES (?, ?, ?) \
        ON CONFLICT DO UPDATE SET \(order) = excluded.\(order)
        """
    }
  }

  /// The statement that removes a pair; its parameters are owner and member.
  package var delete: String { deleteAll + " AND \(names.member) = ?" }

  /// The statement that removes all pairs of an owner.
  package var deleteAll: String { removal(where: "\(names.owner) = ?") }

  /// The statement that removes all pairs of a member.
  package var deleteAllOfMember: String { removal(where: "\(names.member) = ?") }

  /// Returns the statement that removes the pairs that satisfy a condition.
  package func removal(where condition: String) -> String {
    isColumn
      ? "UPDATE \(names.table) SET \(names.owner) = NULL WHERE \(condition)"
      : "DELETE FROM \(names.table) WHERE \(condition)"
  }

  /// The FROM and WHERE clauses for the pairs whose owners are known.
  var pairs: String {
    names.table + (isColumn ? " WHERE \(names.owner) IS NOT NULL" : "")
  }

  /// The statement that reads all pairs, ordered by owner, then by position.
  var selectAll: String {
    let order = orderColumn.map { StoreNames.quoted($0) + ", " } ?? ""
    return """
      SELECT \(names.owner), \(names.member) FROM \(pairs) \
      ORDER BY \(names.owner), \(order)\(names.member)
      """
  }

  /// Returns the statement that reads owner, member and position of the given
  /// owners' pairs, ordered by owner and member.
  package func select(_ owners: KeyBatch) -> String {
    """
    SELECT \(names.owner), \(names.member), \(orderColumn.map(StoreNames.quoted) ?? "NULL") \
    FROM \(names.table) WHERE \(names.owner) \(owners.condition) \
    ORDER BY \(names.owner), \(names.member)
    """
  }
}
