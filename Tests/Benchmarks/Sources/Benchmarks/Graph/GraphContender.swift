import GRDB

/// GRDB's statements with a hand-written identity map and dirty tracking on top.
///
/// Every cell that says "cold" begins with an empty context. Contexts are kept until the process
/// has done with the cell.
final class GraphContender: Contender {
  static let entry = ContenderEntry(name: "grdb-graph", title: "GRDB + identity map") {
    try GraphContender(path: $0)
  }

  private let queue: DatabaseQueue

  init(path: String) throws {
    queue = try DatabaseQueue.open(path)
  }

  func makeBanks(_ seeds: ArraySlice<BankSeed>) throws -> Body {
    let context = try GraphContext(queue)
    return {
      var checksum = Checksum()
      for seed in seeds {
        let made = context.makeBank(seed)
        checksum.add(made.bank)
        checksum.add(made.details)
      }
      return .read(checksum, holding: context)
    }
  }

  func saveBanks(_ seeds: ArraySlice<BankSeed>) throws -> Body {
    let context = try GraphContext(queue)
    for seed in seeds { _ = context.makeBank(seed) }
    return {
      try context.save()
      return .wrote
    }
  }

  func makeOrders(_ seeds: ArraySlice<OrderSeed>) throws -> Body {
    let context = try GraphContext(queue)
    return {
      var checksum = Checksum()
      for seed in seeds { checksum.add(context.makeOrder(seed).values) }
      return .read(checksum, holding: context)
    }
  }

  func saveOrders(_ seeds: ArraySlice<OrderSeed>) throws -> Body {
    let context = try GraphContext(queue)
    for seed in seeds { _ = context.makeOrder(seed) }
    return {
      try context.save()
      return .wrote
    }
  }

  func fetchBanks() throws -> Body {
    banks(in: try GraphContext(queue))
  }

  func fetchOrders() throws -> Body {
    let context = try GraphContext(queue)
    return {
      let orders = try context.fetchOrders()
      var checksum = Checksum()
      for order in orders { checksum.add(order.values) }
      return .read(checksum, holding: (context, orders))
    }
  }

  func snapshotBanks() -> Body {
    PreparedContender(queue).snapshotBanks()
  }

  func snapshotOrders() -> Body {
    PreparedContender(queue).snapshotOrders()
  }

  func refetchBanks() throws -> Body {
    let context = try GraphContext(queue)
    _ = try context.fetchBanks(SQL.selectBanks)
    return banks(in: context)
  }

  func findBanks(certs: [Int32]) throws -> Body {
    find(certs, in: try GraphContext(queue)) { try $0.oneBank(SQL.bankByCert, $1, $2) }
  }

  func findBanks(keys: [Int64]) throws -> Body {
    find(keys, in: try GraphContext(queue)) { try $0.bank(key: $1, $2) }
  }

  func findHeldBanks(keys: [Int64]) throws -> Body {
    let context = try GraphContext(queue)
    _ = try context.fetchBanks(SQL.selectBanks)
    return find(keys, in: context) { try $0.bank(key: $1, $2) }
  }

  func renameCities(repetition: Int) throws -> Body {
    let context = try GraphContext(queue)
    let banks = try context.fetchBanks(SQL.selectBanks)
    let cities = banks.map { "\($0.city) \(repetition)" }
    return {
      for (bank, city) in zip(banks, cities) { bank.city = city }
      try context.save()
      return .wrote
    }
  }

  func readDetails(limit: Int) throws -> Body {
    let context = try GraphContext(queue)
    let banks = try context.fetchBanks(SQL.firstBanks, [limit])
    return {
      try context.prefetchDetails(of: banks)
      var checksum = Checksum()
      for bank in banks {
        if let details = try bank.details { checksum.add(details) }
      }
      return .read(checksum, holding: context)
    }
  }

  func deleteBanks(keys: ClosedRange<Int64>) throws -> Body {
    let context = try GraphContext(queue)
    let bounds: StatementArguments = [keys.lowerBound, keys.upperBound]
    let banks = try context.fetchBanks(SQL.banksBetween, bounds)
    _ = try context.fetchDetails(SQL.detailsBetween, bounds)
    return {
      for bank in banks { context.delete(bank) }
      try context.save()
      return .wrote
    }
  }

  private func banks(in context: GraphContext) -> Body {
    {
      let banks = try context.fetchBanks(SQL.selectBanks)
      var checksum = Checksum()
      for bank in banks { checksum.add(bank) }
      return .read(checksum, holding: (context, banks))
    }
  }

  private func find<Value>(
    _ values: [Value], in context: GraphContext,
    one: @escaping (GraphContext, Value, Database) throws -> GraphBank?
  ) -> Body {
    { [queue] in
      var checksum = Checksum()
      try queue.unsafeRead { database in
        for value in values {
          guard let bank = try one(context, value, database) else {
            throw BenchError("no such bank")
          }
          checksum.add(bank)
        }
      }
      return .read(checksum, holding: context)
    }
  }
}
