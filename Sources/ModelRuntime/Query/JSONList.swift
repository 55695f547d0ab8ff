internal import ModelSchema

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Constants as a JSON array that SQL takes apart again: one parameter for any
/// number of values.
struct JSONList {
  let text: String

  init(_ values: [ConstantValue]) {
    text = "[" + values.map(Self.json).joined(separator: ",") + "]"
  }

  /// The SQL of an element: bytes travel as hexadecimal digits.
  static func element(of values: [ConstantValue]) -> String {
    switch values.first {
    case .data, .uuid: "model_bytes(value)"
    default: "value"
    }
  }

  private static func json(_ value: ConstantValue) -> String {
    switch value {
    case .null, .list: "null"
    case .boolean(let value): value ? "1" : "0"
    case .integer(let value): "\(value)"
    case .double(let value): value.isFinite ? "\(value)" : "null"
    case .decimal(let value): value.storedText
    case .string(let value): quoted(value)
    case .date(let value): "\(value.timeIntervalSinceReferenceDate)"
    case .data(let value): quoted(hexadecimal(value))
    case .uuid(let value): quoted(withUnsafeBytes(of: value.uuid) { hexadecimal($0) })
    case .url(let value): quoted(value.absoluteString)
    case .objectID(let value): "\(value.key)"
    }
  }

  private static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case _ where scalar.value < 32:
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
