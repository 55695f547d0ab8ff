// How rows become structs and structs become parameters, by hand, for the fixed SQL beside each.

extension Bank {
  static let columns = "Z_PK, Z_OPT, ZCERT, ZDETAILS, ZACQUIRER, ZCITY, ZNAME, ZSTATE"

  static let insert = """
    INSERT INTO ZFAILEDBANKINFO (Z_PK, Z_ENT, Z_OPT, ZCERT, ZDETAILS, ZACQUIRER, ZCITY, ZNAME, \
    ZSTATE) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
    """

  init(_ row: RawStatement) {
    key = row.int64(0)
    version = row.int32(1)
    cert = row.optionalInt32(2)
    detailsKey = row.optionalInt64(3)
    acquirer = row.optionalText(4)
    city = row.text(5)
    name = row.text(6)
    state = row.text(7)
  }

  func bindAll(_ statement: RawStatement, in arena: TextArena) {
    arena.reset()
    statement.bind(key, at: 1)
    statement.bind(Schema.bankEntity, at: 2)
    statement.bind(version, at: 3)
    statement.bind(cert, at: 4)
    statement.bind(detailsKey, at: 5)
    statement.bind(acquirer, at: 6, in: arena)
    statement.bind(city, at: 7, in: arena)
    statement.bind(name, at: 8, in: arena)
    statement.bind(state, at: 9, in: arena)
  }
}

extension BankDetails {
  static let columns = "Z_PK, Z_OPT, ZZIP, ZINFO, ZCLOSEDATE, ZUPDATEDATE"

  static let insert = """
    INSERT INTO ZFAILEDBANKDETAILS (Z_PK, Z_ENT, Z_OPT, ZZIP, ZINFO, ZCLOSEDATE, ZUPDATEDATE) \
    VALUES (?, ?, ?, ?, ?, ?, ?)
    """

  /// - Parameter first: The column that its columns begin at.
  @inline(__always)
  init(_ row: RawStatement, from first: Int32 = 0) {
    key = row.int64(first)
    version = row.int32(first + 1)
    zip = row.int32(first + 2)
    infoKey = row.optionalInt64(first + 3)
    closeDate = row.optionalDate(first + 4)
    updateDate = row.optionalDate(first + 5)
  }

  func bindAll(_ statement: RawStatement) {
    statement.bind(key, at: 1)
    statement.bind(Schema.detailsEntity, at: 2)
    statement.bind(version, at: 3)
    statement.bind(zip, at: 4)
    statement.bind(infoKey, at: 5)
    statement.bind(closeDate, at: 6)
    statement.bind(updateDate, at: 7)
  }
}

extension Order {
  static let columns = """
    Z_PK, Z_OPT, ZEMPLOYEE, ZNUMBER, ZSHIPVIA, ZFREIGHT, ZCUSTOMER, ZORDERDATE, ZREQUIREDDATE, \
    ZSHIPADDRESS, ZSHIPCITY, ZSHIPCOUNTRY, ZSHIPNAME, ZSHIPPEDDATE, ZSHIPPOSTALCODE, ZSHIPREGION
    """

  static let insert = """
    INSERT INTO ZORDER (Z_PK, Z_ENT, Z_OPT, ZEMPLOYEE, ZNUMBER, ZSHIPVIA, ZFREIGHT, ZCUSTOMER, \
    ZORDERDATE, ZREQUIREDDATE, ZSHIPADDRESS, ZSHIPCITY, ZSHIPCOUNTRY, ZSHIPNAME, ZSHIPPEDDATE, \
    ZSHIPPOSTALCODE, ZSHIPREGION) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    """

  init(_ row: RawStatement) {
    key = row.int64(0)
    version = row.int32(1)
    employee = row.int32(2)
    number = row.int32(3)
    shipVia = row.int32(4)
    freight = row.double(5)
    customer = row.text(6)
    orderDate = row.text(7)
    requiredDate = row.text(8)
    shipAddress = row.text(9)
    shipCity = row.text(10)
    shipCountry = row.text(11)
    shipName = row.text(12)
    shippedDate = row.text(13)
    shipPostalCode = row.text(14)
    shipRegion = row.text(15)
  }

  func bindAll(_ statement: RawStatement, in arena: TextArena) {
    arena.reset()
    statement.bind(key, at: 1)
    statement.bind(Schema.orderEntity, at: 2)
    statement.bind(version, at: 3)
    statement.bind(employee, at: 4)
    statement.bind(number, at: 5)
    statement.bind(shipVia, at: 6)
    statement.bind(freight, at: 7)
    statement.bind(customer, at: 8, in: arena)
    statement.bind(orderDate, at: 9, in: arena)
    statement.bind(requiredDate, at: 10, in: arena)
    statement.bind(shipAddress, at: 11, in: arena)
    statement.bind(shipCity, at: 12, in: arena)
    statement.bind(shipCountry, at: 13, in: arena)
    statement.bind(shipName, at: 14, in: arena)
    statement.bind(shippedDate, at: 15, in: arena)
    statement.bind(shipPostalCode, at: 16, in: arena)
    statement.bind(shipRegion, at: 17, in: arena)
  }
}
