/// The mapping of an entity to a store: its table, its columns, and the text of
/// its statements.
///
/// The mapping is a class because every look-up returns it, and copying a
/// struct would retain each of its parts.
///
/// ```
/// SELECT t0.Z_PK, t0.Z_OPT, t0.ZNAME, … FROM ZBANK AS t0 WHERE t0.Z_PK = ?
/// INSERT INTO ZBANK (Z_ENT, Z_OPT, Z_PK, ZNAME, …) VALUES (3, ?, ?, ?, …)
/// UPDATE ZBANK SET Z_OPT = ?, ZNAME = ? WHERE Z_PK = ? AND ifNull(Z_OPT, 0) << 32 = ?
/// DELETE FROM ZBANK WHERE Z_PK = ? AND ifNull(Z_OPT, 0) << 32 = ?
/// ```
package final class EntityMapping: Sendable {
  package let entity: CompiledEntity
  /// The entity's number in the store, `Z_ENT`.
  package let number: Int64
  package let table: String
  /// The schema name of the store, if a connection has several stores;
  /// otherwise nil.
  package let schema: String?
  /// The columns of the entity's properties, inherited columns first.
  package let columns: [ColumnMapping]
  /// The columns of the subentities, in the order of `selectList`.
  let columnsBelow: [ColumnMapping]
  /// The columns that a fetch reads from the table `t0`, as SQL.
  package let selectList: String
  /// The indexes at which the columns of each class of the family begin, by entity
  /// index; nil if no other entity shares the table.
  package let starts: [Int: ColumnStarts]?
  /// True if the class of the entity or of one of its subentities has fetch
  /// hooks.
  package var hasFetchHooks: Bool { fetchHooks.value }
  private let fetchHooks: Lazy<Bool>
  private let columnsByKeyPath: [String: ColumnMapping]

  init(
    entity: CompiledEntity, number: Int64, table: String, schema: String?,
    columns: [ColumnMapping], columnsBelow: [ColumnMapping], selectList: String,
    starts: [Int: ColumnStarts]?, fetchHooks: Lazy<Bool>
  ) {
    self.entity = entity
    self.number = number
    self.table = table
    self.schema = schema
    self.columns = columns
    self.columnsBelow = columnsBelow
    self.selectList = selectList
    self.starts = starts
    self.fetchHooks = fetchHooks
    columnsByKeyPath = Dictionary(first: columns.map { ($0.keyPath, $0) })
  }

  /// Returns the mapping with another table name.
  func named(_ naming: (String) -> String) -> EntityMapping {
    EntityMapping(
      entity: entity, number: number, table: naming(table), schema: schema, columns: columns,
      columnsBelow: columnsBelow, selectList: selectList, starts: starts,
      fetchHooks: fetchHooks)
  }

  /// Returns the column that stores the positions of an ordered one-to-many
  /// relationship, beside the column of its inverse; nil if there is no such
  /// column.
  package func orderColumn(_ inverseNumber: Int) -> String? {
    columns.first { $0.propertyNumber == inverseNumber }
      .map { StoreNames.quoted(StoreNames.order($0.name)) }
  }

  /// Returns the column that stores the positions of an ordered one-to-many
  /// relationship, given its inverse; nil if there is no such column.
  package func orderColumn(_ inverse: CompiledRelationship.Inverse) -> String? {
    orderColumn(inverse.number)
  }

  /// Returns the column of a relationship of this entity, given as the inverse
  /// of another relationship; nil if there is no such column.
  package func column(_ inverse: CompiledRelationship.Inverse) -> ColumnMapping? {
    columns.first { $0.propertyNumber == inverse.number }
  }

  /// Returns the column for a key path of the entity; nil if there is none.
  package func column(_ keyPath: String) -> ColumnMapping? { columnsByKeyPath[keyPath] }
}

extension EntityMapping {
  /// The table's name in SQL, after the schema name if there are several stores.
  package var quotedTable: String { prefix + StoreNames.quoted(table) }

  /// The table that counts keys, in SQL.
  var keyTable: String { prefix + "Z_PRIMARYKEY" }

  private var prefix: String { schema.map { $0 + "." } ?? "" }

  /// The statement that reads the row of a key.
  var selectByKey: String {
    "SELECT \(selectList) FROM \(quotedTable) AS t0 WHERE t0.Z_PK = ?"
  }

