import Foundation

/// The details of a failure as a plain struct.
struct BankDetails: DetailsFields {
  var key: Int64
  var version: Int32
  var zip: Int32
  var infoKey: Int64?
  var closeDate: Date?
  var updateDate: Date?
}

extension BankDetails {
  /// New details that nobody saved yet.
  init(_ seed: BankSeed, key: Int64, infoKey: Int64) {
    self.key = key
    version = 1
    zip = seed.zip
    self.infoKey = infoKey
    closeDate = seed.closeDate
    updateDate = seed.updateDate
  }
}

/// What every contender's details let the checksum read.
protocol DetailsFields {
  var zip: Int32 { get }
  var closeDate: Date? { get }
}
