/// The way a store that an older version wrote is migrated when it is opened.
public struct MigrationOptions: Sendable, Hashable {
  /// The place where the work is done.
  public enum Place: Sendable, Hashable {
    /// Migrates the store itself, in one transaction: fast, and as safe as
    /// SQLite.
    case inPlace
    /// Migrates a copy beside the store, which is checked and then written back
    /// through SQLite's backup; it needs the store's size once more.
    case onCopy
  }

  /// A Boolean value that says whether opening migrates at all; if not, an
  /// older store is an error.
  public var isAutomatic = true
  /// The place where the work is done.
  public var place = Place.inPlace
  /// A Boolean value that says whether attributes whose type changed keep their
  /// values, converted, where every one keeps its meaning.
  public var convertsTypes = false
  /// A Boolean value that says whether a store ends as one of the program's
  /// version also where its hashes are of no version, as `modelstore migrate`
  /// promises: it gets the hashes of the version whose tables it has, or is
  /// refused. Opening alone leaves it as it is.
  package var settlesVersion = false
  /// A Boolean value that says whether an incremental store takes back what it has migrated.
  package var isTrial = false
  /// A Boolean value that says whether a migration goes on where a policy that it
  /// names was not handed over in `code`: what the policy alone knows of the older
  /// objects is lost then.
  public var runsWithoutPolicies = false
  /// Older versions that the program's model does not name itself.
  public var olderVersions: [ManagedObjectModel] = []
  /// Swift that migrations call: functions and policies, by name.
  public var code = MigrationCode()
  /// The object that follows the work, and can stop it.
  public var progress: MigrationProgress?

  /// The default: automatic, in place.
  public init() {}
}

extension MigrationOptions {
  /// The policies of one step, by the names of the mappings.
  ///
  /// - Throws: `MigrationError` where one is missing that the step cannot do without.
  func policies(for step: MigrationPath.Step) throws -> [String: any EntityMigrationPolicy] {
    try code.policies(for: step, isComplete: !runsWithoutPolicies)
  }

  /// Ends the migration where its progress was cancelled.
  func stopIfCancelled() throws {
    guard progress?.isCancelled == true else { return }
    throw MigrationError(.cancelled, "the migration was stopped; the store is as it was")
  }
}
