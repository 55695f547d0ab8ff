/// The state of the mapping of one entity, for a typed policy.
///
/// The objects do not belong to a store yet, and the objects at the other ends of their
/// relationships have only an identity.
public struct TypedMigrationSession<Values: ReleasedValues> {
  /// The untyped session, with models, keys and rows.
  public let base: MigrationSession
  let factory: PolicyObjectFactory<Values>

  /// Returns the object that the mapping creates from an older one, with attributes
  /// according to their mappings, and relationships to the same objects as before. The
  /// object is not inserted yet; every call creates a new one.
  ///
  /// - Precondition: The policy was called with this object.
  /// - Throws: An error of SQLite.
  public func destination(for source: ReleasedSnapshot<Values>) throws -> Values.Successor {
    try factory.object(base.destination(for: source.object))
  }

  /// Inserts an object and associates it with the older one. The first object gets the
  /// older one's key, so that references lead to it; further objects get new keys.
  ///
  /// - Throws: `MigrationError` if there are values that a migration cannot write, such
  ///   as to-many relationships and new large values; otherwise, an error of SQLite.
  public func insert(_ object: Values.Successor, for source: ReleasedSnapshot<Values>) throws {
    object._key = try base.insert(factory.values(of: object), for: source.object).key
  }

  /// Returns the object for a reference of the older version, for setting a
  /// relationship; nil for an empty reference.
  ///
  /// - Throws: `MigrationError` if the newer model does not contain the class.
  public func object<Object: ManagedObject>(_ reference: Reference<Object>) throws -> Object? {
    reference.isEmpty ? nil : try factory.object(Object.self, key: reference.key)
  }

  /// Returns the keys of the successors of an older object.
  public func destinationKeys(for source: ReleasedSnapshot<Values>) throws -> [Int64] {
    try base.destinationKeys(for: source.key)
  }
}
