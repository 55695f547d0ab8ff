import Foundation
import GRDB

// Records that leave everything to `Codable`.

/// A failed bank, as a `Codable` GRDB record.
struct CodableBank: Codable, BankRecord {
  static let databaseTableName = "ZFAILEDBANKINFO"

  var entity = Schema.bankEntity
  var key: Int64
  var version: Int32
  var cert: Int32?
  var detailsKey: Int64?
  var acquirer: String?
  var city: String
  var name: String
  var state: String

  enum CodingKeys: String, CodingKey {
    case entity = "Z_ENT"
    case key = "Z_PK"
    case version = "Z_OPT"
    case cert = "ZCERT"
    case detailsKey = "ZDETAILS"
    case acquirer = "ZACQUIRER"
    case city = "ZCITY"
    case name = "ZNAME"
    case state = "ZSTATE"
  }

  init(_ seed: BankSeed, key: Int64, detailsKey: Int64) {
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

/// The details of a failure, as a `Codable` GRDB record.
struct CodableDetails: Codable, DetailsRecord {
  static let databaseTableName = "ZFAILEDBANKDETAILS"

  var entity = Schema.detailsEntity
  var key: Int64
  var version: Int32
  var zip: Int32
  var infoKey: Int64?
  var closeDate: Date?
  var updateDate: Date?

  enum CodingKeys: String, CodingKey {
    case entity = "Z_ENT"
    case key = "Z_PK"
    case version = "Z_OPT"
    case zip = "ZZIP"
    case infoKey = "ZINFO"
    case closeDate = "ZCLOSEDATE"
    case updateDate = "ZUPDATEDATE"
  }

  init(_ seed: BankSeed, key: Int64, infoKey: Int64) {
    self.key = key
    version = 1
    zip = seed.zip
    self.infoKey = infoKey
    closeDate = seed.closeDate
    updateDate = seed.updateDate
  }

  static func databaseDateDecodingStrategy(for column: String) -> DatabaseDateDecodingStrategy {
    .timeIntervalSinceReferenceDate
  }

  static func databaseDateEncodingStrategy(for column: String) -> DatabaseDateEncodingStrategy {
    .timeIntervalSinceReferenceDate
  }
}

/// An order, as a `Codable` GRDB record.
struct CodableOrder: Codable, OrderRecord {
  static let databaseTableName = "ZORDER"

  var entity = Schema.orderEntity
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

  enum CodingKeys: String, CodingKey {
    case entity = "Z_ENT"
    case key = "Z_PK"
    case version = "Z_OPT"
    case employee = "ZEMPLOYEE"
    case number = "ZNUMBER"
    case shipVia = "ZSHIPVIA"
    case freight = "ZFREIGHT"
    case customer = "ZCUSTOMER"
    case orderDate = "ZORDERDATE"
    case requiredDate = "ZREQUIREDDATE"
    case shipAddress = "ZSHIPADDRESS"
    case shipCity = "ZSHIPCITY"
    case shipCountry = "ZSHIPCOUNTRY"
    case shipName = "ZSHIPNAME"
    case shippedDate = "ZSHIPPEDDATE"
    case shipPostalCode = "ZSHIPPOSTALCODE"
    case shipRegion = "ZSHIPREGION"
  }

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
