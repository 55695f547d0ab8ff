/// The tables that every contender works on: Core Data's layout, as the runtime creates it.
///
/// All contenders open copies of one file that the runtime made; its schema is compared with this
/// one before, and again after each one is done.
enum Schema {
  /// The numbers of the entities, which each row carries in `Z_ENT`.
  static let customerEntity: Int32 = 1
  static let detailsEntity: Int32 = 2
  static let bankEntity: Int32 = 3
  static let labelEntity: Int32 = 4
  static let orderEntity: Int32 = 5
  static let purchaseEntity: Int32 = 6
  static let lineEntity: Int32 = 7

  /// The table of a purchase line's labels, and its columns.
  static let pairs = "Z_4LINES"
  static let pairsLabel = "Z_4LABELS"
  static let pairsLine = "Z_7LINES"

  /// The layout of an empty store, whose bookkeeping is the runtime's.
  static let statements = bookkeeping + banks + details + orders + purchases

  private static let bookkeeping = [
    "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)",
    """
    CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, \
    Z_MAX INTEGER)
    """,
    "CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)",
    """
    INSERT INTO Z_PRIMARYKEY VALUES (\(customerEntity), 'Customer', 0, 0), \
    (\(detailsEntity), 'FailedBankDetails', 0, 0), (\(bankEntity), 'FailedBankInfo', 0, 0), \
    (\(labelEntity), 'Label', 0, 0), (\(orderEntity), 'Order', 0, 0), \
    (\(purchaseEntity), 'Purchase', 0, 0), (\(lineEntity), 'PurchaseLine', 0, 0)
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

  private static let purchases = [
    """
    CREATE TABLE ZCUSTOMER (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, \
    ZCITY VARCHAR, ZNAME VARCHAR)
    """,
    """
    CREATE TABLE ZPURCHASE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, \
    ZNUMBER INTEGER, ZCUSTOMER INTEGER REFERENCES ZCUSTOMER (Z_PK) DEFERRABLE INITIALLY DEFERRED, \
    ZDAY TIMESTAMP)
    """,
    "CREATE INDEX ZPURCHASE_ZCUSTOMER_INDEX ON ZPURCHASE (ZCUSTOMER)",
    """
    CREATE TABLE ZPURCHASELINE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, \
    ZQUANTITY INTEGER, ZPURCHASE INTEGER REFERENCES ZPURCHASE (Z_PK) DEFERRABLE INITIALLY \
    DEFERRED, Z_FOK_PURCHASE INTEGER, ZPRICE FLOAT, ZPRODUCT VARCHAR)
    """,
    "CREATE INDEX ZPURCHASELINE_ZPURCHASE_INDEX ON ZPURCHASELINE (ZPURCHASE)",
    "CREATE TABLE ZLABEL (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR)",
    """
    CREATE TABLE \(pairs) (\(pairsLabel) INTEGER, \(pairsLine) INTEGER, \
    PRIMARY KEY (\(pairsLabel), \(pairsLine)))
    """,
    "CREATE INDEX Z_4LINES_Z_7LINES_INDEX ON \(pairs) (\(pairsLine), \(pairsLabel))",
  ]
}
