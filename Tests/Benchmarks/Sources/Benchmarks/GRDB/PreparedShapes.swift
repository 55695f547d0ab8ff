import Foundation
import GRDB

// How GRDB's rows become structs by column index, for the fixed SQL of the raw contender.

extension Bank {
  init(row: Row) {
    key = row[0]
    version = row[1]
    cert = row[2]
    detailsKey = row[3]
    acquirer = row[4]
    city = row[5]
    name = row[6]
    state = row[7]
  }

  var arguments: StatementArguments {
    [key, Schema.bankEntity, version, cert, detailsKey, acquirer, city, name, state]
  }
}

extension BankDetails {
  init(row: Row) {
    key = row[0]
    version = row[1]
    zip = row[2]
    infoKey = row[3]
    let close: Double? = row[4]
    let update: Double? = row[5]
    closeDate = close.map { Date(timeIntervalSinceReferenceDate: $0) }
    updateDate = update.map { Date(timeIntervalSinceReferenceDate: $0) }
  }

  var arguments: StatementArguments {
    let close = closeDate?.timeIntervalSinceReferenceDate
    let update = updateDate?.timeIntervalSinceReferenceDate
    return [key, Schema.detailsEntity, version, zip, infoKey, close, update]
  }
}

extension Order {
  init(row: Row) {
    key = row[0]
    version = row[1]
    employee = row[2]
    number = row[3]
    shipVia = row[4]
    freight = row[5]
    customer = row[6]
    orderDate = row[7]
    requiredDate = row[8]
    shipAddress = row[9]
    shipCity = row[10]
    shipCountry = row[11]
    shipName = row[12]
    shippedDate = row[13]
    shipPostalCode = row[14]
    shipRegion = row[15]
  }

  var arguments: StatementArguments {
    [
      key, Schema.orderEntity, version, employee, number, shipVia, freight, customer, orderDate,
      requiredDate, shipAddress, shipCity, shipCountry, shipName, shippedDate, shipPostalCode,
      shipRegion,
    ]
  }
}
