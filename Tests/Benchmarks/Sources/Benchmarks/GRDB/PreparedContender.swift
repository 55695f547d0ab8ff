import GRDB

/// GRDB at its best: prepared statements, rows decoded by column index.
final class PreparedContender: Contender {
  static let entry = ContenderEntry(name: "grdb-statement", title: "GRDB statements, index") {
    try PreparedContender(path: $0)
  }

  let queue: DatabaseQueue

  convenience init(path: String) throws {
    try self.init(DatabaseQueue.open(path))
  }

  init(_ queue: DatabaseQueue) {
    self.queue = queue
  }

  func fetchBanks() -> Body {
    { [queue] in
      let banks = try queue.read { try $0.rows(SQL.selectBanks) { Bank(row: $0) } }
      var checksum = Checksum()
      for bank in banks { checksum.add(bank) }
      return .read(checksum, holding: banks)
    }
  }

  func fetchOrders() -> Body {
    { [queue] in
      let orders = try queue.read { try $0.rows(SQL.selectOrders) { Order(row: $0) } }
      var checksum = Checksum()
      for order in orders { checksum.add(order) }
      return .read(checksum, holding: orders)
    }
  }

  func snapshotBanks() -> Body { fetchBanks() }
  func snapshotOrders() -> Body { fetchOrders() }
  func refetchBanks() -> Body { fetchBanks() }

  func findBanks(certs: [Int32]) -> Body {
    find(SQL.bankByCert, certs)
  }

  func findBanks(keys: [Int64]) -> Body {
    find(SQL.bankByKey, keys)
  }

  func findHeldBanks(keys: [Int64]) -> Body { findBanks(keys: keys) }

  func readDetails(limit: Int) throws -> Body {
    let banks = try queue.read { try $0.rows(SQL.firstBanks, [limit]) { Bank(row: $0) } }
    return { [queue] in
      let details = try queue.read {
        try $0.rows(SQL.detailsOfBanks, [limit]) { BankDetails(row: $0) }
      }
      var checksum = Checksum()
      for (bank, details) in zip(banks, details) where bank.detailsKey == details.key {
        checksum.add(details)
      }
      return .read(checksum, holding: details)
    }
  }

  /// No transaction around all of them: each look-up is a request of its own, as in T1.
  private func find(_ sql: String, _ values: [some DatabaseValueConvertible]) -> Body {
    { [queue] in
      var checksum = Checksum()
      try queue.unsafeRead { database in
        for value in values {
          let statement = try database.cachedStatement(sql: sql)
          let rows = try Row.fetchCursor(statement, arguments: [value])
          guard let row = try rows.next() else { throw BenchError("no such bank") }
          checksum.add(Bank(row: row))
        }
      }
      return .read(checksum, holding: queue)
    }
  }
}

extension Database {
  /// All rows of a cached statement, decoded as they come.
  @inline(__always)
  func rows<Value>(
    _ sql: String, _ arguments: StatementArguments = [], decode: (Row) -> Value
  ) throws -> [Value] {
    let cursor = try Row.fetchCursor(cachedStatement(sql: sql), arguments: arguments)
    var values: [Value] = []
    while let row = try cursor.next() {
      values.append(decode(row))
    }
    return values
  }
}
