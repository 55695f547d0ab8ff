extension RawContender {
  func makeBanks(_ seeds: ArraySlice<BankSeed>) throws -> Body {
    let keys = try (bank: nextKey(Schema.bankEntity), details: nextKey(Schema.detailsEntity))
    return {
      let made = PlainBanks(seeds, firstBank: keys.bank, firstDetails: keys.details)
      return .read(made.checksum, holding: made)
    }
  }

  func saveBanks(_ seeds: ArraySlice<BankSeed>) throws -> Body {
    let made = PlainBanks(
      seeds, firstBank: try nextKey(Schema.bankEntity),
      firstDetails: try nextKey(Schema.detailsEntity))
    return { [self] in
      try connection.transaction {
        for details in made.details {
          details.bindAll(insertDetails)
          try insertDetails.run()
        }
        for bank in made.banks {
          bank.bindAll(insertBank, in: arena)
          try insertBank.run()
        }
        try raiseMaximum(of: Schema.bankEntity, to: made.banks.last?.key)
        try raiseMaximum(of: Schema.detailsEntity, to: made.details.last?.key)
      }
      return .wrote
    }
  }

  func makeOrders(_ seeds: ArraySlice<OrderSeed>) throws -> Body {
    let first = try nextKey(Schema.orderEntity)
    return {
      let made = PlainOrders(seeds, first: first)
      return .read(made.checksum, holding: made)
    }
  }

  func saveOrders(_ seeds: ArraySlice<OrderSeed>) throws -> Body {
    let made = PlainOrders(seeds, first: try nextKey(Schema.orderEntity))
    return { [self] in
      try connection.transaction {
        for order in made.orders {
          order.bindAll(insertOrder, in: arena)
          try insertOrder.run()
        }
        try raiseMaximum(of: Schema.orderEntity, to: made.orders.last?.key)
      }
      return .wrote
    }
  }

  func renameCities(repetition: Int) throws -> Body {
    var banks = try allBanks()
    let cities = banks.map { "\($0.city) \(repetition)" }
    return { [self] in
      for index in banks.indices { banks[index].city = cities[index] }
      try connection.transaction {
        for index in banks.indices { try saveCity(&banks[index]) }
      }
      return .wrote
    }
  }

  func deleteBanks(keys: ClosedRange<Int64>) throws -> Body {
    let (first, last) = (keys.lowerBound, keys.upperBound)
    let banks = try rows(connection.prepare(SQL.banksBetween), first, last) { Bank($0) }
    let details = try rows(connection.prepare(SQL.detailsBetween), first, last) { BankDetails($0) }
    return { [self] in
      try connection.transaction {
        for (bank, details) in zip(banks, details) {
          try delete(deleteBank, key: bank.key, version: bank.version)
          try delete(deleteDetails, key: details.key, version: details.version)
        }
      }
      return .wrote
    }
  }

  private func saveCity(_ bank: inout Bank) throws {
    arena.reset()
    updateCity.bind(bank.version + 1, at: 1)
    updateCity.bind(bank.city, at: 2, in: arena)
    updateCity.bind(bank.key, at: 3)
    updateCity.bind(bank.version, at: 4)
    try updateCity.run()
    guard connection.changes == 1 else { throw BenchError("somebody else changed \(bank.key)") }
    bank.version += 1
  }

  private func delete(_ statement: RawStatement, key: Int64, version: Int32) throws {
    statement.bind(key, at: 1)
    statement.bind(version, at: 2)
    try statement.run()
    guard connection.changes == 1 else { throw BenchError("somebody else changed \(key)") }
  }
}
