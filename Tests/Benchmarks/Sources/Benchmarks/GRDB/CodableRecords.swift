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

  init(_ bank: Bank) {
    key = bank.key
    version = bank.version
    cert = bank.cert
    detailsKey = bank.detailsKey
    acquirer = bank.acquirer
    city = bank.city
    name = bank.name
    state = bank.state
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

  init(_ details: BankDetails) {
    key = details.key
    version = details.version
    zip = details.zip
    infoKey = details.infoKey
    closeDate = details.closeDate
    updateDate = details.updateDate
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

  init(_ order: Order) {
    key = order.key
    version = order.version
    employee = order.employee
    number = order.number
    shipVia = order.shipVia
    freight = order.freight
    customer = order.customer
    orderDate = order.orderDate
    requiredDate = order.requiredDate
    shipAddress = order.shipAddress
    shipCity = order.shipCity
    shipCountry = order.shipCountry
    shipName = order.shipName
    shippedDate = order.shippedDate
    shipPostalCode = order.shipPostalCode
    shipRegion = order.shipRegion
  }
}
