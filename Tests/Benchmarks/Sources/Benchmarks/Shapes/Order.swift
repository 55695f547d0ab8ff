/// An order of 14 columns, shaped like Northwind's: ten texts, most of them longer than the 15
/// bytes that fit into a `String` without an allocation.
struct Order: OrderFields {
  var key: Int64
  var version: Int32
  var employee: Int32
  var number: Int32
  var shipVia: Int32
  var freight: Double
  var customer: String
  var orderDate: String
  var requiredDate: String
  var shipAddress: String
  var shipCity: String
  var shipCountry: String
  var shipName: String
  var shippedDate: String
  var shipPostalCode: String
  var shipRegion: String
}

extension Order {
  /// A new order that nobody saved yet.
  init(_ seed: OrderSeed, key: Int64) {
    self.key = key
    version = 1
    employee = seed.employee
    number = seed.number
    shipVia = seed.shipVia
    freight = seed.freight
    customer = seed.customer
    orderDate = seed.orderDate
    requiredDate = seed.requiredDate
    shipAddress = seed.shipAddress
    shipCity = seed.shipCity
    shipCountry = seed.shipCountry
    shipName = seed.shipName
    shippedDate = seed.shippedDate
    shipPostalCode = seed.shipPostalCode
    shipRegion = seed.shipRegion
  }
}

/// What every contender's order lets the checksum read.
protocol OrderFields {
  var employee: Int32 { get }
  var number: Int32 { get }
  var shipVia: Int32 { get }
  var freight: Double { get }
  var customer: String { get }
  var orderDate: String { get }
  var requiredDate: String { get }
  var shipAddress: String { get }
  var shipCity: String { get }
  var shipCountry: String { get }
  var shipName: String { get }
  var shippedDate: String { get }
  var shipPostalCode: String { get }
  var shipRegion: String { get }
}
