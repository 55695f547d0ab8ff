/// A failed bank as a plain struct: what hand-written code fills.
struct Bank: BankFields {
  var key: Int64
  var version: Int32
  var cert: Int32?
  var detailsKey: Int64?
  var acquirer: String?
  var city: String
  var name: String
  var state: String
}

extension Bank {
  /// A new bank that nobody saved yet.
  init(_ seed: BankSeed, key: Int64, detailsKey: Int64?) {
    self.key = key
    version = 1
    cert = seed.cert
    self.detailsKey = detailsKey
    acquirer = seed.acquirer
    city = seed.city
    name = seed.name
    state = seed.state
  }
}

/// What every contender's bank lets the checksum read.
protocol BankFields {
  var cert: Int32? { get }
  var acquirer: String? { get }
  var city: String { get }
  var name: String { get }
  var state: String { get }
}
