/// Ascending keys for one statement with a fixed number of parameters. Remaining
/// parameters repeat the last key.
package struct KeyBatch {
  let keys: ArraySlice<Int64>
  let size: Int
  /// True if most numbers between the first and the last key are among the
  /// keys. Reading all rows of the range in order and skipping some of them is
  /// then faster than a search for each key.
  let isDense: Bool

  /// The maximum number of keys in a statement.
  package static let limit = 512
  // There are only a few sizes, so that few statements are prepared for any number of
  // keys.
  private static let sizes = [1, 8, 64, limit]

  /// Returns the keys in as few batches as possible.
  package static func batches(of keys: [Int64]) -> [KeyBatch] {
    let keys = keys.sorted()
    return stride(from: 0, to: keys.count, by: limit).map { start in
      let slice = keys[start..<min(start + limit, keys.count)]
      let size = sizes.first { $0 >= slice.count } ?? limit
      return KeyBatch(keys: slice, size: size, isDense: isDense(slice))
    }
  }

  private static func isDense(_ keys: ArraySlice<Int64>) -> Bool {
    guard keys.count >= 8, let first = keys.first, let last = keys.last else { return false }
    let (span, isTooLarge) = last.subtractingReportingOverflow(first)
    return !isTooLarge && span >= 0 && span < Int64(keys.count * 2)
  }

  /// A function that returns whether the key of a row is among the keys, and
  /// that must be called in the order of the rows; nil if the keys of all rows
  /// are.
  package var contains: ((Int64) -> Bool)? {
    guard isDense, let first = keys.first, let last = keys.last, last - first >= keys.count else {
      return nil
    }
    let rest = AscendingKeys(keys)
    return { rest.contains($0) }
  }

  /// The condition that a column contains one of the keys, or for a dense batch
  /// a number between the first and the last key. It is appended to the column.
  package var condition: String { isDense ? "BETWEEN ? AND ?" : "IN (\(StoreNames.places(size)))" }

  /// Binds the keys to the next parameters.
  package func bind(to statement: Statement) {
    guard let first = keys.first, let last = keys.last else { return }
    if isDense {
      statement.bind(first)
      return statement.bind(last)
    }
    for key in keys { statement.bind(key) }
    for _ in keys.count..<size { statement.bind(last) }
  }
}

/// A list of ascending keys, in which numbers are looked up in ascending order.
private final class AscendingKeys {
  @exclusivity(unchecked) private var rest: ArraySlice<Int64>

  init(_ keys: ArraySlice<Int64>) {
    rest = keys
  }

  func contains(_ key: Int64) -> Bool {
    while let next = rest.first, next < key { rest.removeFirst() }
    return rest.first == key
  }
}
