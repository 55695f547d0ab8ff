/// Maps the objects of one entity in Swift, in three passes.
///
/// 1. For every older object, `createDestinationInstances`.
/// 2. For every object made, `createRelationships`.
/// 3. Once, `performCustomValidation`.
///
/// Every function has a default that does what the mapping says. Objects come
/// one by one, so that memory does not grow with the store.
public protocol EntityMigrationPolicy: Sendable {
  /// Begins the mapping.
  func begin(_ session: MigrationSession) throws
  /// Makes what becomes of an older object: nothing, one or several objects.
  ///
  /// The default inserts `session.destination(for: source)`.
  func createDestinationInstances(
    for source: MigrationObject, session: MigrationSession
  ) throws
  /// Ends the first pass.
  func endInstanceCreation(_ session: MigrationSession) throws
  /// Sets relationships of an object that the first pass made.
  func createRelationships(
    for destination: MigrationObject, session: MigrationSession
  ) throws
  /// Ends the second pass.
  func endRelationshipCreation(_ session: MigrationSession) throws
  /// Looks at the outcome; what it throws ends the migration, and the store is
  /// as it was.
  func performCustomValidation(_ session: MigrationSession) throws
  /// Ends the mapping.
  func end(_ session: MigrationSession) throws
}

extension EntityMigrationPolicy {
  /// Does nothing.
  public func begin(_ session: MigrationSession) throws {}

  /// Inserts what the mapping makes of the object.
  public func createDestinationInstances(
    for source: MigrationObject, session: MigrationSession
  ) throws {
    try session.insert(session.destination(for: source), for: source)
  }

  /// Does nothing.
  public func endInstanceCreation(_ session: MigrationSession) throws {}

  /// Does nothing: what the mapping says of relationships is done.
  public func createRelationships(
    for destination: MigrationObject, session: MigrationSession
  ) throws {}

  /// Does nothing.
  public func endRelationshipCreation(_ session: MigrationSession) throws {}

  /// Does nothing.
  public func performCustomValidation(_ session: MigrationSession) throws {}

  /// Does nothing.
  public func end(_ session: MigrationSession) throws {}
}

/// An object in the middle of a migration: its values by name, in no context.
public struct MigrationObject: Sendable, Hashable {
  /// The entity's name.
  public let entityName: String
  /// The object's key.
  public internal(set) var key: Int64
  /// The values of attributes, and the keys of to-one relationships, by name;
  /// elements of composites by key path.
  public private(set) var values: [String: ConstantValue]

  package init(
    entityName: String, key: Int64, values: [String: ConstantValue]
  ) {
    self.entityName = entityName
    self.key = key
    self.values = values
  }

  /// A value by name; null where there is none.
  public subscript(name: String) -> ConstantValue {
    get { values[name] ?? .null }
    set { values[name] = newValue }
  }

  /// A text by name; nil where there is none.
  public func string(_ name: String) -> String? {
    if case .string(let text) = self[name] { text } else { nil }
  }

  /// An integer by name; nil where there is none.
  public func integer(_ name: String) -> Int64? {
    switch self[name] {
    case .integer(let number): number
    case .boolean(let value): value ? 1 : 0
    default: nil
    }
  }
}
