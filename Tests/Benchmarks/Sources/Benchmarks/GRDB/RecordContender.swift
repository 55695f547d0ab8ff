import GRDB

/// GRDB as people write it: records, fetched and saved by its record methods.
///
/// A protocol and not a generic class, because the compiler specializes the functions for each
/// class that conforms, as if they had been written for its records alone.
protocol RecordContender: Contender {
  associatedtype BankRow: BankRecord
  associatedtype DetailsRow: DetailsRecord
  associatedtype OrderRow: OrderRecord
  var queue: DatabaseQueue { get }
}

extension RecordContender {
  func fetchBanks() -> Body {
    { [queue] in
      let banks = try queue.read { try BankRow.fetchAll($0) }
      var checksum = Checksum()
      for bank in banks { checksum.add(bank) }
      return .read(checksum, holding: banks)
    }
  }

  func fetchOrders() -> Body {
    { [queue] in
      let orders = try queue.read { try OrderRow.fetchAll($0) }
      var checksum = Checksum()
      for order in orders { checksum.add(order) }
      return .read(checksum, holding: orders)
    }
  }

  func snapshotBanks() throws -> Body { try fetchBanks() }
  func snapshotOrders() throws -> Body { try fetchOrders() }
  func refetchBanks() throws -> Body { try fetchBanks() }

  func findBanks(certs: [Int32]) -> Body {
    find(certs) { try BankRow.filter(Column("ZCERT") == $1).fetchOne($0) }
  }

  func findBanks(keys: [Int64]) -> Body {
    find(keys) { try BankRow.fetchOne($0, key: $1) }
  }

  func findHeldBanks(keys: [Int64]) throws -> Body { try findBanks(keys: keys) }

  func readDetails(limit: Int) throws -> Body {
    let banks = try queue.read { try BankRow.order(Column("Z_PK")).limit(limit).fetchAll($0) }
    return { [queue] in
      let details = try queue.read {
        try DetailsRow.fetchAll($0, keys: banks.compactMap(\.detailsKey))
      }
      let byKey = Dictionary(uniqueKeysWithValues: details.map { ($0.key, $0) })
      var checksum = Checksum()
      for bank in banks {
        if let key = bank.detailsKey, let details = byKey[key] { checksum.add(details) }
      }
      return .read(checksum, holding: details)
    }
  }

  /// No transaction around all of them: each look-up is a request of its own, as in T1.
  private func find<Value>(
    _ values: [Value], one: @escaping (Database, Value) throws -> BankRow?
  ) -> Body {
    { [queue] in
      var checksum = Checksum()
      try queue.unsafeRead { database in
        for value in values {
          guard let bank = try one(database, value) else { throw BenchError("no such bank") }
          checksum.add(bank)
        }
      }
      return .read(checksum, holding: queue)
    }
  }
}

/// Records that decode and encode themselves by column names.
final class PlainRecordContender: RecordContender {
  typealias BankRow = PlainBank
  typealias DetailsRow = PlainDetails
  typealias OrderRow = PlainOrder

  static let entry = ContenderEntry(name: "grdb-record", title: "GRDB records") {
    try PlainRecordContender(path: $0)
  }

  let queue: DatabaseQueue

  init(path: String) throws {
    queue = try DatabaseQueue.open(path)
  }
}

/// Records that leave it to `Codable`.
final class CodableRecordContender: RecordContender {
  typealias BankRow = CodableBank
  typealias DetailsRow = CodableDetails
  typealias OrderRow = CodableOrder

  static let entry = ContenderEntry(name: "grdb-codable", title: "GRDB Codable records") {
    try CodableRecordContender(path: $0)
  }

  let queue: DatabaseQueue

  init(path: String) throws {
    queue = try DatabaseQueue.open(path)
  }
}
