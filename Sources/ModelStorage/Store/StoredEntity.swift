/// An entity of a store's model, as a row of `Z_PRIMARYKEY` states it.
package struct StoredEntity {
  package let number: Int64
  package let name: String
  /// The number of the parent; 0 for a root.
  package let parent: Int64
  /// The last assigned key.
  let lastKey: Int64

  /// The condition that a row is not about a table of the history, whose numbers begin
  /// at 16001.
  static let condition = "Z_ENT < 16000"

  /// Reads the entities, in the order of their numbers.
  package static func all(in connection: Connection) throws -> [StoredEntity] {
    try connection.prepare(
      "SELECT Z_ENT, Z_NAME, Z_SUPER, Z_MAX FROM Z_PRIMARYKEY WHERE \(condition) ORDER BY Z_ENT"
    ).rows { row in
      StoredEntity(
        number: row.int64(0), name: row.string(1), parent: row.optionalInt64(2) ?? 0,
        lastKey: row.optionalInt64(3) ?? 0)
    }
  }
}
