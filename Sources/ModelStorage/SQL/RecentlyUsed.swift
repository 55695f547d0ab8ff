/// Values by their keys, of which those that were used least recently are
/// forgotten.
///
/// A program may make conditions without end, one statement each. When as many
/// are known as may be, the half that was used longest ago goes at once, so that
/// a use costs no more than a number that is stored. What is forgotten lives on
/// with whoever still holds it: rows that are being read keep their statement.
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

  /// - Parameter limit: How many values are known at once, at least 2.
  init(limit: Int) {
    self.limit = limit
  }

  /// The number of values that are known.
  var count: Int { entries.count }

  /// The value of a key, which is used by that.
  mutating func value(of key: Key) -> Value? {
    guard let entry = entries[key] else { return nil }
    useCount += 1
    entry.lastUse = useCount
    return entry.value
  }

  /// Keeps a value under a key.
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
