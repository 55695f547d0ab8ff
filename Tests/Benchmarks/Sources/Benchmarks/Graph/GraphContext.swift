import GRDB

/// Holds one object a row, and what has changed since the last save.
final class GraphContext {
  private let queue: DatabaseQueue
  private var banks: [Int64: GraphBank] = [:]
  private var details: [Int64: GraphDetails] = [:]
  private var orders: [Int64: GraphOrder] = [:]
  private var changedBanks: [GraphBank] = []
  private var newBanks: [GraphBank] = []
  private var newDetails: [GraphDetails] = []
  private var newOrders: [GraphOrder] = []
  private var deletedBanks: [GraphBank] = []
  private var updates: [UInt64: String] = [:]
  private var nextBank: Int64
  private var nextDetails: Int64
  private var nextOrder: Int64

  init(_ queue: DatabaseQueue) throws {
    self.queue = queue
    nextBank = try queue.nextKey(Schema.bankEntity)
    nextDetails = try queue.nextKey(Schema.detailsEntity)
    nextOrder = try queue.nextKey(Schema.orderEntity)
  }
}

// Fetching.
extension GraphContext {
  /// A bank that is held stays as it is; its columns are not read again.
  func fetchBanks(_ sql: String, _ arguments: StatementArguments = []) throws -> [GraphBank] {
    try queue.read { try $0.rows(sql, arguments) { bank($0) } }
  }

  func fetchDetails(_ sql: String, _ arguments: StatementArguments) throws -> [GraphDetails] {
    try queue.read { try $0.rows(sql, arguments) { details($0) } }
  }

  func fetchOrders() throws -> [GraphOrder] {
    try queue.read { try $0.rows(SQL.selectOrders) { order($0) } }
  }

  func bank(key: Int64, _ database: Database) throws -> GraphBank? {
    if let bank = banks[key] { return bank }
    return try oneBank(SQL.bankByKey, key, database)
  }

  func oneBank(
    _ sql: String, _ value: some DatabaseValueConvertible, _ database: Database
  ) throws -> GraphBank? {
    let statement = try database.cachedStatement(sql: sql)
    let cursor = try Row.fetchCursor(statement, arguments: [value])
    return try cursor.next().map { bank($0) }
  }

  func details(key: Int64) throws -> GraphDetails? {
    if let details = details[key] { return details }
    return try fetchDetails(SQL.selectDetails + " WHERE Z_PK = ?", [key]).first
  }

  /// Fetches the details of many banks at once, so that reading them one by one finds them held.
  func prefetchDetails(of banks: [GraphBank]) throws {
    let missing = banks.compactMap(\.detailsKey).filter { details[$0] == nil }
    let step = 500
    try queue.read { database in
      for start in stride(from: 0, to: missing.count, by: step) {
        let keys = missing[start..<min(start + step, missing.count)]
        let marks = databaseQuestionMarks(count: keys.count)
        let sql = "\(SQL.selectDetails) WHERE Z_PK IN (\(marks))"
        _ = try database.rows(sql, StatementArguments(keys)) { details($0) }
      }
    }
  }

  private func bank(_ row: Row) -> GraphBank {
    let key: Int64 = row[0]
    if let bank = banks[key] { return bank }
    let bank = GraphBank(row: row, key: key, context: self)
    banks[key] = bank
    return bank
  }

  private func details(_ row: Row) -> GraphDetails {
    let key: Int64 = row[0]
    if let details = details[key] { return details }
    let object = GraphDetails(BankDetails(row: row))
    details[key] = object
    return object
  }

  private func order(_ row: Row) -> GraphOrder {
    let key: Int64 = row[0]
    if let order = orders[key] { return order }
    let order = GraphOrder(Order(row: row))
    orders[key] = order
    return order
  }
}

// Changing.
extension GraphContext {
  func makeBank(_ seed: BankSeed) -> (bank: GraphBank, details: GraphDetails) {
    let bank = GraphBank(seed, key: nextBank, detailsKey: nextDetails, context: self)
    let object = GraphDetails(BankDetails(seed, key: nextDetails, infoKey: nextBank))
    banks[nextBank] = bank
    details[nextDetails] = object
    newBanks.append(bank)
    newDetails.append(object)
    nextBank += 1
    nextDetails += 1
    return (bank, object)
  }

  func makeOrder(_ seed: OrderSeed) -> GraphOrder {
    let order = GraphOrder(Order(seed, key: nextOrder))
    orders[nextOrder] = order
    newOrders.append(order)
    nextOrder += 1
    return order
  }

  /// Deletes a bank; its details follow when the deletion is saved.
  func delete(_ bank: GraphBank) {
    deletedBanks.append(bank)
  }

  func noticeChange(of bank: GraphBank) {
    changedBanks.append(bank)
  }
}

// Saving.
extension GraphContext {
  func save() throws {
    try queue.write { database in
      try insertNew(database)
      try updateChanged(database)
      try deleteDeleted(database)
    }
    forgetDeleted()
    for bank in changedBanks { bank.markSaved() }
    changedBanks = []
    newBanks = []
    newDetails = []
    newOrders = []
  }

  private func insertNew(_ database: Database) throws {
    let insertDetails = try database.cachedStatement(sql: BankDetails.insert)
    let insertBank = try database.cachedStatement(sql: Bank.insert)
    let insertOrder = try database.cachedStatement(sql: Order.insert)
    for details in newDetails { try insertDetails.execute(arguments: details.arguments) }
    for bank in newBanks { try insertBank.execute(arguments: bank.arguments) }
    for order in newOrders { try insertOrder.execute(arguments: order.values.arguments) }
    try database.raiseMaximum(of: Schema.bankEntity, to: newBanks.last?.key)
    try database.raiseMaximum(of: Schema.detailsEntity, to: newDetails.last?.key)
    try database.raiseMaximum(of: Schema.orderEntity, to: newOrders.last?.key)
  }

  private func updateChanged(_ database: Database) throws {
    for bank in changedBanks {
      var values: [(any DatabaseValueConvertible)?] = [bank.version + 1]
      for bit in GraphBank.changeable.indices where bank.changed & 1 << bit != 0 {
        values.append(bank.value(bit))
      }
      values.append(bank.key)
      values.append(bank.version)
      try database.changeOne(updateSQL(bank.changed), StatementArguments(values))
    }
  }

  private func updateSQL(_ changed: UInt64) -> String {
    if let sql = updates[changed] { return sql }
    let columns = GraphBank.changeable.indices.filter { changed & 1 << $0 != 0 }
    let list = columns.map { "\(GraphBank.changeable[$0]) = ?" }.joined(separator: ", ")
    let sql = "UPDATE ZFAILEDBANKINFO SET Z_OPT = ?, \(list) WHERE Z_PK = ? AND Z_OPT = ?"
    updates[changed] = sql
    return sql
  }

  private func deleteDeleted(_ database: Database) throws {
    for bank in deletedBanks {
      try database.changeOne(SQL.deleteBank, [bank.key, bank.version])
      guard let key = bank.detailsKey, let details = details[key] else { continue }
      try database.changeOne(SQL.deleteDetails, [key, details.version])
    }
  }

  private func forgetDeleted() {
    for bank in deletedBanks {
      banks[bank.key] = nil
      if let key = bank.detailsKey { details[key] = nil }
    }
    deletedBanks = []
  }
}
