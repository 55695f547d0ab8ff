extension RawConnection {
  /// Fills a store with so many lines of purchases, four each, last place first; a customer for ten
  /// purchases, in no order; and two of fifty labels for each line.
  func fillPurchases(lines: Int) throws {
    let purchases = max(lines / 4, 1)
    let customers = max(purchases / 10, 1)
    for sql in Self.fill(purchases: purchases, customers: customers) { try execute(sql) }
  }

  private static func fill(purchases: Int, customers: Int) -> [String] {
    [
      """
      INSERT INTO ZCUSTOMER (Z_PK, Z_ENT, Z_OPT, ZNAME, ZCITY) \(numbers(customers)) \
      SELECT i, \(Schema.customerEntity), 1, 'Customer with number ' || i, 'City of ' || (i % 97) FROM n
      """,
      """
      INSERT INTO ZPURCHASE (Z_PK, Z_ENT, Z_OPT, ZNUMBER, ZDAY, ZCUSTOMER) \(numbers(purchases)) \
      SELECT i, \(Schema.purchaseEntity), 1, 1000 + i, i * 86400.0, i * 7919 % \(customers) + 1 FROM n
      """,
      """
      INSERT INTO ZPURCHASELINE \
      (Z_PK, Z_ENT, Z_OPT, ZQUANTITY, ZPURCHASE, Z_FOK_PURCHASE, ZPRICE, ZPRODUCT) \
      \(numbers(purchases * 4)) SELECT i, \(Schema.lineEntity), 1, i % 9 + 1, (i + 3) / 4, \
      (4 - i % 4) * 1024, i % 400 / 4.0, 'Product of the number ' || (i % 1000) FROM n
      """,
      """
      INSERT INTO ZLABEL (Z_PK, Z_ENT, Z_OPT, ZNAME) \(numbers(50)) \
      SELECT i, \(Schema.labelEntity), 1, 'label ' || i FROM n
      """,
      """
      INSERT INTO \(Schema.pairs) (\(Schema.pairsLine), \(Schema.pairsLabel)) \
      \(numbers(purchases * 4)) SELECT i, i * 31 % 50 + 1 FROM n \
      UNION ALL SELECT i, (i * 31 + 7) % 50 + 1 FROM n
      """,
      """
      UPDATE Z_PRIMARYKEY SET Z_MAX = CASE Z_ENT WHEN \(Schema.customerEntity) THEN \(customers) \
      WHEN \(Schema.purchaseEntity) THEN \(purchases) WHEN \(Schema.labelEntity) THEN 50 \
      WHEN \(Schema.lineEntity) THEN \(purchases * 4) ELSE Z_MAX END
      """,
    ]
  }

  /// The numbers from 1 as a table `n` with a column `i`.
  static func numbers(_ count: Int) -> String {
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))"
  }
}
