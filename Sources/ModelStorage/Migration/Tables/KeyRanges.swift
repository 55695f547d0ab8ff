/// The ranges of keys that mapped objects get.
///
/// Keys are unique in a hierarchy. Objects keep theirs where they can: those of
/// the first hierarchy that becomes a newer one, under the first mapping of
/// their entity. All others move up by a number, the range's, past all keys that
/// were given out, so that a newer key still tells the older one.
struct KeyRanges {
  /// The number that a mapping adds to keys, by its name.
  private(set) var offsets: [String: Int64] = [:]
  /// The last key of each newer hierarchy, by its root's index.
  private(set) var lastKeys: [Int: Int64] = [:]

  /// The hierarchies that the objects of a mapping leave and enter.
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

  /// - Parameters:
  ///   - given: The last keys that were given out, by older root.
  ///   - isShared: Whether keys are unique over all hierarchies.
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
