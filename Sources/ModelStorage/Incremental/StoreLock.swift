/// The rows of a hierarchy that nobody else may change until a save ends.
public struct StoreLock: Sendable {
  /// The root of the hierarchy.
  public let root: StoreSchema.Entity
  /// The keys of the rows, ascending. Some may be gone.
  public let keys: [Int64]
  /// A Boolean value that says whether others may lock the rows in the same way: they are read,
  /// and not written.
  public let isShared: Bool

  package init(
    root: StoreSchema.Entity, keys: [Int64], isShared: Bool
  ) {
    self.root = root
    self.keys = keys
    self.isShared = isShared
  }
}
