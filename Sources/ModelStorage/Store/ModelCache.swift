/// The table `Z_MODELCACHE`, in which Core Data and other programs look for a store's
/// model: its archive, packed.
enum ModelCache {
  /// The statement that makes the table.
  static let creation = "CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)"

  /// Returns the archive of the model; nil if there is none, or if it is damaged.
  static func archive(in connection: Connection) throws -> [UInt8]? {
    guard try isThere(in: connection) else { return nil }
    let content = try connection.prepare("SELECT Z_CONTENT FROM Z_MODELCACHE LIMIT 1").first {
      $0.optionalData(0)
    }
    return content?.flatMap { Inflation.bytes(of: Array($0)) }
  }

  /// Returns whether the table has a row, which may be damaged.
  static func hasContent(in connection: Connection) throws -> Bool {
    guard try isThere(in: connection) else { return false }
    return try connection.prepare(
      "SELECT 1 FROM Z_MODELCACHE WHERE Z_CONTENT IS NOT NULL LIMIT 1"
    ).hasRow
  }

  /// Writes a model into the table, or only empties the table if the model has
  /// no archive form. Stores of older frameworks have no such table, and do not
  /// get one.
  static func write(_ model: ManagedObjectModel, to connection: Connection) throws {
    guard try isThere(in: connection) else { return }
    try connection.execute("DELETE FROM Z_MODELCACHE")
    var model = model
    model.versionIdentifiers = model.storedIdentifiers
    guard let archive = ModelArchive.bytes(of: model) else { return }
    try connection.prepare("INSERT INTO Z_MODELCACHE (Z_CONTENT) VALUES (?)")
      .binding([.data(Data(Inflation.storing(archive)))]).run()
  }

  private static func isThere(in connection: Connection) throws -> Bool {
    try connection.prepare(
      "SELECT 1 FROM pragma_table_info('Z_MODELCACHE') WHERE name = 'Z_CONTENT'"
    ).hasRow
  }
}
