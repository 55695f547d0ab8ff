/// Reads back what a contender left in a store, apart from the contender.
struct StoreCheck {
  private let connection: RawConnection

  init(path: String) throws {
    self.init(try RawConnection(path: path))
  }

  init(_ connection: RawConnection) {
    self.connection = connection
  }

  /// The checksum over all rows.
  ///
  /// Keys are left out, so that a contender may give them out as it likes; that a bank's details
  /// are its own is in the third sum.
  ///
  /// - Throws: ``BenchError`` if a foreign key dangles, `Z_MAX` lies below a key in use, or the
  ///   schema is another than the one given out.
  func checksum() throws -> Checksum {
    guard try number("SELECT count(*) FROM pragma_foreign_key_check") == 0 else {
      throw BenchError("a foreign key dangles")
    }
    for (table, entity) in StoreCheck.tables
    where try number(StoreCheck.keysOutOfOrder(table, entity)) != 0 {
      throw BenchError("\(table): Z_MAX or Z_ENT does not fit its rows")
    }
    let count = try StoreCheck.tables.reduce(0) { sum, row in
      sum + (try number("SELECT count(*) FROM \(row.table)"))
    }
    let sum = try StoreCheck.sums.reduce(0) { try $0 &+ number($1) }
    return Checksum(count: Int(count), sum: sum)
  }

  /// The tables, the indexes and the numbers of the entities as one text. The readable views that
  /// the runtime adds are left out: nobody reads them.
  func schema() throws -> String {
    let sql = """
      SELECT group_concat(line, char(10)) FROM (SELECT sql || ';' AS line FROM sqlite_schema \
      WHERE type IN ('table', 'index') AND sql NOT NULL UNION ALL \
      SELECT Z_ENT || ' ' || Z_NAME FROM Z_PRIMARYKEY ORDER BY line)
      """
    let statement = try connection.prepare(sql)
    _ = try statement.step()
    return statement.text(0)
  }

  private func number(_ sql: String) throws -> Int64 {
    let statement = try connection.prepare(sql)
    _ = try statement.step()
    return statement.int64(0)
  }

  private static let tables: [(table: String, entity: Int32)] = [
    ("ZFAILEDBANKDETAILS", Schema.detailsEntity), ("ZFAILEDBANKINFO", Schema.bankEntity),
    ("ZORDER", Schema.orderEntity),
  ]

  private static func keysOutOfOrder(_ table: String, _ entity: Int32) -> String {
    """
    SELECT (SELECT count(*) FROM \(table) WHERE Z_ENT <> \(entity)) + (SELECT count(*) FROM \
    Z_PRIMARYKEY WHERE Z_ENT = \(entity) AND Z_MAX < (SELECT max(Z_PK) FROM \(table)))
    """
  }

  private static let sums = [
    """
    SELECT ifnull(sum(Z_OPT * ZCERT + length(ZNAME) + 3 * length(ZCITY) + 5 * length(ZSTATE) \
    + 7 * ifnull(length(ZACQUIRER), 0)), 0) FROM ZFAILEDBANKINFO
    """,
    "SELECT ifnull(sum(Z_OPT * ZZIP + ZCLOSEDATE + ZUPDATEDATE), 0) FROM ZFAILEDBANKDETAILS",
    """
    SELECT ifnull(sum(ZCERT * ZZIP), 0) FROM ZFAILEDBANKINFO JOIN ZFAILEDBANKDETAILS \
    ON ZDETAILS = ZFAILEDBANKDETAILS.Z_PK AND ZINFO = ZFAILEDBANKINFO.Z_PK
    """,
    """
    SELECT ifnull(sum(Z_OPT * ZNUMBER + ZEMPLOYEE + ZSHIPVIA + ZFREIGHT * 4 + length(ZCUSTOMER) \
    + 3 * length(ZORDERDATE) + 5 * length(ZREQUIREDDATE) + 7 * length(ZSHIPADDRESS) \
    + 11 * length(ZSHIPCITY) + 13 * length(ZSHIPCOUNTRY) + 17 * length(ZSHIPNAME) \
    + 19 * length(ZSHIPPEDDATE) + 23 * length(ZSHIPPOSTALCODE) + 29 * length(ZSHIPREGION)), 0) \
    FROM ZORDER
    """,
  ]
}
