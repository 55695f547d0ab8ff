import GRDB

extension RecordContender {
  func makeBanks(_ seeds: ArraySlice<BankSeed>) throws -> Body {
    let bank = try queue.nextKey(Schema.bankEntity)
    let details = try queue.nextKey(Schema.detailsEntity)
    return {
      let made = Self.make(seeds, bank, details)
      var checksum = Checksum()
      for bank in made.banks { checksum.add(bank) }
      for details in made.details { checksum.add(details) }
      return .read(checksum, holding: made)
    }
  }

  func saveBanks(_ seeds: ArraySlice<BankSeed>) throws -> Body {
    var (banks, details) = Self.make(
      seeds, try queue.nextKey(Schema.bankEntity), try queue.nextKey(Schema.detailsEntity))
    return { [queue] in
      try queue.write { database in
        for index in banks.indices {
          try details[index].insert(database)
          try banks[index].insert(database)
        }
        try database.raiseMaximum(of: Schema.bankEntity, to: banks.last?.key)
        try database.raiseMaximum(of: Schema.detailsEntity, to: details.last?.key)
      }
      return .wrote
    }
  }

  func makeOrders(_ seeds: ArraySlice<OrderSeed>) throws -> Body {
    let first = try queue.nextKey(Schema.orderEntity)
    return {
      let orders = Self.make(seeds, first)
      var checksum = Checksum()
      for order in orders { checksum.add(order) }
      return .read(checksum, holding: orders)
    }
  }

  func saveOrders(_ seeds: ArraySlice<OrderSeed>) throws -> Body {
    let first = try queue.nextKey(Schema.orderEntity)
    var orders = Self.make(seeds, first)
    return { [queue] in
      try queue.write { database in
        for index in orders.indices { try orders[index].insert(database) }
        try database.raiseMaximum(of: Schema.orderEntity, to: orders.last?.key)
      }
      return .wrote
    }
  }

  func renameCities(repetition: Int) throws -> Body {
    var banks = try queue.read { try BankRow.fetchAll($0) }
    let cities = banks.map { "\($0.city) \(repetition)" }
    return { [queue] in
      for index in banks.indices { banks[index].city = cities[index] }
      try queue.write { database in
        for index in banks.indices { try Self.saveCity(&banks[index], database) }
      }
      return .wrote
    }
  }

  func deleteBanks(keys: ClosedRange<Int64>) throws -> Body {
    let (banks, details) = try queue.read { database in
      try (
        BankRow.filter(keys.contains(Column("Z_PK"))).order(Column("Z_PK")).fetchAll(database),
        DetailsRow.filter(keys.contains(Column("ZINFO"))).order(Column("ZINFO")).fetchAll(database)
      )
    }
    return { [queue] in
      try queue.write { database in
        for (bank, details) in zip(banks, details) {
          let oldBank = try BankRow.filter(Self.at(bank.key, bank.version))
            .deleteAll(database)
          let oldDetails = try DetailsRow.filter(Self.at(details.key, details.version))
            .deleteAll(database)
          guard oldBank + oldDetails == 2 else { throw BenchError("changed: \(bank.key)") }
        }
      }
      return .wrote
    }
  }

  private static func make(
    _ seeds: ArraySlice<BankSeed>, _ bank: Int64, _ details: Int64
  ) -> (banks: [BankRow], details: [DetailsRow]) {
    var banks: [BankRow] = []
    var rows: [DetailsRow] = []
    banks.reserveCapacity(seeds.count)
    rows.reserveCapacity(seeds.count)
    var (bank, details) = (bank, details)
    for seed in seeds {
      banks.append(BankRow(seed, key: bank, detailsKey: details))
      rows.append(DetailsRow(seed, key: details, infoKey: bank))
      bank += 1
      details += 1
    }
    return (banks, rows)
  }

  private static func make(_ seeds: ArraySlice<OrderSeed>, _ first: Int64) -> [OrderRow] {
    var orders: [OrderRow] = []
    orders.reserveCapacity(seeds.count)
    var key = first
    for seed in seeds {
      orders.append(OrderRow(seed, key: key))
      key += 1
    }
    return orders
  }

  private static func saveCity(_ bank: inout BankRow, _ database: Database) throws {
    let changed = try BankRow.filter(at(bank.key, bank.version)).updateAll(
      database, Column("ZCITY").set(to: bank.city), Column("Z_OPT").set(to: bank.version + 1))
    guard changed == 1 else { throw BenchError("somebody else changed \(bank.key)") }
    bank.version += 1
  }

  /// The row, if nobody has changed it since.
  private static func at(_ key: Int64, _ version: Int32) -> SQLExpression {
    Column("Z_PK") == key && Column("Z_OPT") == version
  }
}
