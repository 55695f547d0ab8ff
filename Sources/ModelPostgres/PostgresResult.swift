#if PostgreSQL
  internal import CModelPostgres

  /// A row whose values can be read as bytes.
  protocol PostgresRow {
    /// Returns the bytes of the value in a column; nil for NULL.
    func bytes(_ column: Int) -> UnsafeRawBufferPointer?
  }

  extension PostgresRow {
    /// Returns the integer in a column, which has 2, 4 or 8 bytes; nil for
    /// NULL.
    @inline(__always)
    func integer(_ column: Int) -> Int64? { bytes(column).map(PostgresValue.integer) }
  }

  /// The rows that a statement has returned, whose values can be read as bytes.
  final class PostgresResult {
    private let handle: OpaquePointer

    init(_ handle: OpaquePointer) { self.handle = handle }

    deinit { PQclear(handle) }

    var count: Int { Int(PQntuples(handle)) }

    /// The number of rows that the statement changed.
    var changeCount: Int { Int(String(cString: PQcmdTuples(handle))) ?? 0 }

    /// Returns the bytes of the value in a row and a column; nil for NULL.
    @inline(__always)
    func bytes(_ row: Int, _ column: Int) -> UnsafeRawBufferPointer? {
      let (row, column) = (Int32(row), Int32(column))
      if PQgetisnull(handle, row, column) != 0 { return nil }
      return UnsafeRawBufferPointer(
        start: PQgetvalue(handle, row, column), count: Int(PQgetlength(handle, row, column)))
    }

    struct Row: PostgresRow {
      let result: PostgresResult
      let row: Int

      @inline(__always)
      func bytes(_ column: Int) -> UnsafeRawBufferPointer? { result.bytes(row, column) }
    }

    var rows: some Sequence<Row> { (0..<count).lazy.map { Row(result: self, row: $0) } }

    /// Returns the integer in a row and a column, which has 2, 4 or 8 bytes;
    /// nil for NULL.
    @inline(__always)
    func integer(_ row: Int, _ column: Int) -> Int64? {
      bytes(row, column).map(PostgresValue.integer)
    }

    /// Returns the string in a row and a column; nil for NULL.
    func text(_ row: Int, _ column: Int) -> String? {
      bytes(row, column).map { String(decoding: $0, as: UTF8.self) }
    }
  }
#endif
