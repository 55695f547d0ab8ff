/// Writes constants in such a way that reading the text results in the same
/// constants.
struct ConstantPrinter {
  let reader: ExpressionReader

  init(_ reader: ExpressionReader) {
    self.reader = reader
  }

  /// Returns the text of a constant in a default value or a bound, where no
  /// other kind of expression is allowed.
  func text(_ constant: ConstantValue, expected: ExpressionType) -> String {
    if case .list(let values) = constant, let element = expected.element {
      return "[" + values.map { text($0, expected: element) }.joined(separator: ", ") + "]"
    }
    let form = forms(constant, expected: expected).first { form in
      guard let type = expected.attribute, constant != .null else { return true }
      return reader.constant(form.text, of: type) == constant
    }
    return (form ?? Self.raw(constant)).text
  }

  /// Returns the forms of a constant, the simplest first.
  func forms(_ constant: ConstantValue, expected: ExpressionType) -> [PrintedPiece] {
    if case .attribute(.enumeration(let name, _)) = expected {
      let cases = reader.symbols.enumerations[name]?.description.cases ?? []
      return cases.filter { $0.rawValue == constant }
        .map { PrintedPiece("." + PrintedName.quoted($0.name)) } + plainForms(constant)
    }
    return plainForms(constant)
  }

  private func plainForms(_ constant: ConstantValue) -> [PrintedPiece] {
    let texts: [String?] =
      switch constant {
      case .null, .boolean, .integer, .string, .objectID, .list: []
      case .double(let number): [wholeNumber(number), number.isFinite ? "\(number)" : nil]
      case .decimal(let number): [number.isNaN ? nil : "\(number)"]
      case .date(let date): [Self.dateText(date).map(TextLiteral.literal)]
      case .data(let data): [TextLiteral.literal(data.base64EncodedString())]
      case .uuid(let uuid): [TextLiteral.literal(uuid.uuidString)]
      case .url(let url): [TextLiteral.literal(url.absoluteString)]
      }
    return (texts.compactMap(\.self) + [Self.ownText(constant)]).map { PrintedPiece($0) }
  }

  /// Returns the digits of an integer, which needs no decimal point if its type
  /// is known; nil for a number with a fraction, or with too many digits.
  private func wholeNumber(_ number: Double) -> String? {
    abs(number) < 1e15 ? Int64(exactly: number).map { "\($0)" } : nil
  }

  // MARK: Constants that say their own type

  /// Returns the form `raw(1)`, which keeps the constant's own type regardless of the
  /// value beside it.
  static func raw(_ constant: ConstantValue) -> PrintedPiece {
    PrintedPiece("raw(\(ownText(constant)))")
  }

  private static func ownText(_ constant: ConstantValue) -> String {
    switch constant {
    case .null: "nil"
    case .boolean(let value): "\(value)"
    case .integer(let number): "\(number)"
    case .double(let number): number.isFinite ? "\(number)" : "double(\"\(number)\")"
    case .string(let text): TextLiteral.literal(text)
    case .decimal(let number): "decimal(\"\(number)\")"
    case .date(let date):
      dateText(date).map { "date(\"\($0)\")" } ?? "date(\(date.timeIntervalSinceReferenceDate))"
    case .data(let data): "data(\"\(data.base64EncodedString())\")"
    case .uuid(let uuid): "uuid(\"\(uuid.uuidString)\")"
    case .url(let url): "url(\(TextLiteral.literal(url.absoluteString)))"
    case .objectID(let id): "object(\"\(id)\")"
    case .list(let values): "[" + values.map(ownText).joined(separator: ", ") + "]"
    }
  }

  /// Returns a time in ISO 8601, or nil if this would lose fractions of a
  /// second.
  private static func dateText(_ date: Date) -> String? {
    let seconds = date.timeIntervalSinceReferenceDate
    return seconds.rounded() == seconds ? ISODate.text(date) : nil
  }
}
