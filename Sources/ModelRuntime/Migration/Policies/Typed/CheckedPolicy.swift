/// An adapter that makes a typed policy an `EntityMigrationPolicy`, by
/// converting values by name to snapshots and objects.
struct CheckedPolicy<Policy: TypedMigrationPolicy>: EntityMigrationPolicy {
  let policy: Policy

  private typealias Session = TypedMigrationSession<Policy.Values>

  func begin(_ session: MigrationSession) throws { try policy.begin(typed(session)) }

  func createDestinationInstances(
    for source: MigrationObject, session: MigrationSession
  ) throws {
    let session = try typed(session)
    try policy.createDestinationInstances(
      for: session.factory.snapshot(of: source), session: session)
  }

  func endInstanceCreation(_ session: MigrationSession) throws {
    try policy.endInstanceCreation(typed(session))
  }

  func createRelationships(
    for destination: MigrationObject, session: MigrationSession
  ) throws {
    let session = try typed(session)
    let object = try session.factory.object(destination)
    try policy.createRelationships(for: object, session: session)
    let changed = try session.factory.values(of: object)
    if changed != destination { try session.base.update(changed) }
  }

  func endRelationshipCreation(_ session: MigrationSession) throws {
    try policy.endRelationshipCreation(typed(session))
  }

  func performCustomValidation(_ session: MigrationSession) throws {
    try policy.performCustomValidation(typed(session))
  }

  func end(_ session: MigrationSession) throws {
    try policy.end(typed(session))
    session.factory = nil
  }

  private func typed(_ session: MigrationSession) throws -> Session {
    if let factory = session.factory as? PolicyObjectFactory<Policy.Values> {
      return Session(base: session, factory: factory)
    }
    let factory = try PolicyObjectFactory<Policy.Values>()
    session.factory = factory
    return Session(base: session, factory: factory)
  }
}
