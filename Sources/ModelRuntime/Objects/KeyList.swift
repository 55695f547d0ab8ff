/// A list of distinct keys.
///
/// Short lists are searched linearly; the first change of a longer list builds an
/// index. Removing a key moves the last key into the gap, unless the order is
/// significant.
///
/// Lists that are read together share one array until they change.
struct KeyList: Sequence {
  // Invariants:
  // 1. `positions` contains every key, or is empty.
  // 2. Positions are those of `keys`, which need not begin at 0.
  private(set) var keys: ArraySlice<Int64> = []
  private var positions: [Int64: Int] = [:]

  private static let indexedCount = 24

  init() {}

  init(_ keys: some Sequence<Int64>) {
    for key in keys { append(key) }
  }

  /// Creates a list of distinct keys, without an index, because most lists are only
  /// read and never need one.
  init(distinct keys: ArraySlice<Int64>) {
    self.keys = keys
  }

  init(distinct keys: [Int64]) {
    self.init(distinct: keys[...])
  }

  var count: Int { keys.count }
  var isEmpty: Bool { keys.isEmpty }
  /// True if the list is long enough for an index to be worthwhile.
  var isLong: Bool { keys.count > Self.indexedCount }

  func contains(_ key: Int64) -> Bool { position(of: key) != nil }

  /// Builds an index for a long list, so that repeated calls of `contains(_:)`
  /// are fast.
  mutating func index() {
    if positions.isEmpty, isLong { buildIndex() }
  }

  @discardableResult
  mutating func append(_ key: Int64) -> Bool {
    index()
    guard !contains(key) else { return false }
    if positions.isEmpty, keys.count >= Self.indexedCount { buildIndex() }
    // A list that has become short keeps its index.
    if !positions.isEmpty { positions[key] = keys.endIndex }
    keys.append(key)
    return true
  }

  @discardableResult
  mutating func remove(_ key: Int64) -> Bool {
    index()
    guard let position = position(of: key) else { return false }
    let last = keys.removeLast()
    if last != key {
      keys[position] = last
      if !positions.isEmpty { positions[last] = position }
    }
    if !positions.isEmpty { positions[key] = nil }
    return true
  }

  /// Removes a key without changing the order of the other keys.
  ///
  /// - Returns: True if the list contained the key.
  ///
  /// - Complexity: O(*n*), where *n* is the number of keys; O(1) for the first
  ///   and the last key.
  @discardableResult
  mutating func removeKeepingOrder(_ key: Int64) -> Bool {
    guard let position = position(of: key) else { return false }
    // If the first or the last key is removed, the others keep their positions.
    if position == keys.startIndex {
      keys.removeFirst()
      positions[key] = nil
      return true
    }
    keys.remove(at: position)
    if position == keys.endIndex {
      positions[key] = nil
      return true
    }
    positions = [:]
    return true
  }

  /// Returns the keys of the list in the order in which they occur in another
  /// sequence, followed by the keys that do not occur there.
  func ordered(as others: some Sequence<Int64>) -> [Int64] {
    let own = Set(keys)
    let first = others.filter { own.contains($0) }
    let placed = Set(first)
    return first + keys.filter { !placed.contains($0) }
  }

  func makeIterator() -> ArraySlice<Int64>.Iterator { keys.makeIterator() }

  private func position(of key: Int64) -> Int? {
    positions.isEmpty ? keys.firstIndex(of: key) : positions[key]
  }

  private mutating func buildIndex() {
    for (position, key) in zip(keys.indices, keys) { positions[key] = position }
  }
}
