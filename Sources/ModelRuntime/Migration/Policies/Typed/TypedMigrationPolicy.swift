/// A migration policy that the compiler checks against both versions of a
/// model. It reads snapshots of the older version, and writes objects of the
/// class in the newer version.
///
/// Generated code has a protocol for each `policy` of a migration block, which
/// determines the types:
///
/// ```swift
/// struct AlertPolicy: ToDo.PolicyFrom1 {
///   func createDestinationInstances(for source: Source, session: Session) throws {
///     let item = try session.destination(for: source)
///     item.doNotAlert = source.name.lowercased().hasPrefix("a")
///     try session.insert(item, for: source)
///   }
/// }
///
/// configuration.migration.code.add(AlertPolicy())
/// ```
///
/// The three passes and their order are the same as for
/// `EntityMigrationPolicy`.
public protocol TypedMigrationPolicy<Values>: Sendable {
  /// The values of an object in the older version.
  associatedtype Values: ReleasedValues

  /// Prepares for the migration of the entity, before the first object is
  /// mapped.
  func begin(_ session: TypedMigrationSession<Values>) throws
  /// Creates the objects that replace an older object: none, one or several.
  ///
  /// By default, this inserts `session.destination(for: source)`.
  func createDestinationInstances(
    for source: ReleasedSnapshot<Values>, session: TypedMigrationSession<Values>
  ) throws
  /// Completes the first pass, after the last older object.
  func endInstanceCreation(_ session: TypedMigrationSession<Values>) throws
  /// Sets relationships or other properties of an object created in the first
  /// pass. The changes to the object are then written to the store.
  func createRelationships(
    for destination: Values.Successor, session: TypedMigrationSession<Values>
  ) throws
  /// Completes the second pass, after the relationships of the last new object.
  func endRelationshipCreation(_ session: TypedMigrationSession<Values>) throws
  /// Validates the result of the migration. If this throws an error, the
  /// migration ends, and the store is unchanged.
  func performCustomValidation(_ session: TypedMigrationSession<Values>) throws
  /// Completes the migration of the entity, after all passes.
  func end(_ session: TypedMigrationSession<Values>) throws
}

extension TypedMigrationPolicy {
  /// Does nothing by default, before the first object is mapped.
  public func begin(_ session: TypedMigrationSession<Values>) throws {}

  /// Inserts the object that the mapping creates from the older object.
  ///
  /// - Throws: The errors of `destination(for:)` and `insert(_:for:)`.
  public func createDestinationInstances(
    for source: ReleasedSnapshot<Values>, session: TypedMigrationSession<Values>
  ) throws {
    try session.insert(session.destination(for: source), for: source)
  }

  /// Does nothing by default, after the last older object.
  public func endInstanceCreation(_ session: TypedMigrationSession<Values>) throws {}

  /// Does nothing, because the mapping has already set the relationships.
  public func createRelationships(
    for destination: Values.Successor, session: TypedMigrationSession<Values>
  ) throws {}

  /// Does nothing by default, after the relationships of the last new object.
  public func endRelationshipCreation(_ session: TypedMigrationSession<Values>) throws {}

  /// Does nothing by default, which accepts every result.
  public func performCustomValidation(_ session: TypedMigrationSession<Values>) throws {}

  /// Does nothing by default, after all passes.
  public func end(_ session: TypedMigrationSession<Values>) throws {}
}

extension MigrationCode {
  /// Adds a policy, which is used for the objects of the older version that its
  /// type `Values` describes.
  public mutating func add<Policy: TypedMigrationPolicy>(_ policy: Policy) {
    add(
      CheckedPolicy(policy: policy), for: Policy.Values.Successor.entityDescription.name,
      from: Policy.Values.version, to: Policy.Values.model.description.version ?? 0)
  }
}
