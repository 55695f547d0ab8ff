/// Functions that migrations use in SQL, in addition to those of fetches.
struct MigrationFunctions {
  let connection: Connection

  func register() throws(SQLiteError) {
    // The argument is `randomblob(16)`, since random numbers of the operating
    // system would need a system call for each row.
    try connection.register("model_random_uuid", argumentCount: 1) { arguments in
      guard case .bytes(var bytes)? = arguments.value(0), bytes.count == 16 else { return .null }
      // RFC 9562, 5.4: version 4, variant 10.
      bytes[6] = bytes[6] & 0x0F | 0x40
      bytes[8] = bytes[8] & 0x3F | 0x80
      return .bytes(bytes)
    }
    try connection.register("model_uuid_bytes", argumentCount: 1) { arguments in
      arguments.text(0).flatMap(UUID.init(uuidString:)).map { .bytes($0.bytes) } ?? .null
    }
    try connection.register("model_uuid_text", argumentCount: 1) { arguments in
      guard case .bytes(let bytes)? = arguments.value(0) else { return .null }
      return UUID(bytes: bytes).map { .text($0.uuidString) } ?? .null
    }
    try connection.register("model_date_text", argumentCount: 1) { arguments in
      guard let seconds = arguments.number(0), seconds.magnitude < 1e11 else { return .null }
      return .text(ISODate.shown(Date(timeIntervalSinceReferenceDate: seconds)))
    }
    try connection.register("model_is_number", argumentCount: 1) { arguments in
      arguments.text(0).map { .integer(EvaluatedNumber(text: $0) == nil ? 0 : 1) } ?? .null
    }
    try connection.register("model_decimal", argumentCount: 1) { arguments in
      arguments.value(0).map(Self.decimal) ?? .null
    }
    try connection.register("model_float", argumentCount: 1) { arguments in
      arguments.number(0).map { .double(Double(Float($0))) } ?? .null
    }
    try connection.register("model_is_float", argumentCount: 1) { arguments in
      arguments.number(0).map { .integer(Self.isFloat($0) ? 1 : 0) } ?? .null
    }
  }

  /// Returns a decimal as an SQLite number: an integer, or a Double that
  /// represents it exactly; NULL for a decimal with more digits, and for other
  /// values.
  private static func decimal(_ value: FunctionResult) -> FunctionResult {
    switch value {
    case .integer: return value
    case .double(let number): return Int64(exactly: number).map(FunctionResult.integer) ?? value
    case .text(let text):
      switch Decimal(exactly: text)?.asPlainNumber {
      case .integer(let number)?: return .integer(number)
      case .double(let number)?: return .double(number)
      default: return .null
      }
    case .null, .bytes, .error, .failure: return .null
    }
  }

  /// Returns whether a number keeps its meaning as a `Float`.
  ///
  /// Digits after the decimal point are rounded, as in every `Float`. An
  /// integer that is exact as a `Double` must stay the same, and no number may
  /// become infinite or 0.
  private static func isFloat(_ number: Double) -> Bool {
    let float = Float(number)
    if Double(float) == number || number.isNaN { return true }
    let isWhole = number == number.rounded() && number.magnitude < 0x1p53
    return float.isFinite && float != 0 && !isWhole
  }

}
