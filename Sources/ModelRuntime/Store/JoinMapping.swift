internal import ModelSchema

/// The table of pairs of a many-to-many relationship, as one of its ends sees it.
package struct JoinMapping: Sendable {
  package private(set) var table: String
  /// The column of the objects that have the relationship.
  package let ownerColumn: String
  /// The column of the objects that it leads to.
  package let memberColumn: String
  /// The column of the members' places; nil where they have none.
  let orderColumn: String?
  /// The column of the owners' places with a member; nil where they have none.
  let inverseOrderColumn: String?
  /// Whether this end writes the pairs; the other end leaves it to this one.
  package let writes: Bool
  /// The name of the store among several; nil where there is one.
  var schema: String?

  /// The mapping in a store of several.
  func `in`(_ schema: String?) -> JoinMapping {
    var mapping = self
    mapping.schema = schema
    return mapping
  }

  /// The mapping with another name for the table.
  func named(_ naming: (String) -> String) -> JoinMapping {
    var mapping = self
    mapping.table = naming(table)
    return mapping
  }

  /// The table's name in SQL.
  var quotedTable: String { (schema.map { $0 + "." } ?? "") + StoreNames.quoted(table) }

  private var names: (table: String, owner: String, member: String) {
    (quotedTable, StoreNames.quoted(ownerColumn), StoreNames.quoted(memberColumn))
  }

  /// Adds a pair: owner, member.
  var insert: String {
    "INSERT OR IGNORE INTO \(names.table) (\(names.owner), \(names.member)) VALUES (?, ?)"
  }

  /// Gives a pair its place: owner, member, place.
  var setPlace: String? {
    orderColumn.map { order in
      let order = StoreNames.quoted(order)
      return """
        INSERT INTO \(names.table) (\(names.owner), \(names.member), \(order)) VALUES (?, ?, ?) \
        ON CONFLICT DO UPDATE SET \(order) = excluded.\(order)
        """
    }
  }

  /// Removes a pair: owner, member.
  var delete: String {
    "DELETE FROM \(names.table) WHERE \(names.owner) = ? AND \(names.member) = ?"
  }

  /// Removes all pairs of an owner.
  var deleteAll: String { "DELETE FROM \(names.table) WHERE \(names.owner) = ?" }

  /// Reads all pairs, owner first, members in their order.
  var selectAll: String {
    let order = orderColumn.map { StoreNames.quoted($0) + ", " } ?? ""
    return """
      SELECT \(names.owner), \(names.member) FROM \(names.table) \
      ORDER BY \(names.owner), \(order)\(names.member)
      """
  }

  /// Reads the pairs of so many owners, owner first, members by key.
  func select(count: Int) -> String {
    let places = Array(repeating: "?", count: count).joined(separator: ", ")
    let order = orderColumn.map { StoreNames.quoted($0) + ", " } ?? ""
    return """
      SELECT \(names.owner), \(names.member) FROM \(names.table) \
      WHERE \(names.owner) IN (\(places)) ORDER BY \(order)\(names.member)
      """
  }
}
