/// Maps the objects of one entity in Swift, in three passes.
///
/// 1. For every older object, `createDestinationInstances` is called.
/// 2. For every new object, `createRelationships` is called.
/// 3. Finally, `performCustomValidation` is called once.
///
/// Every function has a default implementation that follows the mapping.
/// Objects are passed one at a time, so that the required memory does not
/// depend on the size of the store.
public protocol EntityMigrationPolicy: Sendable {
  /// Prepares the migration. It is called once, before the first pass.
  func begin(_ session: MigrationSession) throws
  /// Creates the objects that replace an older object: none, one or several.
  ///
  /// The default implementation inserts `session.destination(for: source)`.
  func createDestinationInstances(
    for source: MigrationObject, session: MigrationSession
  ) throws
  /// Ends the first pass. It is called once, when the objects have been
  /// created.
  func endInstanceCreation(_ session: MigrationSession) throws
  /// Sets relationships of an object that the first pass created.
  func createRelationships(
    for destination: MigrationObject, session: MigrationSession
  ) throws
  /// Ends the second pass. It is called once, when the relationships have been
  /// set.
  func endRelationshipCreation(_ session: MigrationSession) throws
  /// Checks the outcome. An error ends the migration, and the store is unchanged.
  func performCustomValidation(_ session: MigrationSession) throws
  /// Ends the migration. It is called once, after the validation.
  func end(_ session: MigrationSession) throws
}

extension EntityMigrationPolicy {
  /// Does nothing.
  public func begin(_ session: MigrationSession) throws {}

  /// Inserts the object that the mapping creates from the older object.
  ///
  /// - Throws: `MigrationError` if there is no property for a value, or an
  ///   error of SQLite.
  public func createDestinationInstances(
    for source: MigrationObject, session: MigrationSession
  ) throws {
    try session.insert(session.destination(for: source), for: source)
  }

  /// Does nothing.
  public func endInstanceCreation(_ session: MigrationSession) throws {}

  /// Does nothing, since the relationships of the mapping have already been
  /// set.
  public func createRelationships(
    for destination: MigrationObject, session: MigrationSession
  ) throws {}

  /// Does nothing.
  public func endRelationshipCreation(_ session: MigrationSession) throws {}

  /// Accepts every outcome.
  public func performCustomValidation(_ session: MigrationSession) throws {}

  /// Does nothing.
  public func end(_ session: MigrationSession) throws {}
}

/// An object during a migration, which consists of values by name, without a
/// context.
public struct MigrationObject: Sendable, Hashable {
  /// The name of the object's entity in the object's own version of the model.
  public let entityName: String
  /// The primary key of the object. `MigrationSession.insert(_:for:)` returns a new
  /// object with its key.
  public internal(set) var key: Int64
  /// The values of attributes and the keys of to-one relationships, by name.
  /// Elements of composites have their key paths as names.
  public private(set) var values: [String: ConstantValue]

  package init(
    entityName: String, key: Int64, values: [String: ConstantValue]
  ) {
    self.entityName = entityName
    self.key = key
    self.values = values
  }

  /// The value of a property; null if there is none.
  public subscript(name: String) -> ConstantValue {
    get { values[name] ?? .null }
    set { values[name] = newValue }
  }

  /// Returns the string value of a property; nil if there is none.
  public func string(_ name: String) -> String? {
    if case .string(let text) = self[name] { text } else { nil }
  }

  /// Returns the integer value of a property; nil if there is none.
  public func integer(_ name: String) -> Int64? {
    switch self[name] {
    case .integer(let number): number
    case .boolean(let value): value ? 1 : 0
    default: nil
    }
  }
}
