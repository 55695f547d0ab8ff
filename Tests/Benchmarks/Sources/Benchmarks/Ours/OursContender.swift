import BenchModel
import Foundation
import ModelRuntime

/// The runtime of this package with generated classes, as an application uses it.
///
/// Every cell that says "cold" begins with an empty context. Contexts are kept until the process
/// has done with the cell: objects do not keep theirs alive.
final class OursContender: Contender {
  static let entry = ContenderEntry(name: "ours", title: "this package's runtime") {
    try OursContender(path: $0)
  }

  let container: PersistentContainer

  init(path: String) throws {
    let configuration = StoreConfiguration(url: URL(fileURLWithPath: path))
    container = try PersistentContainer(.bench, configuration: configuration)
  }
}

// The classes have the properties that the checksums read.

extension FailedBankInfo: BankFields {}
extension FailedBankDetails: DetailsFields {}
extension CustomerOrder: OrderFields {}

// Snapshots have theirs as dynamic members, which are no witnesses of a protocol.

extension ObjectSnapshot: BankFields where Values == FailedBankInfo.Values {
  var cert: Int32? { self[dynamicMember: \.cert] }
  var acquirer: String? { self[dynamicMember: \.acquirer] }
  var city: String { self[dynamicMember: \.city] }
  var name: String { self[dynamicMember: \.name] }
  var state: String { self[dynamicMember: \.state] }
}

extension ObjectSnapshot: OrderFields where Values == CustomerOrder.Values {
  var employee: Int32 { self[dynamicMember: \.employee] }
  var number: Int32 { self[dynamicMember: \.number] }
  var shipVia: Int32 { self[dynamicMember: \.shipVia] }
  var freight: Double { self[dynamicMember: \.freight] }
  var customer: String { self[dynamicMember: \.customer] }
  var orderDate: String { self[dynamicMember: \.orderDate] }
  var requiredDate: String { self[dynamicMember: \.requiredDate] }
  var shipAddress: String { self[dynamicMember: \.shipAddress] }
  var shipCity: String { self[dynamicMember: \.shipCity] }
  var shipCountry: String { self[dynamicMember: \.shipCountry] }
  var shipName: String { self[dynamicMember: \.shipName] }
  var shippedDate: String { self[dynamicMember: \.shippedDate] }
  var shipPostalCode: String { self[dynamicMember: \.shipPostalCode] }
  var shipRegion: String { self[dynamicMember: \.shipRegion] }
}
