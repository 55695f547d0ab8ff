/// Rows of a hierarchy that no other program may change until a save ends.
public struct StoreLock: Sendable {
  /// The root entity of the hierarchy that the rows belong to.
  public let root: StoreSchema.Entity
  /// The keys of the rows, in ascending order. Some of the rows may no longer
  /// exist.
  public let keys: [Int64]
  /// True if other programs may also lock the rows for reading, because the
  /// save only reads them.
  public let isShared: Bool

  package init(
    root: StoreSchema.Entity, keys: [Int64], isShared: Bool
  ) {
    self.root = root
    self.keys = keys
    self.isShared = isShared
  }
}
