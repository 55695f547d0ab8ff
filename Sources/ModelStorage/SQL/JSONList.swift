/// Constants as a JSON array, whose elements SQL reads with `model_element`: one
/// parameter for any number of values.
///
/// Integers are JSON numbers; all other values are strings whose first letter
/// identifies the type, since JSON in SQLite preserves neither all digits of a
/// Double nor a NUL in a string.
struct JSONList {
  let text: String

  /// Creates a list. Values that cannot equal a value of the type are left out.
  init(_ values: [ConstantValue], _ type: SQLType) {
    text = "[" + values.compactMap { Self.json($0, type) }.joined(separator: ",") + "]"
  }

  private static func json(_ value: ConstantValue, _ type: SQLType) -> String? {
    switch (value, type) {
    case (.boolean(let value), .number): value ? "1" : "0"
    case (.integer(let value), .number): "\(value)"
    case (.double(let value), .number): value.isNaN ? nil : real(value)
    case (.decimal(let value), .number):
      switch DecimalForm(value) {
      case .integer: value.description
      case .real: real(value.nearestDouble)
      // A decimal given by its digits is compared separately, unless all values
      // are such decimals.
      case .digits: type == .number(.digits) ? "\"t\(value)\"" : nil
      case .none: nil
      }
    case (.date(let value), .date): real(value.timeIntervalSinceReferenceDate)
    case (.data(let value), .data): "\"b" + value.hexadecimal + "\""
    case (.uuid(let value), .uuid): "\"b" + value.bytes.hexadecimal + "\""
    case (.objectID(let value), .object): "\(value.key)"
    case (.string(let value), .text): quoted(value)
    case (.url(let value), .text): quoted(value.absoluteString)
    default: nil
    }
  }

  private static func real(_ value: Double) -> String { "\"r\(value.bitPattern)\"" }

  private static func quoted(_ text: String) -> String {
    if text.utf8.contains(0) { return "\"x" + text.utf8.hexadecimal + "\"" }
    let quoted = text.escaped {
      switch $0 {
      case "\"": "\\\""
      case "\\": "\\\\"
      case "\0"..<" ": $0.fourDigitEscape
      default: nil
      }
    }
    return "\"t\(quoted)\""
  }
}

extension JSONEncoder {
  /// An encoder with sorted keys that also encodes infinities and what is no number.
  package static var ofAllNumbers: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return encoder
  }
}

extension JSONDecoder {
  /// A decoder of what `JSONEncoder.ofAllNumbers` encodes.
  package static var ofAllNumbers: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return decoder
  }
}

extension Encodable {
  /// The value as JSON in the form that a store keeps, with sorted keys; nil if it
  /// cannot be encoded.
  package var jsonText: String? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) }
  }
}
