internal import CModelSQLite

/// The arguments of a call of an SQL function. They are valid only during the
/// call.
package struct FunctionArguments {
  package let count: Int32
  let values: UnsafeMutablePointer<OpaquePointer?>?

  /// Returns the text of an argument as UTF-8; nil for NULL. A number is
  /// converted to its decimal form.
  package func utf8(_ index: Int) -> UnsafeBufferPointer<UInt8>? {
    guard let value = values?[index], sqlite3_value_type(value) != SQLITE_NULL else { return nil }
    let bytes = sqlite3_value_text(value)
    return UnsafeBufferPointer(start: bytes, count: Int(sqlite3_value_bytes(value)))
  }

  /// Returns an argument as an integer; 0 for NULL.
  package func integer(_ index: Int) -> Int64 {
    values?[index].map { sqlite3_value_int64($0) } ?? 0
  }

  /// Returns an argument as a floating-point number; nil for NULL.
  package func number(_ index: Int) -> Double? {
    guard let value = values?[index], sqlite3_value_type(value) != SQLITE_NULL else { return nil }
    return sqlite3_value_double(value)
  }
}

extension FunctionArguments {
  /// Returns an argument in SQLite's own type; nil for NULL, or if there is no
  /// such argument.
  package func value(_ index: Int) -> FunctionResult? {
    guard let value = values?[index] else { return nil }
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER: return .integer(sqlite3_value_int64(value))
    case SQLITE_FLOAT: return .double(sqlite3_value_double(value))
    case SQLITE_TEXT: return utf8(index).map { .text(String(decoding: $0, as: UTF8.self)) }
    case SQLITE_BLOB:
      let count = Int(sqlite3_value_bytes(value))
      let start = sqlite3_value_blob(value)
      return .bytes(Array(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count)))
    default: return nil
    }
  }
}

/// The result of an SQL function.
package enum FunctionResult {
  case null
  case integer(Int64)
  case double(Double)
  case text(String)
  case bytes([UInt8])
  case error(String)
  /// An error that makes the statement fail, and that
  /// `Connection.functionError(behind:)` returns.
  case failure(any Error)
}

/// A box for the implementation of a function, to which SQLite can refer.
private final class FunctionBox {
  let body: (FunctionArguments) -> FunctionResult
  let failure: FunctionFailure

  init(_ body: @escaping (FunctionArguments) -> FunctionResult, _ failure: FunctionFailure) {
    self.body = body
    self.failure = failure
  }
}

/// The error of the function that failed last in a connection. It is kept
/// because SQLite passes on only its text.
final class FunctionFailure {
  var last: (text: String, error: any Error)?
}

extension Connection {
  /// Returns the error of the function that made a statement fail; nil if the
  /// failure was not caused by a function.
  package func functionError(behind error: SQLiteError) -> (any Error)? {
    guard let last = functionFailure.last, last.text == error.message else { return nil }
    functionFailure.last = nil
    return last.error
  }

  /// Registers an SQL function.
  ///
  /// Unless it is direct-only, the function must be deterministic and have no
  /// side effects, because an untrusted schema can call it, and SQLite may call
  /// it only once for equal arguments.
  ///
  /// - Parameters:
  ///   - name: The function's name in SQL.
  ///   - argumentCount: The number of arguments.
  ///   - isDirectOnly: True if the function can be called only by statements of
  ///     the program, and not by a trigger, view or index in the schema; it may
  ///     then have side effects.
  ///   - body: The implementation of the function.
  /// - Throws: `SQLiteError` if statements that use the function are running.
  package func register(
    _ name: String, argumentCount: Int32, isDirectOnly: Bool = false,
    _ body: @escaping (FunctionArguments) -> FunctionResult
  ) throws(SQLiteError) {
    let kind = isDirectOnly ? SQLITE_DIRECTONLY : SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS
    let box = Unmanaged.passRetained(FunctionBox(body, functionFailure))
    let code = sqlite3_create_function_v2(
      handle, name, argumentCount, SQLITE_UTF8 | kind,
      box.toOpaque(), call, nil, nil
    ) { box in
      if let box { Unmanaged<FunctionBox>.fromOpaque(box).release() }
    }
    guard code == SQLITE_OK else { throw SQLiteError(handle, code: code) }
  }
}

/// Calls the function whose box SQLite passes as user data.
private func call(
  _ context: OpaquePointer?, _ count: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>?
) {
  guard let data = sqlite3_user_data(context) else { return }
  let box = Unmanaged<FunctionBox>.fromOpaque(data).takeUnretainedValue()
  let result = box.body(FunctionArguments(count: count, values: values))
  if case .failure(let error) = result { box.failure.last = ("\(error)", error) }
  give(result, to: context)
}

/// Passes the result of a function to SQLite.
func give(_ result: FunctionResult, to context: OpaquePointer?) {
  switch result {
  case .null: sqlite3_result_null(context)
  case .integer(let value): sqlite3_result_int64(context, value)
  case .double(let value): sqlite3_result_double(context, value)
  case .text(var value):
    value.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { bytes in
        model_sqlite3_result_text_copy(context, bytes.baseAddress, UInt64(bytes.count))
      }
    }
  case .bytes(let bytes):
    bytes.withUnsafeBytes { bytes in
      model_sqlite3_result_blob_copy(context, bytes.baseAddress, UInt64(bytes.count))
    }
  case .error(let message): sqlite3_result_error(context, message, -1)
  case .failure(let error): sqlite3_result_error(context, "\(error)", -1)
  }
}
