extension RawContender {
  func fetchBanks() -> Body {
    { [self] in
      let banks = try allBanks()
      var checksum = Checksum()
      for bank in banks { checksum.add(bank) }
      return .read(checksum, holding: banks)
    }
  }

  func fetchOrders() -> Body {
    { [self] in
      let orders = try allOrders()
      var checksum = Checksum()
      for order in orders { checksum.add(order) }
      return .read(checksum, holding: orders)
    }
  }

  func snapshotBanks() -> Body { fetchBanks() }
  func snapshotOrders() -> Body { fetchOrders() }
  func refetchBanks() -> Body { fetchBanks() }

  func findBanks(certs: [Int32]) -> Body {
    { [self] in
      var checksum = Checksum()
      for cert in certs {
        bankByCert.bind(cert, at: 1)
        checksum.add(try one(bankByCert))
      }
      return .read(checksum, holding: self)
    }
  }

  func findBanks(keys: [Int64]) -> Body {
    { [self] in
      var checksum = Checksum()
      for key in keys {
        bankByKey.bind(key, at: 1)
        checksum.add(try one(bankByKey))
      }
      return .read(checksum, holding: self)
    }
  }

  func findHeldBanks(keys: [Int64]) -> Body { findBanks(keys: keys) }

  func readDetails(limit: Int) throws -> Body {
    let banks = try rows(connection.prepare(SQL.firstBanks), Int64(limit)) { Bank($0) }
    return { [self] in
      let details = try rows(detailsOfBanks, Int64(limit)) { BankDetails($0) }
      var checksum = Checksum()
      for (bank, details) in zip(banks, details) where bank.detailsKey == details.key {
        checksum.add(details)
      }
      return .read(checksum, holding: details)
    }
  }

  func allBanks() throws -> [Bank] {
    defer { selectBanks.reset() }
    var banks: [Bank] = []
    while try selectBanks.step() {
      banks.append(Bank(selectBanks))
    }
    return banks
  }

  private func allOrders() throws -> [Order] {
    defer { selectOrders.reset() }
    var orders: [Order] = []
    while try selectOrders.step() {
      orders.append(Order(selectOrders))
    }
    return orders
  }

  private func one(_ statement: RawStatement) throws -> Bank {
    defer { statement.reset() }
    guard try statement.step() else { throw BenchError("no such bank") }
    return Bank(statement)
  }

  @inline(__always)
  func rows<Row>(
    _ statement: RawStatement, _ parameters: Int64..., decode: (RawStatement) -> Row
  ) throws -> [Row] {
    defer { statement.reset() }
    for (index, parameter) in parameters.enumerated() {
      statement.bind(parameter, at: Int32(index + 1))
    }
    var rows: [Row] = []
    while try statement.step() {
      rows.append(decode(statement))
    }
    return rows
  }
}