  /// Returns the statement that reads the row with a given unique value of an
  /// attribute.
  func selectByValue(_ number: Int) -> String {
    let column = columns.first { $0.propertyNumber == number }
    return """
      SELECT \(selectList) FROM \(quotedTable) AS t0 \
      WHERE t0.\(StoreNames.quoted(column?.name ?? "Z_PK")) = \(column?.place ?? "?") LIMIT 1
      """
  }

  /// Returns the statement that reads the rows with the given keys, in the
  /// order of the keys.
  package func selectByKeys(_ keys: KeyBatch) -> String {
    "SELECT \(selectList) FROM \(quotedTable) AS t0 WHERE t0.Z_PK \(keys.condition) ORDER BY t0.Z_PK"
  }

  /// Returns the statement that reads the rows of the members of the given
  /// owners from a column of the members' table, ordered by owner and key; the
  /// owner and the position are the last columns.
  package func selectMembers(_ column: ColumnMapping, place: String?, of owners: KeyBatch) -> String
  {
    let owner = "t0.\(column.quotedName)"
    return """
      SELECT \(selectList), \(owner), \(place.map { "t0." + $0 } ?? "NULL") \
      FROM \(quotedTable) AS t0 WHERE \(owner) \(owners.condition) ORDER BY \(owner), t0.Z_PK
      """
  }

  /// Returns the statement that reads the owner, key and position of the
  /// members of the given owners, ordered by owner and key.
  package func selectMemberKeys(_ column: ColumnMapping, place: String?, of owners: KeyBatch)
    -> String
  {
    """
    SELECT \(column.quotedName), Z_PK, \(place ?? "NULL") FROM \(quotedTable) \
    WHERE \(column.quotedName) \(owners.condition) ORDER BY \(column.quotedName), Z_PK
    """
  }

  /// Returns the statement that inserts a row; its parameters are the key, then
  /// all columns.
  ///
  /// - Parameter version: The version as SQL; if it is a parameter, it comes before the
  ///   key.
  package func insert(version: String = "1") -> String {
    let names = columns.map { StoreNames.quoted($0.name) }
    let places = (["?"] + columns.map(\.inserted)).joined(separator: ", ")
    return """
      INSERT INTO \(quotedTable) (\((["Z_ENT", "Z_OPT", "Z_PK"] + names).joined(separator: ", "))) \
      VALUES (\(number), \(version), \(places))
      """
  }

  /// Returns the statement that updates the given columns of a row with a known
  /// version; its parameters are the new version, the columns, the key, and the
  /// known version.
  func update(_ properties: PropertySet) -> String {
    let settings =
      columns
      .filter { properties.contains($0.propertyNumber) }
      .map(\.updated)
    return """
      UPDATE \(quotedTable) SET \((["Z_OPT = ?"] + settings).joined(separator: ", ")) \
      WHERE Z_PK = ? AND \(Self.hasVersion)
      """
  }

  /// The statement that deletes a row with a known version; its parameters are
  /// the key and the version.
  var delete: String {
    // The condition is always true: the function only records the file of the
    // deleted row's value.
    let drops = columns.filter(\.isExternal).map { " AND model_external_drop(\($0.quotedName))" }
    return "DELETE FROM \(quotedTable) WHERE Z_PK = ? AND \(Self.hasVersion)" + drops.joined()
  }
}

// MARK: - Versions

extension Int32 {
  /// The version of a row after its next change. Versions are only compared for
  /// equality, so they start again at 1 after the greatest version.
  package var nextVersion: Int32 { self < 0 || self == .max ? 1 : self + 1 }

  /// A version for a row that is inserted again under its key. It is unlikely to be
  /// near the version of the deleted row, so a context that still has the deleted row
  /// gets a conflict.
  package static var ofReturnedRow: Int32 { .random(in: 1 << 20...1 << 30) }

  /// The parameter that is compared with the version of a row in
  /// ``EntityMapping/hasVersion``.
  package var boundVersion: Int64 { Int64(self) << 32 }
}

extension EntityMapping {
  /// The version of a row after its next change, in SQL.
  package static let nextVersion = "ifNull(Z_OPT, 0) % 2147483647 + 1"

  /// The condition that a row has the version of an object that was read from
  /// it. An object stores the lower 32 bits, which are sufficient for the
  /// versions of this library; other programs may write greater versions.
  package static let hasVersion = "ifNull(Z_OPT, 0) << 32 = ?"
}

extension EntityMapping {
  /// Returns the columns of an attribute, or of all elements of a composite.
  func columns(under path: String) -> [ColumnMapping] {
    columns.filter { $0.keyPath == path || $0.keyPath.hasPrefix(path + ".") }
  }
}
