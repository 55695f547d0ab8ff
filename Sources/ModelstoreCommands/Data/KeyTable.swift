/// The objects that an import created, by the words with which the source
/// refers to them.
///
/// They are kept in a separate database, which SQLite moves to a temporary file when it
/// grows large, so that memory use does not depend on their number.
struct KeyTable {
  /// An object, identified by its entity and key.
  struct Place: Equatable {
    let entityName: String
    let key: Int64
    /// The line or row from which the object was created.
    let line: Int
  }

  private let connection: Connection
  private let add: Statement
  private let find: Statement
  /// The number of words by which objects can be found.
  private(set) var count = 0

  /// The number of objects that are in memory at the same time.
  static let partSize = 1000
  /// The maximum number of broken rules that are reported.
  private static let limit = 100

  init() throws {
    connection = try Connection(path: "")
    try connection.execute(
      """
      CREATE TABLE objects (word TEXT PRIMARY KEY, entity TEXT, key INTEGER, line INTEGER) \
      WITHOUT ROWID; BEGIN
      """)
    add = try connection.prepare("INSERT OR IGNORE INTO objects VALUES (?, ?, ?, ?)")
    find = try connection.prepare("SELECT entity, key, line FROM objects WHERE word = ?")
  }

  /// Adds an object.
  ///
  /// - Returns: True if the word was not used yet.
  mutating func add(_ word: String, _ object: ManagedObject, line: Int) throws -> Bool {
    add.bind(word)
    add.bind(object.entityName)
    add.bind(object.objectID.key)
    add.bind(Int64(line))
    try add.run()
    guard connection.changeCount == 1 else { return false }
    count += 1
    return true
  }

  /// Returns the object that a word refers to; nil if there is none.
  func find(_ word: String) throws -> Place? {
    find.bind(word)
    var found: Place?
    try find.forEachRow { row in
      found = Place(
        entityName: row.shownText(0), key: row.int64(1), line: Int(row.int64(2)))
    }
    return found
  }

  /// Returns the rules of the model that objects break, with the names that the
  /// source uses for the objects.
  func failures(
    in store: StoreAccess
  ) throws -> [(word: String, place: Place, failure: ValidationFailure)] {
    var found: [(word: String, place: Place, failure: ValidationFailure)] = []
    var checked = 0
    let all = try connection.prepare(
      "SELECT min(word), entity, key, min(line) FROM objects GROUP BY entity, key")
    try all.forEachRow { row in
      let place = Place(
        entityName: row.shownText(1), key: row.int64(2), line: Int(row.int64(3)))
      guard found.count < Self.limit, let object = try store.object(place) else { return }
      let word = row.shownText(0)
      found += try store.context.validationFailures(of: object).map { (word, place, $0) }
      checked += 1
      if checked % Self.partSize == 0 { store.context.reset() }
    }
    return found
  }

  /// Returns the name that the source uses for an object; nil for an object
  /// that the import did not create.
  ///
  /// - Complexity: O(*n*), where *n* is the number of imported objects. The
  ///   method is used only for messages.
  func origin(of id: ObjectID) throws -> (word: String, place: Place)? {
    let search = try connection.prepare(
      "SELECT min(word), min(line) FROM objects WHERE entity = ? AND key = ?")
    search.bind(id.entityName)
    search.bind(id.key)
    var found: (word: String, place: Place)?
    try search.forEachRow { row in
      guard !row.isNull(0) else { return }
      found = (
        row.shownText(0),
        Place(entityName: id.entityName, key: id.key, line: Int(row.int64(1)))
      )
    }
    return found
  }
}

extension StoreAccess {
  /// Returns the object that an import created; nil if it has been deleted.
  func object(_ place: KeyTable.Place) throws -> ManagedObject? {
    try context.existingObject(
      ManagedObject.self,
      with: ObjectID(store: identifier, entityName: place.entityName, key: place.key))
  }
}
