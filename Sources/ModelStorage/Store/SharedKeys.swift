/// Keys that are reserved for all contexts of a store, where saves are grouped.
///
/// Many contexts that make one object each would need a write transaction each for
/// its key.
package final class SharedKeys: @unchecked Sendable {
  // because the ranges are touched under `lock` alone.
  private let lock = PlatformLock()
  private var ranges: [Int: KeyRange] = [:]

  /// Fills a context's range.
  ///
  /// - Returns: Whether keys of the hierarchy were left.
  package func fill(_ range: inout KeyRange, _ rootIndex: Int) -> Bool {
    lock.withLock { range.fill(from: &ranges[rootIndex, default: KeyRange()]) }
  }

  /// What is left of a hierarchy's block.
  fileprivate func range(_ rootIndex: Int) -> KeyRange {
    lock.withLock { ranges[rootIndex] ?? KeyRange() }
  }

  fileprivate func put(_ range: KeyRange, _ rootIndex: Int) {
    lock.withLock { ranges[rootIndex] = range }
  }
}

extension PersistentStore {
  /// Fills a context's range from a block that is reserved for all of them.
  package func reserveShared(
    _ range: inout KeyRange, _ rootIndex: Int, _ counter: KeyCounter, _ writer: StoreConnection
  ) throws {
    try withWriteLock {
      // Somebody else may have reserved one while this context waited for the lock.
      guard !sharedKeys.fill(&range, rootIndex) else { return }
      // Those of a reservation that is not committed belong to whoever reserves next.
      var block = sharedKeys.range(rootIndex)
      try watch.accounting(writer) { try block.reserve(entityNumber: counter, in: writer) }
      sharedKeys.put(block, rootIndex)
      _ = sharedKeys.fill(&range, rootIndex)
    }
  }
}
