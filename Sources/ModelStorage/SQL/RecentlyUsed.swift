/// A cache of values by key that discards the least recently used values.
///
/// A program may create any number of conditions, with one statement each. When
/// the limit is reached, the least recently used half is discarded at once, so
/// that each use only has to store a number. A discarded value exists as long
/// as it is referenced: rows that are being read keep their statement.
struct RecentlyUsed<Key: Hashable, Value> {
  private final class Entry {
    let value: Value
    var lastUse: Int

    init(_ value: Value, lastUse: Int) {
      self.value = value
      self.lastUse = lastUse
    }
  }

  private var entries: [Key: Entry] = [:]
  private var useCount = 0
  private let limit: Int

  /// Creates an empty cache.
  ///
  /// - Parameter limit: The maximum number of values in the cache, at least 2.
  init(limit: Int) {
    self.limit = limit
  }

  /// The number of values in the cache.
  var count: Int { entries.count }

  /// Returns the value for a key, and marks it as used; nil if there is no
  /// value for the key.
  mutating func value(of key: Key) -> Value? {
    guard let entry = entries[key] else { return nil }
    useCount += 1
    entry.lastUse = useCount
    return entry.value
  }

  /// Stores a value for a key.
  mutating func keep(_ value: Value, as key: Key) {
    if entries.count >= limit { forgetHalf() }
    useCount += 1
    entries[key] = Entry(value, lastUse: useCount)
  }

  private mutating func forgetHalf() {
    let uses = entries.values.map(\.lastUse).sorted()
    let middle = uses[uses.count / 2]
    entries = entries.filter { $0.value.lastUse >= middle }
  }
}
