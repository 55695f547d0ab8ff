public import ModelRuntime

/// The article's migration policy: items whose names begin with "a", whatever
/// its case, become "do not alert"; everything else stays as it is.
public struct AlertPolicy: EntityMigrationPolicy {
  /// Makes the policy.
  public init() {}

  /// Copies all attributes, decides about the alert, and associates the new
  /// item with the old one.
  public func createDestinationInstances(
    for source: MigrationObject, session: MigrationSession
  ) throws {
    var item = session.destination(for: source)
    let isSilent = source.string("name")?.lowercased().hasPrefix("a") ?? false
    item["doNotAlert"] = .boolean(isSilent)
    try session.insert(item, for: source)
  }
}
