import Foundation
import GRDB

// Records as GRDB's documentation shows them, without `Codable`: columns by name.

/// A failed bank, as a plain GRDB record.
struct PlainBank: BankRecord {
  static let databaseTableName = "ZFAILEDBANKINFO"

  var key: Int64
  var version: Int32
  var cert: Int32?
  var detailsKey: Int64?
  var acquirer: String?
  var city: String
  var name: String
  var state: String

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

  init(row: Row) {
    key = row["Z_PK"]
    version = row["Z_OPT"]
    cert = row["ZCERT"]
    detailsKey = row["ZDETAILS"]
    acquirer = row["ZACQUIRER"]
    city = row["ZCITY"]
    name = row["ZNAME"]
    state = row["ZSTATE"]
  }

  func encode(to container: inout PersistenceContainer) {
    container["Z_ENT"] = Schema.bankEntity
    container["Z_PK"] = key
    container["Z_OPT"] = version
    container["ZCERT"] = cert
    container["ZDETAILS"] = detailsKey
    container["ZACQUIRER"] = acquirer
    container["ZCITY"] = city
    container["ZNAME"] = name
    container["ZSTATE"] = state
  }
}

/// The details of a failure, as a plain GRDB record.
struct PlainDetails: DetailsRecord {
  static let databaseTableName = "ZFAILEDBANKDETAILS"

  var key: Int64
  var version: Int32
  var zip: Int32
  var infoKey: Int64?
  var closeDate: Date?
  var updateDate: Date?

  init(_ seed: BankSeed, key: Int64, infoKey: Int64) {
    self.key = key
    version = 1
    zip = seed.zip
    self.infoKey = infoKey
    closeDate = seed.closeDate
    updateDate = seed.updateDate
  }

  /// Details that have nothing but a zip.
  init(key: Int64, zip: Int32) {
    self.key = key
    version = 1
    self.zip = zip
  }

  init(row: Row) {
    key = row["Z_PK"]
    version = row["Z_OPT"]
    zip = row["ZZIP"]
    infoKey = row["ZINFO"]
    let closeDate: Double? = row["ZCLOSEDATE"]
    self.closeDate = closeDate.map { Date(timeIntervalSinceReferenceDate: $0) }
    let updateDate: Double? = row["ZUPDATEDATE"]
    self.updateDate = updateDate.map { Date(timeIntervalSinceReferenceDate: $0) }
  }

  func encode(to container: inout PersistenceContainer) {
    container["Z_ENT"] = Schema.detailsEntity
    container["Z_PK"] = key
    container["Z_OPT"] = version
    container["ZZIP"] = zip
    container["ZINFO"] = infoKey
    container["ZCLOSEDATE"] = closeDate?.timeIntervalSinceReferenceDate
    container["ZUPDATEDATE"] = updateDate?.timeIntervalSinceReferenceDate
  }
}

/// An order, as a plain GRDB record.
struct PlainOrder: OrderRecord {
  static let databaseTableName = "ZORDER"

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

  init(row: Row) {
    key = row["Z_PK"]
    version = row["Z_OPT"]
    employee = row["ZEMPLOYEE"]
    number = row["ZNUMBER"]
    shipVia = row["ZSHIPVIA"]
    freight = row["ZFREIGHT"]
    customer = row["ZCUSTOMER"]
    orderDate = row["ZORDERDATE"]
    requiredDate = row["ZREQUIREDDATE"]
    shipAddress = row["ZSHIPADDRESS"]
    shipCity = row["ZSHIPCITY"]
    shipCountry = row["ZSHIPCOUNTRY"]
    shipName = row["ZSHIPNAME"]
    shippedDate = row["ZSHIPPEDDATE"]
    shipPostalCode = row["ZSHIPPOSTALCODE"]
    shipRegion = row["ZSHIPREGION"]
  }

  func encode(to container: inout PersistenceContainer) {
    container["Z_ENT"] = Schema.orderEntity
    container["Z_PK"] = key
    container["Z_OPT"] = version
    container["ZEMPLOYEE"] = employee
    container["ZNUMBER"] = number
    container["ZSHIPVIA"] = shipVia
    container["ZFREIGHT"] = freight
    container["ZCUSTOMER"] = customer
    container["ZORDERDATE"] = orderDate
    container["ZREQUIREDDATE"] = requiredDate
    container["ZSHIPADDRESS"] = shipAddress
    container["ZSHIPCITY"] = shipCity
    container["ZSHIPCOUNTRY"] = shipCountry
    container["ZSHIPNAME"] = shipName
    container["ZSHIPPEDDATE"] = shippedDate
    container["ZSHIPPOSTALCODE"] = shipPostalCode
    container["ZSHIPREGION"] = shipRegion
  }
}
