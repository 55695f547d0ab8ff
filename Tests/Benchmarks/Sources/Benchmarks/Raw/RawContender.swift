/// T1, the reference: hand-written code over the raw C API. Statements are prepared once, texts
/// bound without a copy, rows decoded straight into structs.
final class RawContender: Contender {
  static let entry = ContenderEntry(name: "raw", title: "T1 raw C API") {
    try RawContender(path: $0)
  }

  let connection: RawConnection
  let arena = TextArena()
  let insertBank: RawStatement
  let insertDetails: RawStatement
  let insertOrder: RawStatement
  let raiseMaximum: RawStatement
  let selectBanks: RawStatement
  let selectOrders: RawStatement
  let bankByCert: RawStatement
  let bankByKey: RawStatement
  let detailsOfBanks: RawStatement
  let updateCity: RawStatement
  let deleteBank: RawStatement
  let deleteDetails: RawStatement

  init(path: String) throws {
    connection = try RawConnection(path: path)
    insertBank = try connection.prepare(Bank.insert)
    insertDetails = try connection.prepare(BankDetails.insert)
    insertOrder = try connection.prepare(Order.insert)
    raiseMaximum = try connection.prepare(SQL.raiseMaximum)
    selectBanks = try connection.prepare(SQL.selectBanks)
    selectOrders = try connection.prepare(SQL.selectOrders)
    bankByCert = try connection.prepare(SQL.bankByCert)
    bankByKey = try connection.prepare(SQL.bankByKey)
    detailsOfBanks = try connection.prepare(SQL.detailsOfBanks)
    updateCity = try connection.prepare(SQL.updateCity)
    deleteBank = try connection.prepare(SQL.deleteBank)
    deleteDetails = try connection.prepare(SQL.deleteDetails)
  }

  /// The first key that is free, of one entity.
  func nextKey(_ entity: Int32) throws -> Int64 {
    let statement = try connection.prepare(SQL.maximum)
    statement.bind(entity, at: 1)
    _ = try statement.step()
    return statement.int64(0) + 1
  }

  /// Records the last key given out, as part of a save.
  func raiseMaximum(of entity: Int32, to key: Int64?) throws {
    guard let key else { return }
    raiseMaximum.bind(key, at: 1)
    raiseMaximum.bind(entity, at: 2)
    try raiseMaximum.run()
  }
}
