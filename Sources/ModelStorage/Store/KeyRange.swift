/// The primary keys of a hierarchy that a context may give out.
///
/// They are reserved from `Z_PRIMARYKEY.Z_MAX` in blocks that grow, so that
/// making objects needs few write transactions; what a context does not use
/// stays unused.
///
/// ```
/// SELECT max(Z_MAX, ...) FROM Z_PRIMARYKEY WHERE Z_ENT = ?
/// UPDATE Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ?
/// ```
package struct KeyRange {
  @usableFromInline var next: Int64 = 1
  @usableFromInline var last: Int64 = 0
  private var blockSize: Int64 = 1

  package init() {}

  /// A reservation costs about as much as making fifty objects, so a context that
  /// makes a thousand should need a handful.
  private static let growth: Int64 = 8
  private static let largestBlock: Int64 = 4096
  /// The greatest key: arithmetic with keys never leaves their type.
  static let greatestKey: Int64 = 1 << 62

  /// The next key, or nil where a block has to be reserved first.
  @inlinable package mutating func take() -> Int64? {
    guard next <= last else { return nil }
    defer { next += 1 }
    return next
  }

  /// Reserves the next block.
  ///
  /// Inside of a transaction its keys are the caller's once that is committed.
  ///
  /// - Throws: `StoreError` when no keys are left, or nothing counts them.
  package mutating func reserve(entityNumber counter: KeyCounter, in connection: StoreConnection)
    throws
  {
    let size = blockSize
    let end = try connection.connection.transaction {
      let last = try lastKey(counter, in: connection)
      guard last <= Self.greatestKey - size else {
        throw StoreError(
          .database, "no keys for new objects are left: the last one of \(counter.table) is \(last)"
        )
      }
      let update = try connection.statement(
        "UPDATE \(counter.table) SET Z_MAX = ? WHERE Z_ENT = ?")
      update.bind(last + size)
      update.bind(counter.number)
      try update.run()
      return last + size
    }
    next = end - size + 1
    last = end
    blockSize = min(blockSize * Self.growth, Self.largestBlock)
  }

  /// Takes the next block out of another range, or what that has left of it.
  ///
  /// - Returns: Whether there was any.
  mutating func fill(from other: inout KeyRange) -> Bool {
    guard other.next <= other.last else { return false }
    (next, last) = (other.next, min(other.last, other.next + blockSize - 1))
    other.next = last + 1
    blockSize = min(blockSize * Self.growth, Self.largestBlock)
    return true
  }

  /// Reserves the next block from whoever counts keys, and takes its first key.
  ///
  /// - Parameter body: Takes the size of the block and gives its keys.
  package mutating func reserve(_ body: (Int64) throws -> ClosedRange<Int64>) throws -> Int64 {
    let keys = try body(blockSize)
    guard keys.lowerBound > 0, keys.upperBound <= Self.greatestKey else {
      throw StoreError(.database, "the store gives keys that cannot be any: \(keys)")
    }
    next = keys.lowerBound + 1
    last = keys.upperBound
    blockSize = min(blockSize * Self.growth, Self.largestBlock)
    return keys.lowerBound
  }

  /// Gives back the keys of the last block behind one, where nobody has reserved
  /// more since.
  package mutating func giveBack(
    after key: Int64, entityNumber counter: KeyCounter, in connection: StoreConnection
  ) throws {
    guard key < last else { return }
    let update = try connection.statement(
      "UPDATE \(counter.table) SET Z_MAX = ? WHERE Z_ENT = ? AND Z_MAX = ?")
    update.bind(key)
    update.bind(counter.number)
    update.bind(last)
    try update.run()
    last = key
  }

  private func lastKey(_ counter: KeyCounter, in connection: StoreConnection) throws -> Int64 {
    let select = try connection.statement(
      "SELECT \(counter.lastKey) FROM \(counter.table) WHERE Z_ENT = ?")
    defer { select.reset() }
    select.bind(counter.number)
    guard try select.step() else {
      throw StoreError(
        .notThisLayout, "Z_PRIMARYKEY has no row for entity number \(counter.number)")
    }
    return Row(select).int64(0)
  }
}
