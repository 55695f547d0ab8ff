import Foundation

/// What a cell read or left behind. All contenders must come to the same one: that shows that the
/// same work was done, and keeps the compiler from leaving it out.
struct Checksum: Equatable, CustomStringConvertible {
  var count = 0
  var sum: Int64 = 0

  var description: String { "\(count)/\(sum)" }

  /// Reads every attribute of a bank.
  @inline(__always)
  mutating func add(_ bank: some BankFields) {
    count += 1
    let texts = bank.name.utf8.count + bank.city.utf8.count + bank.state.utf8.count
    sum &+= Int64(texts + (bank.acquirer?.utf8.count ?? 0)) &+ Int64(bank.cert ?? 0)
  }

  /// Reads what a hop from a bank to its details is made for.
  @inline(__always)
  mutating func add(_ details: some DetailsFields) {
    count += 1
    let close = details.closeDate?.timeIntervalSinceReferenceDate ?? 0
    sum &+= Int64(details.zip) &+ Int64(close)
  }

  /// Takes the attributes of a purchase and its customer.
  @inline(__always)
  mutating func add(purchase number: Int32, day: Date, customer name: String, city: String) {
    count += 1
    sum = sum &* 31 &+ Int64(number) &+ Int64(day.timeIntervalSinceReferenceDate)
    sum &+= Int64(name.utf8.count + city.utf8.count)
  }

  /// Takes the attributes of a line; the place counts.
  @inline(__always)
  mutating func add(line product: String, quantity: Int32, price: Double) {
    count += 1
    sum = sum &* 31 &+ Int64(product.utf8.count) &+ Int64(quantity) &+ Int64(price * 4)
  }

  /// Takes a label; their order does not count.
  @inline(__always)
  mutating func add(label name: String) {
    count += 1
    sum &+= Int64(name.utf8.count) &+ Int64(name.utf8.last ?? 0)
  }

  /// Reads every attribute of an order.
  @inline(__always)
  mutating func add(_ order: some OrderFields) {
    count += 1
    var texts = order.customer.utf8.count + order.orderDate.utf8.count
    texts += order.requiredDate.utf8.count + order.shipAddress.utf8.count
    texts += order.shipCity.utf8.count + order.shipCountry.utf8.count
    texts += order.shipName.utf8.count + order.shippedDate.utf8.count
    texts += order.shipPostalCode.utf8.count + order.shipRegion.utf8.count
    let numbers = Int64(order.employee) + Int64(order.number) + Int64(order.shipVia)
    sum &+= Int64(texts) &+ numbers &+ Int64(order.freight * 4)
  }
}
