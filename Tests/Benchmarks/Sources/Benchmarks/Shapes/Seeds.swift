import Foundation

/// The values of one bank and its details, before any contender has made its objects of them.
struct BankSeed {
  var cert: Int32
  var acquirer: String?
  var city: String
  var name: String
  var state: String
  var zip: Int32
  var closeDate: Date
  var updateDate: Date
}

/// The values of one order.
struct OrderSeed {
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

extension BankSeed {
  /// The bank with this certificate number, the same in every process. Certificate numbers count
  /// from 1.
  ///
  /// Lengths are those of the FDIC's list: names of 15 to 40 bytes, most cities short, one bank in
  /// eight without an acquirer.
  init(cert: Int) {
    var random = SplitMix(seed: UInt64(cert))
    self.cert = Int32(cert)
    city = Words.cities[random.below(Words.cities.count)]
    name = "\(Words.kinds[random.below(Words.kinds.count)]) of \(city) \(cert)"
    state = Words.states[random.below(Words.states.count)]
    acquirer =
      random.below(8) == 0
      ? nil : "\(Words.kinds[random.below(Words.kinds.count)]) & Trust Company"
    zip = Int32(random.below(99_950))
    let close = Double(random.below(4_000)) * 86_400
    closeDate = Date(timeIntervalSinceReferenceDate: close)
    updateDate = Date(timeIntervalSinceReferenceDate: close + 30 * 86_400)
  }
}

extension OrderSeed {
  /// The order with this number, the same in every process. Numbers count from 1.
  init(number: Int) {
    var random = SplitMix(seed: UInt64(number) &+ 1 << 40)
    self.number = Int32(number)
    employee = Int32(1 + random.below(9))
    shipVia = Int32(1 + random.below(3))
    freight = Double(random.below(100_000)) / 4
    customer = Words.customers[random.below(Words.customers.count)]
    let day = 10 + random.below(18)
    orderDate = "2016-07-\(day) 00:00:00.000"
    requiredDate = "2016-08-\(day) 00:00:00.000"
    shippedDate = "2016-07-\(day + 2) 00:00:00.000"
    shipAddress = "\(1 + random.below(900)) Avenue of the Americas"
    shipCity = Words.cities[random.below(Words.cities.count)]
    shipCountry = "United States of America"
    shipName = "\(Words.kinds[random.below(Words.kinds.count)]) Stores"
    shipPostalCode = String(10_000 + random.below(89_999))
    shipRegion = "North American Region"
  }
}

private enum Words {
  static let kinds = [
    "First National Bank", "Community State Bank", "Savings Bank", "Heritage Community Bank",
    "Bank and Trust", "Federal Savings Association",
  ]
  static let cities = [
    "Alpharetta", "Chicago", "Saint Paul", "Lake City", "Rancho Cucamonga", "Las Vegas",
    "Bradenton", "Winston-Salem", "Upper Saddle River", "Ely",
  ]
  static let states = ["GA", "IL", "MN", "FL", "CA", "NV", "WI", "PR"]
  static let customers = ["VINET", "TOMSP", "HANAR", "VICTE", "SUPRD", "CHOPS"]
}

/// SplitMix64: small, seedable, and the same everywhere.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number from 0 up to, not including, the bound.
  mutating func below(_ bound: Int) -> Int {
    Int(next() % UInt64(bound))
  }
}
