/// The primary keys of a hierarchy that a context may assign.
///
/// Keys are reserved from `Z_PRIMARYKEY.Z_MAX` in growing blocks, so that
/// creating objects needs few write transactions. Keys that a context does not
/// use remain unused.
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

  /// The factor by which blocks grow. A reservation takes about as much time as
  /// creating fifty objects, so a context that creates a thousand objects
  /// should need only a few reservations.
  private static let growth: Int64 = 8
  private static let largestBlock: Int64 = 4096
  /// The greatest key, chosen so that arithmetic with keys does not overflow.
  static let greatestKey: Int64 = 1 << 62

  /// Returns the next key; nil if a block must be reserved first.
  @inlinable package mutating func take() -> Int64? {
    guard next <= last else { return nil }
    defer { next += 1 }
    return next
  }

  /// Reserves the next block.
  ///
  /// In an open transaction, the keys belong to the caller only after the commit.
  ///
  /// - Throws: `StoreError` if no keys are left, or no row counts the keys.
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
      try connection.statement("UPDATE \(counter.table) SET Z_MAX = ? WHERE Z_ENT = ?")
        .binding([.integer(last + size), .integer(counter.number)]).run()
      return last + size
    }
    next = end - size + 1
    last = end
    blockSize = min(blockSize * Self.growth, Self.largestBlock)
  }

  /// Takes the next block from another range, or the remaining keys of that
  /// range.
  ///
  /// - Returns: True if the other range had keys left.
  mutating func fill(from other: inout KeyRange) -> Bool {
    guard other.next <= other.last else { return false }
    (next, last) = (other.next, min(other.last, other.next + blockSize - 1))
    other.next = last + 1
    blockSize = min(blockSize * Self.growth, Self.largestBlock)
    return true
  }

  /// Reserves the next block with a closure, and takes its first key.
  ///
  /// - Parameter body: A closure that reserves a block of the given size, and
  ///   returns its keys.
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

  /// Gives back the keys of the last block after a given key to the store,
  /// unless more keys have been reserved in the meantime.
  package mutating func giveBack(
    after key: Int64, entityNumber counter: KeyCounter, in connection: StoreConnection
  ) throws {
    guard key < last else { return }
    try connection.statement(
      "UPDATE \(counter.table) SET Z_MAX = ? WHERE Z_ENT = ? AND Z_MAX = ?"
    ).binding([.integer(key), .integer(counter.number), .integer(last)]).run()
    last = key
  }

  private func lastKey(_ counter: KeyCounter, in connection: StoreConnection) throws -> Int64 {
    let select = try connection.statement(
      "SELECT \(counter.lastKey) FROM \(counter.table) WHERE Z_ENT = ?")
    guard let key = try select.binding([.integer(counter.number)]).first({ $0.int64(0) }) else {
      throw StoreError(
        .notThisLayout, "Z_PRIMARYKEY has no row for entity number \(counter.number)")
    }
    return key
  }
}
