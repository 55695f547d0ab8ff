/// The statements of the contenders that write their own SQL: the same for all of them.
enum SQL {
  static let maximum = "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = ?"
  static let raiseMaximum = "UPDATE Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ?"

  static let selectBanks = "SELECT \(Bank.columns) FROM ZFAILEDBANKINFO"
  static let selectDetails = "SELECT \(BankDetails.columns) FROM ZFAILEDBANKDETAILS"
  static let selectOrders = "SELECT \(Order.columns) FROM ZORDER"
  static let bankByCert = selectBanks + " WHERE ZCERT = ?"
  static let bankByKey = selectBanks + " WHERE Z_PK = ?"
  static let firstBanks = selectBanks + " ORDER BY Z_PK LIMIT ?"
  static let banksBetween = selectBanks + " WHERE Z_PK BETWEEN ? AND ? ORDER BY Z_PK"
  static let detailsBetween = """
    SELECT d.Z_PK, d.Z_OPT, d.ZZIP, d.ZINFO, d.ZCLOSEDATE, d.ZUPDATEDATE FROM ZFAILEDBANKINFO b \
    CROSS JOIN ZFAILEDBANKDETAILS d ON d.Z_PK = b.ZDETAILS WHERE b.Z_PK BETWEEN ? AND ? \
    ORDER BY b.Z_PK
    """

  /// The details of the first banks, in the banks' order: the condition that fetched the banks,
  /// joined. SQLite is kept from turning the join around.
  static let detailsOfBanks = """
    SELECT d.Z_PK, d.Z_OPT, d.ZZIP, d.ZINFO, d.ZCLOSEDATE, d.ZUPDATEDATE FROM ZFAILEDBANKINFO b \
    CROSS JOIN ZFAILEDBANKDETAILS d ON d.Z_PK = b.ZDETAILS ORDER BY b.Z_PK LIMIT ?
    """

  static let selectPairs = """
    SELECT \(Schema.pairsLine), \(Schema.pairsLabel) FROM \(Schema.pairs) \
    ORDER BY \(Schema.pairsLine), \(Schema.pairsLabel)
    """

  static let updateCity =
    "UPDATE ZFAILEDBANKINFO SET Z_OPT = ?, ZCITY = ? WHERE Z_PK = ? AND Z_OPT = ?"
  static let deleteBank = "DELETE FROM ZFAILEDBANKINFO WHERE Z_PK = ? AND Z_OPT = ?"
  static let deleteDetails = "DELETE FROM ZFAILEDBANKDETAILS WHERE Z_PK = ? AND Z_OPT = ?"
}
