/// The objects that a context holds.
struct HeldObjects {
  // Invariants:
  // 1. An object is in the map of its root entity from its insertion or first read
  //    until it is released, deleted or reset; no two objects in a map have the same
  //    key.
  // 2. The maps of entities that inherit from another are empty.

  /// The maps of the objects by key, by entity index.
  private(set) var maps: ContiguousArray<IdentityMap>
  /// The batches of objects that were read individually, by entity index.
  var loneBatches: ContiguousArray<FaultBatch?>

  init(entityCount: Int) {
    maps = Self.emptyMaps(entityCount)
    loneBatches = ContiguousArray(repeating: nil, count: entityCount)
  }

  var count: Int { maps.reduce(0) { $0 + $1.count } }

  /// Releases all objects.
  mutating func removeAll() { maps = Self.emptyMaps(maps.count) }

  private static func emptyMaps(_ count: Int) -> ContiguousArray<IdentityMap> {
    ContiguousArray((0..<count).map { _ in IdentityMap() })
  }
}
