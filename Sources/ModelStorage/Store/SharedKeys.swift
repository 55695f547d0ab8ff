/// The keys that are reserved for all contexts of a store, if saves are grouped.
///
/// Otherwise, if many contexts create one object each, every context would need
/// a write transaction for the key.
package final class SharedKeys: @unchecked Sendable {
  // because the ranges are accessed only under `lock`.
  private let lock = PlatformLock()
  private var ranges: [Int: KeyRange] = [:]

  /// Fills a context's range from the shared keys.
  ///
  /// - Returns: True if there were unused keys for the hierarchy.
  package func fill(_ range: inout KeyRange, _ rootIndex: Int) -> Bool {
    lock.withLock { range.fill(from: &ranges[rootIndex, default: KeyRange()]) }
  }

  /// Returns the remaining keys of a hierarchy's block.
  fileprivate func range(_ rootIndex: Int) -> KeyRange {
    lock.withLock { ranges[rootIndex] ?? KeyRange() }
  }

  fileprivate func put(_ range: KeyRange, _ rootIndex: Int) {
    lock.withLock { ranges[rootIndex] = range }
  }
}

extension PersistentStore {
  /// Fills a context's range from the shared keys, and reserves a block for all
  /// contexts if no keys are left.
  package func reserveShared(
    _ range: inout KeyRange, _ rootIndex: Int, _ counter: KeyCounter, _ writer: StoreConnection
  ) throws {
    try withWriteLock {
      // Another context may have reserved a block while this context waited for
      // the lock.
      guard !sharedKeys.fill(&range, rootIndex) else { return }
      // The block is shared only after its commit, since keys of a failed reservation
      // will be reserved again.
      var block = sharedKeys.range(rootIndex)
      try watch.accounting(writer) { try block.reserve(entityNumber: counter, in: writer) }
      sharedKeys.put(block, rootIndex)
      _ = sharedKeys.fill(&range, rootIndex)
    }
  }
}
