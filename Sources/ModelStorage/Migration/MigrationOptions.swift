/// The options for migrating a store with an older version when it is opened.
public struct MigrationOptions: Sendable, Hashable {
  /// The location in which a migration is carried out.
  public enum Place: Sendable, Hashable {
    /// Migrates the store itself in one transaction, which is fast, and as safe
    /// as any SQLite transaction.
    case inPlace
    /// Migrates a copy beside the store. The copy is checked, and then written
    /// back through SQLite's backup. The copy needs as much space as the store.
    case onCopy
  }

  /// True if opening an older store migrates it. If false, opening an older
  /// store is an error.
  public var isAutomatic = true
  /// The location in which the migration is carried out.
  public var place = Place.inPlace
  /// True if attributes whose type has changed keep their values in converted
  /// form, provided that every value keeps its meaning.
  public var convertsTypes = false
  /// True if a migration must leave the store at the program's version, as
  /// `modelstore migrate` promises, even if its hashes match no version. The
  /// store then gets the hashes of the version whose tables it has; if there is
  /// none, the migration fails. If false, such a store is left unchanged.
  package var settlesVersion = false
  /// True if an incremental store undoes the migration at the end.
  package var isTrial = false
  /// True if a migration continues even if `code` does not contain a policy
  /// that it names. Changes that only the policy could have made to the objects
  /// are then lost.
  public var runsWithoutPolicies = false
  /// Older versions that are not contained in the program's model.
  public var olderVersions: [ManagedObjectModel] = []
  /// The Swift code that migrations call: functions and policies, by name.
  public var code = MigrationCode()
  /// The object that reports the progress of the migration and can cancel it;
  /// nil if there is none.
  public var progress: MigrationProgress?

  /// Creates the default options: automatic, in place.
  public init() {}
}

extension MigrationOptions {
  /// The options of the mappings that are inferred.
  package var inference: InferredMapping.Options { .init(convertsTypes: convertsTypes) }

  /// Returns the policies of one step, by the names of the mappings.
  ///
  /// - Throws: `MigrationError` if a required policy is missing.
  func policies(for step: MigrationPath.Step) throws -> [String: any EntityMigrationPolicy] {
    try code.policies(for: step, isComplete: !runsWithoutPolicies)
  }

  /// Throws an error if the migration was cancelled through its progress.
  func stopIfCancelled() throws {
    guard progress?.isCancelled == true else { return }
    throw MigrationError(.cancelled, "the migration was stopped; the store is as it was")
  }
}
