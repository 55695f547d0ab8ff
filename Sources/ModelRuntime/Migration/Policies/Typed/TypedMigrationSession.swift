/// A mapping of one entity under way, as its typed policy sees it.
///
/// The objects belong to no store yet: of what their relationships lead to,
/// only the identity is known.
public struct TypedMigrationSession<Values: ReleasedValues> {
  /// The same without types: models, keys, rows.
  public let base: MigrationSession
  let workshop: PolicyObjectFactory<Values>

  /// The object that the mapping makes of an older one: attributes by their
  /// mappings, relationships to the same objects as before. It is not inserted
  /// yet; every call makes another one.
  ///
  /// - Precondition: The object is the one that the policy was called with.
  /// - Throws: What SQLite says.
  public func destination(for source: ReleasedSnapshot<Values>) throws -> Values.Successor {
    try workshop.object(base.destination(for: source.object))
  }

  /// Inserts an object and associates it with the older one. The first one has
  /// the older one's key, so that references go on to it; further ones get
  /// keys of their own.
  ///
  /// - Throws: `MigrationError` for what a migration cannot write: a
  ///   relationship to many, a new large value; else what SQLite says.
  public func insert(_ object: Values.Successor, for source: ReleasedSnapshot<Values>) throws {
    object._key = try base.insert(workshop.values(of: object), for: source.object).key
  }

  /// The object that a reference of the older version leads to, to be set in a
  /// relationship; nil for none.
  ///
  /// - Throws: `MigrationError` for a class that the newer model has not.
  public func object<Object: ManagedObject>(_ reference: Reference<Object>) throws -> Object? {
    reference.isEmpty ? nil : try workshop.object(Object.self, key: reference.key)
  }

  /// The keys of the objects that an older object became.
  public func destinationKeys(for source: ReleasedSnapshot<Values>) throws -> [Int64] {
    try base.destinationKeys(for: source.key)
  }
}
