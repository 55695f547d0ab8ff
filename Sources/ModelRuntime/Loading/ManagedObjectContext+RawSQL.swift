extension ManagedObjectContext {
  /// Runs an SQL statement written by the program, and returns its rows.
  ///
  /// The statement reads saved values; if the context's reads are pinned, it
  /// reads the pinned state. Unsaved changes are not in the store, so they are
  /// not in the rows. SQLite rejects every statement that does more than read.
  /// The time limit of fetches also applies to the statement.
  ///
  /// ```swift
  /// let rows = try context.rows(
  ///   sql: "select \(column: \Bank.city) as city from \(table: Bank.self) where Z_PK = \(key)")
  /// let city: String? = try rows.first?["city"]
  /// ```
  ///
  /// - Throws: `StoreError` (`.invalidSQL`, with the location) if SQLite does not
  ///   accept the SQL, or if it contains several statements or one that writes;
  ///   `.unknownName` if the model does not have a table or a column; `.timeLimit` if
  ///   the statement runs too long.
  public func rows(sql: SQLText) throws -> [SQLRow] {
    try store.requireRows(for: "SQL of a program's own works")
    let rendered = try RenderedSQL(sql, store.mapping)
    do {
      let statement = try connection.reading(rendered.sql)
      guard statement.parameterCount == rendered.values.count else {
        throw StoreError(
          .invalidSQL,
          "the SQL contains a parameter such as '?'; interpolate the value instead: '\\(value)'")
      }
      for value in rendered.values { statement.bindStored(value) }
      let names = (0..<statement.columnCount).map { statement.columnName($0) }
      return try statement.rows { row in
        SQLRow(
          columnNames: names, values: names.indices.map { row.storedConstant(Int32($0)) })
      }
    } catch let error as SQLiteError where error.code == .error || error.code == .notAuthorized {
      if let function = connection.connection.functionError(behind: error) { throw function }
      throw StoreError(error, inSQL: rendered.sql)
    } catch {
      throw connection.storeError(error)
    }
  }

  /// Returns the values of the only column selected by an SQL statement written by the
  /// program.
  ///
  /// - Throws: The errors of `rows(sql:)`, and `StoreError` (`.inaccessible`)
  ///   if the statement does not return exactly one column, or if a type cannot
  ///   represent its value.
  public func rows<Value: AttributeValue>(
    sql: SQLText, as type: Value.Type
  ) throws -> [Value] {
    try rows(sql: sql).map { row in
      try row.checkCount(1)
      return try row[0, as: type]
    }
  }

  /// Returns the rows selected by an SQL statement written by the program, with typed
  /// columns.
  ///
  /// ```swift
  /// for (state, banks) in try context.rows(
  ///   sql: "select ZSTATE, count(*) from ZBANK group by 1", as: String?.self, Int.self) {}
  /// ```
  ///
  /// - Throws: The errors of `rows(sql:as:)` for a single column.
  public func rows<First: AttributeValue, Second: AttributeValue, each Column: AttributeValue>(
    sql: SQLText, as first: First.Type, _ second: Second.Type, _ types: repeat (each Column).Type
  ) throws -> [(First, Second, repeat each Column)] {
    var count = 2
    for _ in repeat each types { count += 1 }
    return try rows(sql: sql).map { row in
      try row.checkCount(count)
      var number = 1
      func value<Value: AttributeValue>(_ type: Value.Type) throws -> Value {
        number += 1
        return try row[number, as: type]
      }
      return (try row[0, as: first], try row[1, as: second], repeat try value(each types))
    }
  }

  /// Fetches the objects whose primary keys are selected by an SQL statement written by
  /// the program, in its first column and in its order; deleted objects and keys
  /// without a row are left out.
  ///
  /// The statement sees only saved values; the objects have their unsaved changes.
  ///
  /// - Throws: The errors of `rows(sql:)`.
  public func fetch<Object: ManagedObject>(
    _ type: Object.Type = Object.self, sql: SQLText
  ) throws -> [Object] {
    let keys = try rows(sql: sql).map { row in try row[0, as: Int64.self] }
    return try foundObjects(ofKeys: keys[...], entity(of: type)).compactMap { object in
      object._flags.contains(.deleted) ? nil : object as? Object
    }
  }
}

extension SQLRow {
  fileprivate func checkCount(_ count: Int) throws {
    guard values.count != count else { return }
    throw StoreError(
      .inaccessible,
      "the rows have \(values.count) columns, and \(count) types are given")
  }
}

extension StoreError {
  /// Creates the error for SQL that SQLite does not accept, with its location.
  fileprivate init(_ error: SQLiteError, inSQL sql: String) {
    let message =
      error.code == .notAuthorized
      ? "the SQL does more than read, which only a save can do; write one SELECT, VALUES or WITH"
      : error.message
    self.init(.invalidSQL, message)
    location = error.offset.map { ObjectPredicateError.Location(ofWordAt: $0, in: sql) }
  }
}

extension Row {
  /// Returns the value of a column in SQLite's own type.
  fileprivate func storedConstant(_ column: Int32) -> ConstantValue {
    switch storageClass(column) {
    case .null: .null
    case .integer: .integer(int64(column))
    case .real: .double(double(column))
    case .text: .string(string(column))
    case .blob: .data(data(column))
    }
  }
}
