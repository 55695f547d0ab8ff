import GRDB

/// GRDB as people write it: records, fetched and saved by its record methods.
final class RecordContender<BankRow: BankRecord, DetailsRow: DetailsRecord, OrderRow: OrderRecord>:
  Contender
{
  let queue: DatabaseQueue

  init(path: String) throws {
    queue = try DatabaseQueue.open(path)
  }

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

  func snapshotBanks() -> Body { fetchBanks() }
  func snapshotOrders() -> Body { fetchOrders() }
  func refetchBanks() -> Body { fetchBanks() }

  func findBanks(certs: [Int32]) -> Body {
    find(certs) { try BankRow.filter(Column("ZCERT") == $1).fetchOne($0) }
  }

  func findBanks(keys: [Int64]) -> Body {
    find(keys) { try BankRow.fetchOne($0, key: $1) }
  }

  func findHeldBanks(keys: [Int64]) -> Body { findBanks(keys: keys) }

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

/// The record contenders there are.
enum RecordContenders {
  static let plain = ContenderEntry(name: "grdb-record", title: "GRDB records") {
    try RecordContender<PlainBank, PlainDetails, PlainOrder>(path: $0)
  }
  static let codable = ContenderEntry(name: "grdb-codable", title: "GRDB Codable records") {
    try RecordContender<CodableBank, CodableDetails, CodableOrder>(path: $0)
  }
}
