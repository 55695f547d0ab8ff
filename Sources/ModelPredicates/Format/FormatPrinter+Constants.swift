extension FormatPrinter {
  /// Writes a constant as a literal or, if its type has no literals, as a
  /// `CAST`.
  mutating func print(_ constant: ConstantValue) {
    switch constant {
    case .null: text += "nil"
    case .boolean(let flag): text += flag ? "TRUE" : "FALSE"
    case .integer(let integer): text += integer.description
    case .double(let double): print(double)
    case .decimal(let decimal): cast(decimal.description, .decimal)
    case .string(let string): quote(string)
    case .date(let date):
      cast(to: CastType.date.rawValue) { $0.print(date.timeIntervalSinceReferenceDate) }
    case .data(let data): cast(data.base64EncodedString(), .data)
    case .uuid(let uuid): cast(uuid.uuidString, .uuid)
    case .url(let url): cast(url.absoluteString, .url)
    case .objectID(let id): cast(id.description, .objectID)
    case .list(let elements): deeper { $0.print(elements) }
    }
  }

  private mutating func print(_ double: Double) {
    if double.isFinite {
      text += double.description
    } else {
      cast(double.isNaN ? "nan" : double.description, .number)
    }
  }

  private mutating func print(_ elements: [ConstantValue]) {
    text += "{"
    print(elements, separatedBy: ", ") { $0.print($1) }
    text += "}"
  }

  private mutating func cast(_ value: String, _ type: CastType) {
    cast(to: type.rawValue) { $0.quote(value) }
  }

  mutating func cast(to type: String, _ print: (inout FormatPrinter) -> Void) {
    text += "CAST("
    print(&self)
    text += ", "
    quote(type)
    text += ")"
  }

  /// Writes a string in double quotes, with escapes by which it fits on one
  /// line.
  mutating func quote(_ string: String) {
    let escaped = string.escaped {
      switch $0 {
      case "\"": "\\\""
      case "\\": "\\\\"
      case "\n": "\\n"
      case "\r": "\\r"
      case "\t": "\\t"
      default: $0.isUnprintable ? "\\u" + $0.fourDigitEscape.dropFirst(2).uppercased() : nil
      }
    }
    text += "\"\(escaped)\""
  }
}

extension Unicode.Scalar {
  /// True if the scalar is a control character or a line separator, which must
  /// be escaped.
  fileprivate var isUnprintable: Bool {
    value < 0x20 || (0x7F..<0xA0).contains(value) || value == 0x2028 || value == 0x2029
  }
}

extension ConstantValue {
  /// True if the printed constant begins with a minus sign.
  var printsSign: Bool {
    switch self {
    case .integer(let integer): integer < 0
    case .double(let double): double.isFinite && double.sign == .minus
    default: false
    }
  }
}
