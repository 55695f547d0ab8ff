/// The state of the migration of one entity with a typed policy.
///
/// The objects do not belong to a store yet, and the objects at the other ends of their
/// relationships have only an identity.
public struct TypedMigrationSession<Values: ReleasedValues> {
  /// The untyped session, which contains the models, keys and rows.
  public let base: MigrationSession
  let factory: PolicyObjectFactory<Values>

  /// Returns the object that the mapping creates from an older object. Its
  /// attributes have the values that the mapping determines, and its
  /// relationships lead to the same objects. The object is not inserted yet;
  /// every call creates a new one.
  ///
  /// - Precondition: The policy was called with the given snapshot.
  /// - Throws: `SQLiteError` if the values cannot be read.
  public func destination(for source: ReleasedSnapshot<Values>) throws -> Values.Successor {
    try factory.object(base.destination(for: source.object))
  }

  /// Inserts an object, and associates it with an older object. The first
  /// object that is inserted for an older object gets its key, so that existing
  /// references lead to it; other objects get new keys.
  ///
  /// - Throws: `MigrationError` if there are values that a migration cannot
  ///   write, such as to-many relationships and new large values; `SQLiteError`
  ///   if the object cannot be written.
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

  /// Returns the keys of the objects that replace an older object.
  ///
  /// - Throws: `SQLiteError` if the keys cannot be read.
  public func destinationKeys(for source: ReleasedSnapshot<Values>) throws -> [Int64] {
    try base.destinationKeys(for: source.key)
  }
}
