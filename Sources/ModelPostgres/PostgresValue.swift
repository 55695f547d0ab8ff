#if PostgreSQL
  // Values in PostgreSQL's binary form: numbers are big-endian, timestamps are
  // microseconds since 2000-01-01, and decimals are groups of four digits.

  /// The type of a column in the database.
  enum PostgresType: UInt32, CaseIterable {
    case boolean = 16
    case bytes = 17
    case int8 = 20
    case int2 = 21
    case int4 = 23
    case text = 25
    case float4 = 700
    case float8 = 701
    case timestamp = 1184
    case numeric = 1700
    case uuid = 2950
    case json = 3802

    /// Creates the column type for an attribute's type; for a key if the
    /// attribute's type is nil.
    init(_ type: AttributeType?) {
      switch type {
      case nil, .int64: self = .int8
      case .boolean: self = .boolean
      case .int16: self = .int2
      case .int32: self = .int4
      case .float: self = .float4
      case .double: self = .float8
      case .decimal: self = .numeric
      case .string, .url: self = .text
      case .date: self = .timestamp
      case .data, .transformable, .composite, .undefined: self = .bytes
      case .uuid: self = .uuid
      case .json, .list, .codable: self = .json
      case .enumeration(_, let raw): self.init(raw)
      }
    }

    /// The name of the type in SQL.
    var name: String { traits.name }
    /// The OID of the array type for values of this type.
    var arrayType: UInt32 { traits.arrayType }

    private var traits: (name: String, arrayType: UInt32) {
      switch self {
      case .boolean: ("boolean", 1000)
      case .bytes: ("bytea", 1001)
      case .int8: ("bigint", 1016)
      case .int2: ("smallint", 1005)
      case .int4: ("integer", 1007)
      case .text: ("text", 1009)
      case .float4: ("real", 1021)
      case .float8: ("double precision", 1022)
      case .timestamp: ("timestamptz", 1185)
      case .numeric: ("numeric", 1231)
      case .uuid: ("uuid", 2951)
      case .json: ("jsonb", 3807)
      }
    }
  }

  enum PostgresValue {
    /// The time in microseconds from PostgreSQL's reference date, 2000-01-01,
    /// to the runtime's, 2001-01-01.
    private static let epoch: Int64 = 366 * 86_400 * 1_000_000
    /// The range of timestamps in PostgreSQL, in microseconds since its
    /// reference date.
    private static let times: Range<Int64> = -211_813_488_000_000_000..<9_223_371_331_200_000_000

    // MARK: Reading

    /// Returns the integer that 1, 2, 4 or 8 bytes represent.
    @inline(__always)
    static func integer(_ bytes: UnsafeRawBufferPointer) -> Int64 {
      switch bytes.count {
      case 8: Int64(bigEndian: bytes.loadUnaligned(as: Int64.self))
      case 4: Int64(Int32(bigEndian: bytes.loadUnaligned(as: Int32.self)))
      case 2: Int64(Int16(bigEndian: bytes.loadUnaligned(as: Int16.self)))
      case 1: Int64(bytes[0])
      default: 0
      }
    }

    /// Returns the seconds from the runtime's reference date to a timestamp;
    /// nil for the server's 'infinity' and '-infinity', which are represented
    /// by the greatest and the least integer.
    @inline(__always)
    private static func seconds(_ bytes: UnsafeRawBufferPointer) -> Double? {
      let micros = integer(bytes)
      return micros == .max || micros == .min ? nil : Double(micros - epoch) / 1_000_000
    }

    /// Returns the decimal with the given digits; nil if it has more digits
    /// than the runtime's type can represent.
    private static func decimal(_ digits: String) -> Decimal? {
      let decimal = Decimal(string: digits)
      // A `Decimal` can hold any number of up to 38 digits.
      guard digits.utf8.count > 38, let decimal else { return decimal }
      let isKept = trimmed("\(decimal)").elementsEqual(trimmed(digits))
      return isKept ? decimal : nil
    }

    /// Returns the digits of a decimal without trailing zeros in the fraction.
    private static func trimmed(_ digits: String) -> Substring {
      var digits = Substring(digits)
      guard digits.contains(".") else { return digits }
      while digits.last == "0" { digits.removeLast() }
      return digits.last == "." ? digits.dropLast() : digits
    }

    /// Returns whether the runtime's type can represent the value.
    static func isHeld(_ bytes: UnsafeRawBufferPointer, _ type: PostgresType) -> Bool {
      switch type {
      case .timestamp: seconds(bytes) != nil
      case .numeric: decimal(digits(bytes)) != nil
      case .boolean, .int2, .int4, .int8, .float4, .float8, .text, .json, .bytes, .uuid: true
      }
    }

    /// Adds a value to a row in the sink. A value that the runtime's type
    /// cannot represent is added as bytes, which are reported as damage.
    @inline(__always)
    static func add(_ bytes: UnsafeRawBufferPointer, _ type: PostgresType, to sink: RowSink) {
      switch type {
      case .boolean, .int2, .int4, .int8: sink.add(integer(bytes))
      case .float8:
        sink.add(Double(bitPattern: UInt64(bitPattern: integer(bytes))))
      case .float4:
        sink.add(Double(Float(bitPattern: UInt32(truncatingIfNeeded: integer(bytes)))))
      case .timestamp:
        if let seconds = seconds(bytes) { sink.add(seconds) } else { sink.add(bytes) }
      case .text: bytes.withMemoryRebound(to: UInt8.self) { sink.add(utf8: $0) }
      // The first byte of a document is its format version.
      case .json:
        UnsafeRawBufferPointer(rebasing: bytes.dropFirst())
          .withMemoryRebound(to: UInt8.self) { sink.add(utf8: $0) }
      case .bytes, .uuid: sink.add(bytes)
      case .numeric:
        let digits = digits(bytes)
        if digits.utf8.count <= 38 || decimal(digits) != nil {
          sink.add(digits)
        } else {
          sink.add(bytes)
        }
      }
    }

    /// Returns the value of an attribute or a key that bytes represent; null if
    /// the runtime's type cannot represent it.
    static func constant(
      _ bytes: UnsafeRawBufferPointer, _ type: PostgresType, _ attribute: AttributeType?
    ) -> ConstantValue {
      func text() -> String { String(decoding: bytes, as: UTF8.self) }
      switch type {
      case .boolean: return .boolean(integer(bytes) != 0)
      case .int2, .int4, .int8: return .integer(integer(bytes))
      case .float8: return .double(Double(bitPattern: UInt64(bitPattern: integer(bytes))))
      case .float4:
        return .double(Double(Float(bitPattern: UInt32(truncatingIfNeeded: integer(bytes)))))
      case .timestamp:
        return seconds(bytes).map { .date(Date(timeIntervalSinceReferenceDate: $0)) } ?? .null
      case .text where attribute == .url: return URL(string: text()).map(ConstantValue.url) ?? .null
      case .text: return .string(text())
      case .json: return .string(String(decoding: bytes.dropFirst(), as: UTF8.self))
      case .bytes: return .data(Data(bytes))
      case .uuid:
        return bytes.count == 16
          ? .uuid(UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))) : .null
      case .numeric: return decimal(digits(bytes)).map(ConstantValue.decimal) ?? .null
      }
    }

    /// Returns the digits of the decimal that bytes represent.
    static func digits(_ bytes: UnsafeRawBufferPointer) -> String {
      func word(_ index: Int) -> Int {
        Int(Int16(bigEndian: bytes.loadUnaligned(fromByteOffset: index * 2, as: Int16.self)))
      }
      guard bytes.count >= 8 else { return "0" }
      let (count, weight, sign, scale) = (word(0), word(1), word(2), word(3))
      guard sign == 0 || sign == 0x4000 else { return "NaN" }
      func group(_ index: Int) -> String {
        let value = index >= 0 && index < count ? word(4 + index) : 0
        return String(String(10_000 + value).dropFirst())
      }
      var text = weight < 0 ? "0" : (0...weight).map(group).joined()
      while text.count > 1, text.first == "0" { text.removeFirst() }
      if scale > 0 {
        let groups = (scale + 3) / 4
        let fraction = (weight + 1..<weight + 1 + groups).map(group).joined()
        text += "." + fraction.prefix(scale)
      }
      return sign == 0 ? text : "-" + text
    }

    /// Returns the bytes of the values in a one-dimensional array, with nil for
    /// NULL. The header contains the number of dimensions, flags, the type, the
    /// count and the first index; each value is preceded by its length, which
    /// is -1 for NULL.
    static func fields(_ bytes: UnsafeRawBufferPointer) -> [UnsafeRawBufferPointer?] {
      func number(_ place: Int) -> Int {
        Int(Int32(bigEndian: bytes.loadUnaligned(fromByteOffset: place, as: Int32.self)))
      }
      guard bytes.count >= 20, number(0) == 1 else { return [] }
      var place = 20
      return (0..<number(12)).map { _ in
        let (start, length) = (place + 4, number(place))
        place = start + max(length, 0)
        return length < 0 ? nil : UnsafeRawBufferPointer(rebasing: bytes[start..<place])
      }
    }

    // MARK: Writing

    /// Returns a date as microseconds since PostgreSQL's reference date,
    /// rounded to the nearest microsecond.
    ///
    /// - Throws: `StoreError` (`.wrongType`) if PostgreSQL cannot represent the
    ///   date.
    static func microseconds(_ date: Date) throws -> Int64 {
      let value = (date.timeIntervalSinceReferenceDate * 1_000_000).rounded()
      guard let micros = Int64(exactly: value)?.addingReportingOverflow(epoch), !micros.overflow,
        times.contains(micros.partialValue)
      else {
        throw StoreError(
          .wrongType, "PostgreSQL cannot store a time outside the years -4713 to 294276")
      }
      return micros.partialValue
    }

    /// Returns the nearest date that a column can contain; nil if a column can contain
    /// the date itself.
    static func kept(_ date: Date) -> Date? {
      let seconds = date.timeIntervalSinceReferenceDate
      let kept = (seconds * 1_000_000).rounded() / 1_000_000
      return kept == seconds ? nil : Date(timeIntervalSinceReferenceDate: kept)
    }

    /// Returns the dates before and after a date that lies between two microseconds.
    /// Returns nil if a column can contain the date itself, or if the date is so
    /// distant that floating-point numbers do not distinguish microseconds.
    static func neighbours(of date: Date) -> (before: Date, after: Date)? {
      let seconds = date.timeIntervalSinceReferenceDate
      guard kept(date) != nil, abs(seconds) < 4_000_000_000 else { return nil }
      var micros = (seconds * 1_000_000).rounded(.down)
      // The product is rounded, possibly beyond the next microsecond.
      if micros / 1_000_000 > seconds { micros -= 1 }
      if (micros + 1) / 1_000_000 < seconds { micros += 1 }
      return (
        Date(timeIntervalSinceReferenceDate: micros / 1_000_000),
        Date(timeIntervalSinceReferenceDate: (micros + 1) / 1_000_000)
      )
    }

    /// Appends a value preceded by its length, as in arrays and in COPY; NULL has the
    /// length -1.
    static func appendField(
      _ value: ConstantValue, _ type: PostgresType, to bytes: inout [UInt8]
    ) throws {
      let start = bytes.count
      let unknown = Int32(-1)
      withUnsafeBytes(of: unknown) { bytes.append(contentsOf: $0) }
      guard value != .null else { return }
      try append(value, type, to: &bytes)
      let length = try PostgresParameters.length(bytes.count - start - 4).bigEndian
      withUnsafeBytes(of: length) { for index in 0..<4 { bytes[start + index] = $0[index] } }
    }

    /// Returns whether a column of the given type can contain a value.
    static func takes(_ value: ConstantValue, _ type: PostgresType) -> Bool {
      var bytes: [UInt8] = []
      return value == .null || (try? append(value, type, to: &bytes)) != nil
    }

    /// Appends the bytes that represent a value.
    ///
    /// - Throws: `StoreError` (`.wrongType`) if the type cannot represent the
    ///   value.
    static func append(
      _ value: ConstantValue, _ type: PostgresType, to bytes: inout [UInt8]
    ) throws {
      func add(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
      }
      switch (type, value) {
      case (.boolean, .boolean(let value)): bytes.append(value ? 1 : 0)
      case (.boolean, .integer(let value)): bytes.append(value != 0 ? 1 : 0)
      case (.int8, .integer(let value)): add(value)
      case (.int8, .boolean(let value)): add(value ? 1 as Int64 : 0)
      case (.int8, .objectID(let value)): add(value.key)
      case (.int4, .integer(let value)): add(Int32(truncatingIfNeeded: value))
      case (.int2, .integer(let value)): add(Int16(truncatingIfNeeded: value))
      case (.float8, .double(let value)): add(value.bitPattern)
      case (.float8, .integer(let value)): add(Double(value).bitPattern)
      case (.float4, .double(let value)): add(Float(value).bitPattern)
      case (.timestamp, .date(let value)): add(try microseconds(value))
      case (.text, .string(let value)): try append(value, to: &bytes)
      case (.text, .url(let value)): try append(value.absoluteString, to: &bytes)
      case (.json, .string(let value)):
        bytes.append(1)
        try append(value, to: &bytes)
      case (.numeric, .decimal(let value)): append(digits: "\(value)", to: &bytes)
      case (.numeric, .integer(let value)): append(digits: "\(value)", to: &bytes)
      case (.bytes, .data(let value)): bytes.append(contentsOf: value)
      case (.uuid, .uuid(let value)):
        withUnsafeBytes(of: value.uuid) { bytes.append(contentsOf: $0) }
      default:
        throw StoreError(.wrongType, "a column of type \(type.name) does not hold \(value)")
      }
    }

    /// Appends the bytes that represent a decimal: the number of groups, the
    /// weight of the first group, the sign, the number of fraction digits, and
    /// the groups of four digits without leading and trailing zeros.
    private static func append(digits text: String, to bytes: inout [UInt8]) {
      func add(_ number: Int) {
        withUnsafeBytes(of: Int16(truncatingIfNeeded: number).bigEndian) {
          bytes.append(contentsOf: $0)
        }
      }
      guard text != "NaN" else { return [0, 0, 0xC000, 0].forEach(add) }
      let parts = text.drop { $0 == "-" }.split(separator: ".", omittingEmptySubsequences: false)
      let whole = parts.first.map { Array($0.utf8) } ?? []
      let fraction = parts.count > 1 ? Array(parts[1].utf8) : []
      let zero = UInt8(ascii: "0")
      let padding = (4 - whole.count % 4) % 4
      let digits = [UInt8](repeating: zero, count: padding) + whole + fraction
      var groups: [Int] = []
      for start in stride(from: 0, to: digits.count, by: 4) {
        var group = 0
        for place in start..<start + 4 {
          group = group * 10 + (place < digits.count ? Int(digits[place] - zero) : 0)
        }
        groups.append(group)
      }
      var weight = (whole.count + padding) / 4 - 1
      while groups.last == 0 { groups.removeLast() }
      while groups.first == 0 {
        groups.removeFirst()
        weight -= 1
      }
      add(groups.count)
      add(groups.isEmpty ? 0 : weight)
      add(text.first == "-" && !groups.isEmpty ? 0x4000 : 0)
      add(fraction.count)
      groups.forEach(add)
    }

    /// Returns a document with -0 replaced by 0, as the server would store it;
    /// nil if the document is unchanged.
    static func kept(document: String) -> String? {
      guard document.contains("-0") else { return nil }
      var kept: [UInt8] = []
      var rest = Substring(document).utf8
      var isInText = false
      while let next = rest.popFirst() {
        switch next {
        case UInt8(ascii: "\\"):
          kept.append(next)
          rest.popFirst().map { kept.append($0) }
          continue
        case UInt8(ascii: "\""): isInText.toggle()
        case UInt8(ascii: "-") where !isInText:
          let mantissa = rest.prefix { $0 == UInt8(ascii: ".") || (0x30...0x39).contains($0) }
          if mantissa.allSatisfy({ $0 == UInt8(ascii: "0") || $0 == UInt8(ascii: ".") }) {
            // The sign of an exponent, which follows a letter, is kept.
            let last = kept.last
            if last != UInt8(ascii: "e"), last != UInt8(ascii: "E") { continue }
          }
        default: break
        }
        kept.append(next)
      }
      return kept.count == document.utf8.count ? nil : String(decoding: kept, as: UTF8.self)
    }

    /// Checks that a string does not contain the character U+0000, and that a
    /// document does not contain its escape.
    ///
    /// - Throws: `StoreError` (`.wrongType`) if it does.
    static func check(_ text: String, _ type: PostgresType) throws {
      let isWritten = type == .json && text.contains(#"\u0000"#)
      // Searching contiguous storage is several times faster.
      let hasZero = text.utf8.withContiguousStorageIfAvailable { $0.contains(0) }
      guard hasZero ?? text.utf8.contains(0) || isWritten && Self.writesZero(text) else { return }
      throw StoreError(.wrongType, "PostgreSQL cannot store a string with the character U+0000")
    }

    /// Returns whether a document contains an escape of U+0000 whose backslash
    /// is not escaped itself.
    private static func writesZero(_ document: String) -> Bool {
      document.split(separator: #"\\"#).contains { $0.contains(#"\u0000"#) }
    }

    private static func append(_ text: String, to bytes: inout [UInt8]) throws {
      try check(text, .text)
      bytes.append(contentsOf: text.utf8)
    }
  }
#endif
