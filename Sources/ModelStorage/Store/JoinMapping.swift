/// The table of pairs of a many-to-many relationship, as one of its ends sees it.
///
/// Of a relationship without inverse the pairs are in the destination's table:
/// a column has the owner's key, and `Z_PK` is the member's. Reading is the same
/// for both; writing such a pair changes a row that is there.
///
/// ```
/// INSERT OR IGNORE INTO Z_2TAGS (Z_2BANKS, Z_5TAGS) VALUES (?, ?)
/// DELETE FROM Z_2TAGS WHERE Z_2BANKS = ? AND Z_5TAGS = ?
/// UPDATE ZTAG SET Z2TAGS = ? WHERE Z_PK = ?                     without inverse
/// ```
package struct JoinMapping: Sendable {
  package private(set) var table: String
  /// The column of the objects that have the relationship.
  package let ownerColumn: String
  /// The column of the objects that it leads to.
  package let memberColumn: String
  /// The column of the members' places; nil where they have none.
  package let orderColumn: String?
  /// The column of the owners' places with a member; nil where they have none.
  package let inverseOrderColumn: String?
  /// A Boolean value that says whether this end writes the pairs; the other end
  /// leaves it to this one.
  package private(set) var writes: Bool
  /// A Boolean value that says whether the pairs are a column of the members'
  /// own table.
  package var isColumn = false
  /// The name of the store among several; nil where there is one.
  var schema: String?

  /// The mapping in a store of several.
  func `in`(_ schema: String?) -> JoinMapping {
    var mapping = self
    mapping.schema = schema
    return mapping
  }

  /// The mapping as the other end sees it, which leaves writing to this one.
  var inverted: JoinMapping {
    JoinMapping(
      table: table, ownerColumn: memberColumn, memberColumn: ownerColumn,
      orderColumn: inverseOrderColumn, inverseOrderColumn: orderColumn, writes: !writes,
      isColumn: isColumn, schema: schema)
  }

  /// The mapping with another name for the table.
  func named(_ naming: (String) -> String) -> JoinMapping {
    var mapping = self
    mapping.table = naming(table)
    return mapping
  }

  /// The table's name in SQL.
  package var quotedTable: String { (schema.map { $0 + "." } ?? "") + StoreNames.quoted(table) }

  private var names: (table: String, owner: String, member: String) {
    (quotedTable, StoreNames.quoted(ownerColumn), StoreNames.quoted(memberColumn))
  }

  /// Adds a pair: owner, member.
  var insert: String {
    if isColumn { return "UPDATE \(names.table) SET \(names.owner) = ? WHERE Z_PK = ?" }
    // Somebody else may have saved the same pair since.
    return "INSERT OR IGNORE INTO \(names.table) (\(names.owner), \(names.member)) VALUES (?, ?)"
  }

  /// Adds a pair whose rows are in two tables: owner, member.
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

  /// Gives a pair its place: owner, member, place.
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

  /// Removes a pair: owner, member.
  package var delete: String { deleteAll + " AND \(names.member) = ?" }

  /// Removes all pairs of an owner.
  package var deleteAll: String { removal(where: "\(names.owner) = ?") }

  /// Removes all pairs of a member.
  package var deleteAllOfMember: String { removal(where: "\(names.member) = ?") }

  /// Removes the pairs that meet a condition.
  package func removal(where condition: String) -> String {
    isColumn
      ? "UPDATE \(names.table) SET \(names.owner) = NULL WHERE \(condition)"
      : "DELETE FROM \(names.table) WHERE \(condition)"
  }

  /// The FROM and WHERE clauses for the pairs whose owners are known.
  var pairs: String {
    names.table + (isColumn ? " WHERE \(names.owner) IS NOT NULL" : "")
  }

  /// Reads all pairs, owner first, members in their order.
  var selectAll: String {
    let order = orderColumn.map { StoreNames.quoted($0) + ", " } ?? ""
    return """
      SELECT \(names.owner), \(names.member) FROM \(pairs) \
      ORDER BY \(names.owner), \(order)\(names.member)
      """
  }

  /// Reads the pairs of some owners, owner by owner, by member: owner, member,
  /// place.
  package func select(_ owners: KeyBatch) -> String {
    """
    SELECT \(names.owner), \(names.member), \(orderColumn.map(StoreNames.quoted) ?? "NULL") \
    FROM \(names.table) WHERE \(names.owner) \(owners.condition) \
    ORDER BY \(names.owner), \(names.member)
    """
  }
}
