/// The tables of one store's history on a connection.
package struct HistoryTables {
  package let schema: String
  package let connection: StoreConnection

  package init(
    schema: String, connection: StoreConnection
  ) {
    self.schema = schema
    self.connection = connection
  }

  /// Returns the last assigned key of a table.
  ///
  /// - Throws: `StoreError` (`.database`) if the key is so great that no further key is allowed.
  package func last(_ number: Int64, _ table: String) throws -> Int64 {
    // The counter can be less than the greatest key, which would otherwise be assigned twice.
    let last =
      try connection.statement(
        """
        SELECT max(ifNull((SELECT Z_MAX FROM \(schema).Z_PRIMARYKEY WHERE Z_ENT = \(number)), 0), \
        ifNull((SELECT max(Z_PK) FROM \(schema).\(table)), 0))
        """
      ).first { $0.int64(0) } ?? 0
    guard last <= KeyRange.greatestKey else {
      throw StoreError(
        .database,
        "no numbers for the store's history are left: the last one of \(table) is \(last)")
    }
    return last
  }

  package func setLast(_ key: Int64, _ number: Int64) throws {
    try connection.statement(
      "UPDATE \(schema).Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ?", key, number
    ).run()
  }

  /// Inserts a row for a transaction.
  ///
  /// - Returns: The key of the transaction.
  package func begin(author: String?, contextName: String?) throws -> Int64 {
    let key = try last(HistorySchema.transaction, "ATRANSACTION") + 1
    let strings = try [
      author, Bundle.main.bundleIdentifier, contextName, ProcessInfo.processInfo.processName,
    ].map { try $0.map { ConstantValue.integer(try string($0)) } ?? .null }
    try connection.statement(
      """
      INSERT INTO \(schema).ATRANSACTION (Z_PK, Z_ENT, ZAUTHORTS, ZBUNDLEIDTS, ZCONTEXTNAMETS, \
      ZPROCESSIDTS, ZTIMESTAMP) VALUES (?, \(HistorySchema.transaction), ?, ?, ?, ?, ?)
      """
    ).binding([.integer(key)] + strings + [.date(.now)]).run()
    try setLast(key, HistorySchema.transaction)
    return key
  }

  /// Deletes the row of the last transaction, given the transaction's key.
  package func forget(_ transaction: Int64) throws {
    try connection.statement("DELETE FROM \(schema).ATRANSACTION WHERE Z_PK = ?", transaction)
      .run()
    try setLast(transaction - 1, HistorySchema.transaction)
  }

  /// Returns the key of a string. A new string is inserted.
  private func string(_ text: String) throws -> Int64 {
    let known = try connection.statement(
      "SELECT Z_PK FROM \(schema).ATRANSACTIONSTRING WHERE ZNAME = ?")
    if let key = try known.binding([.string(text)]).first({ $0.int64(0) }) { return key }
    let key = try last(HistorySchema.string, "ATRANSACTIONSTRING") + 1
    try connection.statement(
      """
      INSERT INTO \(schema).ATRANSACTIONSTRING (Z_PK, Z_ENT, ZNAME) \
      VALUES (?, \(HistorySchema.string), ?)
      """
    ).binding([.integer(key), .string(text)]).run()
    try setLast(key, HistorySchema.string)
    return key
  }
}
