public import ModelSchema

/// How a store that an older version wrote is migrated when it is opened.
public struct MigrationOptions: Sendable, Hashable {
  /// Where the work is done.
  public enum Place: Sendable, Hashable {
    /// In the store itself, in one transaction: fast, and as safe as SQLite.
    case inPlace
    /// On a copy beside the store, which is checked and then written back
    /// through SQLite's backup; it needs the store's size once more.
    case onCopy
  }

  /// Whether opening migrates at all; if not, an older store is an error.
  public var isAutomatic = true
  /// Where the work is done.
  public var place = Place.inPlace
  /// Whether attributes whose type changed keep their values, converted, where
  /// every one keeps its meaning (C22).
  public var convertsTypes = false
  /// Older versions that the program's model does not name itself.
  public var olderVersions: [ManagedObjectModel] = []
  /// Swift that migrations call: functions and policies, by name.
  public var code = MigrationCode()
  /// What is told how far the work is, and can stop it.
  public var progress: MigrationProgress?

  /// The default: automatic, in place.
  public init() {}
}
