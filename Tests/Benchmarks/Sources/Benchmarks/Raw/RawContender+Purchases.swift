import Foundation

// The graph by hand: each table is read once, in the order of its owners, into arrays; what many
// share is found in a dictionary.

extension RawContender {
  func walkPurchases() throws -> Body? {
    let customers = try connection.prepare(PlainCustomer.select)
    let purchases = try connection.prepare(PlainPurchase.select)
    let lines = try connection.prepare(PlainLine.select)
    let labels = try connection.prepare(PlainLabel.select)
    let pairs = try connection.prepare(SQL.selectPairs)
    return { [self] in
      var graph = PlainGraph()
      for customer in try rows(customers, decode: { PlainCustomer($0) }) {
        graph.customers[customer.key] = customer
      }
      for label in try rows(labels, decode: { PlainLabel($0) }) { graph.labels[label.key] = label }
      graph.lines = try rows(lines) { PlainLine($0) }
      try graph.link(pairs)
      graph.purchases = try rows(purchases) { PlainPurchase($0) }
      return .read(graph.checksum, holding: graph)
    }
  }
}

/// Purchases and what they lead to.
private struct PlainGraph {
  var purchases: [PlainPurchase] = []
  var customers: [Int64: PlainCustomer] = [:]
  /// In the order of their purchases, then of their places.
  var lines: [PlainLine] = []
  var labels: [Int64: PlainLabel] = [:]

  /// Gives the lines their labels; pairs come in the order of the lines' keys.
  mutating func link(_ pairs: RawStatement) throws {
    defer { pairs.reset() }
    let places = Dictionary(
      uniqueKeysWithValues: lines.indices.map { (lines[$0].key, $0) })
    var (key, place) = (Int64(0), 0)
    while try pairs.step() {
      let next = pairs.int64(0)
      if next != key { (key, place) = (next, places[next] ?? 0) }
      if let label = labels[pairs.int64(1)] { lines[place].labels.append(label) }
    }
  }

  var checksum: Checksum {
    var checksum = Checksum()
    var rest = lines[...]
    for purchase in purchases {
      let customer = customers[purchase.customerKey ?? 0]
      checksum.add(
        purchase: purchase.number, day: purchase.day, customer: customer?.name ?? "",
        city: customer?.city ?? "")
      while let line = rest.first, line.purchaseKey == purchase.key {
        rest.removeFirst()
        checksum.add(line: line.product, quantity: line.quantity, price: line.price)
        for label in line.labels { checksum.add(label: label.name) }
      }
    }
    return checksum
  }
}

struct PlainCustomer {
  static let select = "SELECT Z_PK, Z_OPT, ZCITY, ZNAME FROM ZCUSTOMER"

  var key: Int64
  var version: Int32
  var city: String
  var name: String

  init(_ row: RawStatement) {
    key = row.int64(0)
    version = row.int32(1)
    city = row.text(2)
    name = row.text(3)
  }
}

struct PlainPurchase {
  static let select =
    "SELECT Z_PK, Z_OPT, ZNUMBER, ZCUSTOMER, ZDAY FROM ZPURCHASE ORDER BY Z_PK"

  var key: Int64
  var version: Int32
  var number: Int32
  var customerKey: Int64?
  var day: Date

  init(_ row: RawStatement) {
    key = row.int64(0)
    version = row.int32(1)
    number = row.int32(2)
    customerKey = row.optionalInt64(3)
    day = Date(timeIntervalSinceReferenceDate: row.double(4))
  }
}

struct PlainLine {
  static let select = """
    SELECT Z_PK, Z_OPT, ZQUANTITY, ZPURCHASE, ZPRICE, ZPRODUCT FROM ZPURCHASELINE \
    ORDER BY ZPURCHASE, Z_FOK_PURCHASE, Z_PK
    """

  var key: Int64
  var version: Int32
  var quantity: Int32
  var purchaseKey: Int64
  var price: Double
  var product: String
  var labels: [PlainLabel] = []

  init(_ row: RawStatement) {
    key = row.int64(0)
    version = row.int32(1)
    quantity = row.int32(2)
    purchaseKey = row.int64(3)
    price = row.double(4)
    product = row.text(5)
  }
}

struct PlainLabel {
  static let select = "SELECT Z_PK, Z_OPT, ZNAME FROM ZLABEL"

  var key: Int64
  var version: Int32
  var name: String

  init(_ row: RawStatement) {
    key = row.int64(0)
    version = row.int32(1)
    name = row.text(2)
  }
}
