import GRDB

/// What the record contender asks of a bank record, plain or `Codable`.
protocol BankRecord: FetchableRecord, MutablePersistableRecord, BankFields {
  var key: Int64 { get }
  var version: Int32 { get set }
  var detailsKey: Int64? { get }
  var city: String { get set }
  init(_ seed: BankSeed, key: Int64, detailsKey: Int64)
}

/// What the record contender asks of a details record.
protocol DetailsRecord: FetchableRecord, MutablePersistableRecord, DetailsFields {
  var key: Int64 { get }
  var version: Int32 { get }
  init(_ seed: BankSeed, key: Int64, infoKey: Int64)
}

/// What the record contender asks of an order record.
protocol OrderRecord: FetchableRecord, MutablePersistableRecord, OrderFields {
  var key: Int64 { get }
  init(_ seed: OrderSeed, key: Int64)
}
