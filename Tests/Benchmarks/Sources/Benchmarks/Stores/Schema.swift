/// The tables that every contender works on: Core Data's layout, as the runtime creates it.
///
/// All contenders open copies of one file that the runtime made; its schema is compared with this
/// one before, and again after each one is done.
enum Schema {
  /// The numbers of the entities, which each row carries in `Z_ENT`.
  static let detailsEntity: Int32 = 1
  static let bankEntity: Int32 = 2
  static let orderEntity: Int32 = 3

  /// The layout of an empty store, whose bookkeeping is the runtime's.
  static let statements = bookkeeping + banks + details + orders

  private static let bookkeeping = [
    "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)",
    """
    CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, \
    Z_MAX INTEGER)
    """,
    "CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)",
    """
    INSERT INTO Z_PRIMARYKEY VALUES (\(detailsEntity), 'FailedBankDetails', 0, 0), \
    (\(bankEntity), 'FailedBankInfo', 0, 0), (\(orderEntity), 'Order', 0, 0)
    """,
  ]

  private static let banks = [
    """
    CREATE TABLE ZFAILEDBANKINFO (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, \
    ZCERT INTEGER, ZDETAILS INTEGER REFERENCES ZFAILEDBANKDETAILS (Z_PK) DEFERRABLE INITIALLY \
    DEFERRED, ZACQUIRER VARCHAR, ZCITY VARCHAR, ZNAME VARCHAR, ZSTATE VARCHAR)
    """,
    "CREATE INDEX ZFAILEDBANKINFO_ZDETAILS_INDEX ON ZFAILEDBANKINFO (ZDETAILS)",
    "CREATE INDEX Z_FailedBankInfo_byName ON ZFAILEDBANKINFO (ZNAME COLLATE BINARY ASC)",
    "CREATE INDEX Z_FailedBankInfo_byState ON ZFAILEDBANKINFO (ZSTATE COLLATE BINARY ASC)",
    """
    CREATE UNIQUE INDEX Z_FailedBankInfo_UNIQUE_cert ON ZFAILEDBANKINFO (ZCERT COLLATE BINARY ASC)
    """,
  ]

  private static let details = [
    """
    CREATE TABLE ZFAILEDBANKDETAILS (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, \
    ZZIP INTEGER, ZINFO INTEGER REFERENCES ZFAILEDBANKINFO (Z_PK) DEFERRABLE INITIALLY DEFERRED, \
    ZCLOSEDATE TIMESTAMP, ZUPDATEDATE TIMESTAMP)
    """,
    "CREATE INDEX ZFAILEDBANKDETAILS_ZINFO_INDEX ON ZFAILEDBANKDETAILS (ZINFO)",
    """
    CREATE INDEX Z_FailedBankDetails_byCloseDate ON ZFAILEDBANKDETAILS \
    (ZCLOSEDATE COLLATE BINARY ASC)
    """,
  ]

  private static let orders = [
    """
    CREATE TABLE ZORDER (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, \
    ZEMPLOYEE INTEGER, ZNUMBER INTEGER, ZSHIPVIA INTEGER, ZFREIGHT FLOAT, ZCUSTOMER VARCHAR, \
    ZORDERDATE VARCHAR, ZREQUIREDDATE VARCHAR, ZSHIPADDRESS VARCHAR, ZSHIPCITY VARCHAR, \
    ZSHIPCOUNTRY VARCHAR, ZSHIPNAME VARCHAR, ZSHIPPEDDATE VARCHAR, ZSHIPPOSTALCODE VARCHAR, \
    ZSHIPREGION VARCHAR)
    """
  ]
}
