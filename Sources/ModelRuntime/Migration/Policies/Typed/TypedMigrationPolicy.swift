/// A migration policy that the compiler checks against both versions: it reads
/// snapshots of the older version, and writes objects of the newer one's class.
///
/// Generated code has a protocol for each `policy` of a migration block, which
/// says what the types are:
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
/// The three passes and their order are those of `EntityMigrationPolicy`.
public protocol TypedMigrationPolicy<Values>: Sendable {
  /// The values of an object of the older version.
  associatedtype Values: ReleasedValues

  /// Begins the mapping.
  func begin(_ session: TypedMigrationSession<Values>) throws
  /// Makes what becomes of an older object: nothing, one or several objects.
  ///
  /// The default inserts `session.destination(for: source)`.
  func createDestinationInstances(
    for source: ReleasedSnapshot<Values>, session: TypedMigrationSession<Values>
  ) throws
  /// Ends the first pass.
  func endInstanceCreation(_ session: TypedMigrationSession<Values>) throws
  /// Sets relationships, or anything else, of an object that the first pass
  /// made; what changed is written.
  func createRelationships(
    for destination: Values.Successor, session: TypedMigrationSession<Values>
  ) throws
  /// Ends the second pass.
  func endRelationshipCreation(_ session: TypedMigrationSession<Values>) throws
  /// Looks at the outcome; what it throws ends the migration, and the store is
  /// as it was.
  func performCustomValidation(_ session: TypedMigrationSession<Values>) throws
  /// Ends the mapping.
  func end(_ session: TypedMigrationSession<Values>) throws
}

extension TypedMigrationPolicy {
  /// Does nothing.
  public func begin(_ session: TypedMigrationSession<Values>) throws {}

  /// Inserts what the mapping makes of the object.
  public func createDestinationInstances(
    for source: ReleasedSnapshot<Values>, session: TypedMigrationSession<Values>
  ) throws {
    try session.insert(session.destination(for: source), for: source)
  }

  /// Does nothing.
  public func endInstanceCreation(_ session: TypedMigrationSession<Values>) throws {}

  /// Does nothing: what the mapping says of relationships is done.
  public func createRelationships(
    for destination: Values.Successor, session: TypedMigrationSession<Values>
  ) throws {}

  /// Does nothing.
  public func endRelationshipCreation(_ session: TypedMigrationSession<Values>) throws {}

  /// Does nothing.
  public func performCustomValidation(_ session: TypedMigrationSession<Values>) throws {}

  /// Does nothing.
  public func end(_ session: TypedMigrationSession<Values>) throws {}
}

extension MigrationCode {
  /// Hands a policy over: the objects of the older version that its types name
  /// go through it.
  public mutating func add(_ policy: some TypedMigrationPolicy) {
    add(checked: policy)
  }

  private mutating func add<Policy: TypedMigrationPolicy>(checked policy: Policy) {
    add(
      CheckedPolicy(policy: policy), for: Policy.Values.Successor.entityDescription.name,
      from: Policy.Values.version, to: Policy.Values.model.description.version ?? 0)
  }
}
