import GRDB

extension PreparedContender {
  func makeBanks(_ seeds: ArraySlice<BankSeed>) throws -> Body {
    let bank = try queue.nextKey(Schema.bankEntity)
    let details = try queue.nextKey(Schema.detailsEntity)
    return {
      let made = PlainBanks(seeds, firstBank: bank, firstDetails: details)
      return .read(made.checksum, holding: made)
    }
  }

  func saveBanks(_ seeds: ArraySlice<BankSeed>) throws -> Body {
    let made = PlainBanks(
      seeds, firstBank: try queue.nextKey(Schema.bankEntity),
      firstDetails: try queue.nextKey(Schema.detailsEntity))
    return { [queue] in
      try queue.write { database in
        let insertBank = try database.cachedStatement(sql: Bank.insert)
        let insertDetails = try database.cachedStatement(sql: BankDetails.insert)
        for index in made.banks.indices {
          try insertDetails.execute(arguments: made.details[index].arguments)
          try insertBank.execute(arguments: made.banks[index].arguments)
        }
        try database.raiseMaximum(of: Schema.bankEntity, to: made.banks.last?.key)
        try database.raiseMaximum(of: Schema.detailsEntity, to: made.details.last?.key)
      }
      return .wrote
    }
  }

  func makeOrders(_ seeds: ArraySlice<OrderSeed>) throws -> Body {
    let first = try queue.nextKey(Schema.orderEntity)
    return {
      let made = PlainOrders(seeds, first: first)
      return .read(made.checksum, holding: made)
    }
  }

  func saveOrders(_ seeds: ArraySlice<OrderSeed>) throws -> Body {
    let made = PlainOrders(seeds, first: try queue.nextKey(Schema.orderEntity))
    return { [queue] in
      try queue.write { database in
        let insert = try database.cachedStatement(sql: Order.insert)
        for order in made.orders {
          try insert.execute(arguments: order.arguments)
        }
        try database.raiseMaximum(of: Schema.orderEntity, to: made.orders.last?.key)
      }
      return .wrote
    }
  }

  func renameCities(repetition: Int) throws -> Body {
    var banks = try queue.read { try $0.rows(SQL.selectBanks) { Bank(row: $0) } }
    let cities = banks.map { "\($0.city) \(repetition)" }
    return { [queue] in
      for index in banks.indices { banks[index].city = cities[index] }
      try queue.write { database in
        let update = try database.cachedStatement(sql: SQL.updateCity)
        for index in banks.indices {
          let bank = banks[index]
          try update.execute(arguments: [bank.version + 1, bank.city, bank.key, bank.version])
          guard database.changesCount == 1 else { throw BenchError("changed: \(bank.key)") }
          banks[index].version += 1
        }
      }
      return .wrote
    }
  }

  func deleteBanks(keys: ClosedRange<Int64>) throws -> Body {
    let bounds: StatementArguments = [keys.lowerBound, keys.upperBound]
    let (banks, details) = try queue.read { database in
      try (
        database.rows(SQL.banksBetween, bounds) { Bank(row: $0) },
        database.rows(SQL.detailsBetween, bounds) { BankDetails(row: $0) }
      )
    }
    return { [queue] in
      try queue.write { database in
        for (bank, details) in zip(banks, details) {
          try database.changeOne(SQL.deleteBank, [bank.key, bank.version])
          try database.changeOne(SQL.deleteDetails, [details.key, details.version])
        }
      }
      return .wrote
    }
  }
}
