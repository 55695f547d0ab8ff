/// The place where a store keeps the objects of an entity: its table, its
/// columns, and the statements that the names make up, as text.
///
/// A class, since every look-up holds the mapping: a copy would retain each part.
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
  /// The name of the store among several; nil where there is one.
  package let schema: String?
  /// The columns of the entity's properties, inherited ones first.
  package let columns: [ColumnMapping]
  /// The columns of the entities below it, in the order of `selectList`.
  let columnsBelow: [ColumnMapping]
  /// The columns that a fetch reads, with a prefix for the table `t0`.
  package let selectList: String
  /// The places where the columns of each class of the family begin, by entity
  /// index; nil where no other entity shares the table.
  package let starts: [Int: ColumnStarts]?
  /// A Boolean value that says whether the entity or one below it wants to be
  /// called for objects that were read.
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

  /// The mapping with another name for the table.
  func named(_ naming: (String) -> String) -> EntityMapping {
    EntityMapping(
      entity: entity, number: number, table: naming(table), schema: schema, columns: columns,
      columnsBelow: columnsBelow, selectList: selectList, starts: starts,
      fetchHooks: fetchHooks)
  }

  /// The column that keeps the places of an ordered one-to-many relationship,
  /// beside the column of its inverse.
  package func orderColumn(_ inverseNumber: Int) -> String? {
    columns.first { $0.propertyNumber == inverseNumber }
      .map { StoreNames.quoted(StoreNames.order($0.name)) }
  }

  /// The column of places beside `column(_:)`.
  package func orderColumn(_ inverse: CompiledRelationship.Inverse) -> String? {
    orderColumn(inverse.number)
  }

  /// The column of a relationship of this entity that is the inverse of another one.
  package func column(_ inverse: CompiledRelationship.Inverse) -> ColumnMapping? {
    columns.first { $0.propertyNumber == inverse.number }
  }

  /// The column of a key path inside the entity, or nil.
  package func column(_ keyPath: String) -> ColumnMapping? { columnsByKeyPath[keyPath] }
}

extension EntityMapping {
  /// The table's name in SQL.
  package var quotedTable: String { prefix + StoreNames.quoted(table) }

  /// The table of last keys.
  var keyTable: String { prefix + "Z_PRIMARYKEY" }

  private var prefix: String { schema.map { $0 + "." } ?? "" }

  /// Reads the row of a key.
  var selectByKey: String {
    "SELECT \(selectList) FROM \(quotedTable) AS t0 WHERE t0.Z_PK = ?"
  }

  /// Reads the row of a unique value of one attribute.
  func selectByValue(_ number: Int) -> String {
    let column = columns.first { $0.propertyNumber == number }
    return """
      SELECT \(selectList) FROM \(quotedTable) AS t0 \
      WHERE t0.\(StoreNames.quoted(column?.name ?? "Z_PK")) = \(column?.place ?? "?") LIMIT 1
      """
  }

  /// Reads the rows of some keys, in their order.
  package func selectByKeys(_ keys: KeyBatch) -> String {
    "SELECT \(selectList) FROM \(quotedTable) AS t0 WHERE t0.Z_PK \(keys.condition) ORDER BY t0.Z_PK"
  }

  /// Reads the rows that a column of theirs gives to some owners, owner by owner,
  /// by key; owner and place come last.
  package func selectMembers(_ column: ColumnMapping, place: String?, of owners: KeyBatch) -> String
  {
    let owner = "t0.\(column.quotedName)"
    return """
      SELECT \(selectList), \(owner), \(place.map { "t0." + $0 } ?? "NULL") \
      FROM \(quotedTable) AS t0 WHERE \(owner) \(owners.condition) ORDER BY \(owner), t0.Z_PK
      """
  }

  /// Reads owner, key and place of the rows that a column of theirs gives to
  /// some owners, in the same order.
  package func selectMemberKeys(_ column: ColumnMapping, place: String?, of owners: KeyBatch)
    -> String
  {
    """
    SELECT \(column.quotedName), Z_PK, \(place ?? "NULL") FROM \(quotedTable) \
    WHERE \(column.quotedName) \(owners.condition) ORDER BY \(column.quotedName), Z_PK
    """
  }

  /// Writes a new row: key, then all columns.
  ///
  /// - Parameter version: SQL for its version; a parameter comes before the key.
  package func insert(version: String = "1") -> String {
    let names = columns.map { StoreNames.quoted($0.name) }
    let places = (["?"] + columns.map(\.inserted)).joined(separator: ", ")
    return """
      INSERT INTO \(quotedTable) (\((["Z_ENT", "Z_OPT", "Z_PK"] + names).joined(separator: ", "))) \
      VALUES (\(number), \(version), \(places))
      """
  }

  /// Writes some columns of a row whose version is known: the new version, the
  /// columns, then key and version.
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

  /// Deletes a row whose version is known: key, version.
  var delete: String {
    // Always true: called for the row that goes, the function notes the file of its value.
    let drops = columns.filter(\.isExternal).map { " AND model_external_drop(\($0.quotedName))" }
    return "DELETE FROM \(quotedTable) WHERE Z_PK = ? AND \(Self.hasVersion)" + drops.joined()
  }
}

// MARK: - Versions

extension Int32 {
  /// The version of a row after its next change. Versions are only ever compared
  /// for being the same, so they begin again at their limit.
  package var nextVersion: Int32 { self < 0 || self == .max ? 1 : self + 1 }

  /// The version before that of a row which is inserted again under its key: the row that is gone
  /// had most likely none near it, so that who knows that one is in conflict with the new one.
  package static var ofReturnedRow: Int32 { .random(in: 1 << 20...1 << 30) }

  /// The parameter that ``EntityMapping/hasVersion`` compares with.
  package var boundVersion: Int64 { Int64(self) << 32 }
}

extension EntityMapping {
  /// The version of a row after its next change, in SQL.
  package static let nextVersion = "ifNull(Z_OPT, 0) % 2147483647 + 1"

  /// A row has the version of an object that was read from it. An object holds the lower 32 bits
  /// of it, which are all that our versions have; a version of others can be beyond them.
  package static let hasVersion = "ifNull(Z_OPT, 0) << 32 = ?"
}

extension EntityMapping {
  /// The columns of an attribute, or of all elements of a composite.
  func columns(under path: String) -> [ColumnMapping] {
    columns.filter { $0.keyPath == path || $0.keyPath.hasPrefix(path + ".") }
  }
}
