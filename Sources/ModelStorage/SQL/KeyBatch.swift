/// Ascending keys for one statement with a fixed number of parameters; what is
/// not filled repeats the last key.
package struct KeyBatch {
  let keys: ArraySlice<Int64>
  let size: Int
  /// A Boolean value that says whether most keys from the first to the last are
  /// among them: reading all of those rows in their order and leaving some out
  /// costs less than a search for each key.
  let isDense: Bool

  /// The greatest number of keys in a statement.
  package static let limit = 512
  // Few sizes, so that few statements are prepared, whatever the number of keys.
  private static let sizes = [1, 8, 64, limit]

  /// The keys in as few batches as possible.
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

  /// Says of keys of rows, in their order, whether they are among the keys; nil
  /// where all of them are.
  package var contains: ((Int64) -> Bool)? {
    guard isDense, let first = keys.first, let last = keys.last, last - first >= keys.count else {
      return nil
    }
    let rest = AscendingKeys(keys)
    return { rest.contains($0) }
  }

  /// The part of the condition behind a column that has one of the keys, or one
  /// between them.
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

/// Ascending keys, of which ascending ones are looked up.
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
