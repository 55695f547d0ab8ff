/// The ranges of keys that mapped objects get.
///
/// Keys are unique in a hierarchy. Objects keep their keys if possible: in the
/// first hierarchy that becomes a newer hierarchy, and with the first mapping
/// of their entity. The keys of all other objects are increased by the offset
/// of their range, past all existing keys, so that the older key can be
/// computed from the newer one.
struct KeyRanges {
  /// The number that each mapping adds to keys, by the name of the mapping.
  private(set) var offsets: [String: Int64] = [:]
  /// The last key of each newer hierarchy, by the index of its root.
  private(set) var lastKeys: [Int: Int64] = [:]

  /// The hierarchies that the objects of a mapping move from and to.
  struct Route {
    let mapping: String
    let old: CompiledEntity
    let oldRootName: String
    let newRoot: Int
  }

  private struct Key: Hashable {
    let oldRoot: String
    let newRoot: Int
    let ordinal: Int
  }

  private struct Use: Hashable {
    let entity: Int
    let newRoot: Int
  }

  /// Assigns a range of keys to each route.
  ///
  /// - Parameters:
  ///   - given: The last keys in use, by the name of the older root entity.
  ///   - isShared: True if keys are unique across all hierarchies.
  init(_ routes: [Route], given: [String: Int64], isShared: Bool) {
    let most = given.values.max() ?? 0
    var uses: [Use: Int] = [:]
    var known: [Key: Int64] = [:]
    for route in routes {
      let use = Use(entity: route.old.index, newRoot: isShared ? 0 : route.newRoot)
      let ordinal = uses[use, default: 0]
      uses[use] = ordinal + 1
      let root = isShared ? 0 : route.newRoot
      let key = Key(oldRoot: isShared ? "" : route.oldRootName, newRoot: root, ordinal: ordinal)
      let offset = known[key] ?? lastKeys[root] ?? 0
      known[key] = offset
      offsets[route.mapping] = offset
      let last = isShared ? most : given[route.oldRootName] ?? 0
      lastKeys[root] = max(lastKeys[root] ?? 0, offset + last)
    }
    if isShared { lastKeys[0] = max(lastKeys[0] ?? 0, most) }
  }
}
