/// The kind of the elements of a list in an attribute. A column holds the list as the
/// JSON array that `JSONEncoder` writes.
///
/// SQLite splits arrays with `json_each`, but reads neither all digits of a
/// Double nor a NUL in a string, and has no dates. `model_list` therefore
/// converts the column to a `JSONList` first, and `model_element` converts each
/// element to a value.
enum ListElement: String {
  case integer, boolean, real, single, decimal, text, date, data, uuid

  /// Creates the kind of the elements of a type; nil for types that cannot be
  /// compared.
  init?(_ type: AttributeType) {
    switch type {
    case .boolean: self = .boolean
    case .int16, .int32, .int64: self = .integer
    case .float: self = .single
    case .double: self = .real
    case .decimal: self = .decimal
    case .string, .url: self = .text
    case .date: self = .date
    case .data: self = .data
    case .uuid: self = .uuid
    case .enumeration(_, let raw): self.init(raw)
    case .json, .composite, .list, .codable, .transformable, .undefined: return nil
    }
  }

  var type: SQLType {
    switch self {
    case .integer, .boolean: .number(.integer)
    case .real, .single: .number(.real)
    case .decimal: .number(.digits)
    case .text: .text
    case .date: .date
    case .data: .data
    case .uuid: .uuid
    }
  }

  /// Returns the array in a column as a `JSONList`; nil for an invalid array.
  func json(_ text: String) -> String? {
    if self == .text, let tagged = Self.tagged(text.utf8) { return tagged }
    return constants(Data(text.utf8)).map { JSONList($0, type).text }
  }

  /// Returns the values of a list as text, from which `constants(of:)` reads
  /// them; nil for other values.
  static func text(of list: ConstantValue) -> String? {
    guard case .list(let values) = list, let data = try? JSONEncoder.ofAllNumbers.encode(values)
    else { return nil }
    return String(decoding: data, as: UTF8.self)
  }

  /// Returns the values in a string that `text(of:)` has returned; nil for any
  /// other string.
  static func constants(of text: String) -> [ConstantValue]? {
    try? JSONDecoder.ofAllNumbers.decode([ConstantValue].self, from: Data(text.utf8))
  }

  /// Returns the values of the array in a column; nil for an invalid array.
  func constants(_ text: String) -> [ConstantValue]? { constants(Data(text.utf8)) }

  private func constants(_ data: Data) -> [ConstantValue]? {
    func values<Value: Decodable>(_ constant: (Value) -> ConstantValue) -> [ConstantValue]? {
      try? JSONDecoder().decode([Value].self, from: data).map(constant)
    }
    return switch self {
    case .integer: values(ConstantValue.integer)
    case .boolean: values(ConstantValue.boolean)
    case .real: values(ConstantValue.double)
    case .single: values { (value: Float) in .double(Double(value)) }
    case .decimal: values(ConstantValue.decimal)
    case .text: values(ConstantValue.string)
    case .date: values(ConstantValue.date)
    case .data: values(ConstantValue.data)
    case .uuid: values(ConstantValue.uuid)
    }
  }

  /// Returns an array of strings without escapes, as most arrays are, with each
  /// string prefixed by the letter for strings; nil for any other array.
  private static func tagged(_ text: String.UTF8View) -> String? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count + 16)
    // The last byte outside strings that was not a space. For a string, it is
    // the closing quote.
    var last = UInt8(ascii: " ")
    var isInside = false
    let (quote, open, comma) = (UInt8(ascii: "\""), UInt8(ascii: "["), UInt8(ascii: ","))
    for byte in text {
      bytes.append(byte)
      switch byte {
      case UInt8(ascii: "\\"): return nil
      case quote where isInside:
        isInside = false
      case quote:
        guard last == open || last == comma else { return nil }
        (isInside, last) = (true, quote)
        bytes.append(UInt8(ascii: "t"))
      case _ where isInside:
        guard byte >= 0x20 else { return nil }
      case open:
        guard last == UInt8(ascii: " ") else { return nil }
        last = byte
      case comma:
        guard last == quote else { return nil }
        last = byte
      case UInt8(ascii: "]"):
        guard last == quote || last == open else { return nil }
        last = byte
      default: return nil
      }
    }
    return last == UInt8(ascii: "]") ? String(decoding: bytes, as: UTF8.self) : nil
  }
}
