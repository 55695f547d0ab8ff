/// The table `Z_MODELCACHE`, which contains the store's model for Core Data and
/// other programs.
enum ModelCache {
  static let table = "Z_MODELCACHE"

  /// Writes a model into the table, or only empties the table if the model has
  /// no archive form. Stores of older frameworks have no such table, and do not
  /// get one.
  static func write(_ model: ManagedObjectModel, to connection: Connection) throws {
    guard try StoreTables(connection)[table]?.contains("Z_CONTENT") == true else { return }
    try connection.execute("DELETE FROM \(table)")
    var model = model
    model.versionIdentifiers = model.storedIdentifiers
    guard let archive = ModelArchive.bytes(of: model) else { return }
    let statement = try connection.prepare("INSERT INTO \(table) (Z_CONTENT) VALUES (?)")
    statement.bind(Data(Inflation.storing(archive)))
    try statement.run()
  }
}
