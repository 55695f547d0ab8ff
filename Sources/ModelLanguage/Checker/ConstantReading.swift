/// Reads a constant of a known type from an expression.
struct ConstantReading {
  /// The outcome of reading a constant.
  enum Result {
    case value(ConstantValue)
    /// The expression is not a value of the type.
    case wrong
    /// The expression is wrong, and the mistake has been reported.
    case reported
  }

  let type: AttributeType

  /// Returns the constant value of an expression.
  func value(of expression: Expression, in symbols: SymbolTable) -> Result {
    switch expression.kind {
    case .missing: return .reported
    case .null: return .value(.null)
    case .caseName(let name): return caseValue(name, in: symbols)
    case .list(let elements): return list(elements, in: symbols)
    case .call(let function, let arguments):
      return call(function, arguments, at: expression.span, in: symbols)
    default: return literal(expression, in: symbols)
    }
  }

  private func literal(_ expression: Expression, in symbols: SymbolTable) -> Result {
    // The stored value of a case is not accepted: cases are written with their
    // names.
    if case .enumeration = type { return .wrong }
    return scalar(expression, in: symbols)
  }

  private func scalar(_ expression: Expression, in symbols: SymbolTable) -> Result {
    switch (expression.kind, type.scalar) {
    case (.boolean(let value), .boolean): .value(.boolean(value))
    case (.integer(let digits), let type) where type.isInteger:
      integer(digits, expression.span, in: symbols)
    case (.integer(let digits), .double), (.float(let digits), .double),
      (.integer(let digits), .float), (.float(let digits), .float):
      double(digits, expression.span, in: symbols)
    case (.integer(let digits), .decimal), (.float(let digits), .decimal):
      Decimal(string: digits).map { .value(.decimal($0)) }
        ?? tooLarge(digits, expression.span, in: symbols)
    case (.text(let text), let type) where !type.isNumber:
      TextConstant(type: type).value(text).map { .value($0) }
        ?? impossible(text, expression.span, in: symbols)
    case (.regex(let pattern), .string): .value(.string(pattern))
    default: .wrong
    }
  }

  private func integer(_ digits: String, _ span: Span, in symbols: SymbolTable) -> Result {
    if let number = Int64(literal: digits), type.scalar.holds(number) {
      return .value(.integer(number))
    }
    return tooLarge(digits, span, in: symbols)
  }

  private func double(_ digits: String, _ span: Span, in symbols: SymbolTable) -> Result {
    guard let number = Double(digits) else { return .wrong }
    let isFinite = type.scalar == .float ? Float(number).isFinite : number.isFinite
    return isFinite ? .value(.double(number)) : tooLarge(digits, span, in: symbols)
  }

  private func tooLarge(_ digits: String, _ span: Span, in symbols: SymbolTable) -> Result {
    symbols.report(.invalidLiteral, "'\(digits)' does not fit into '\(type.text)'", at: span)
    return .reported
  }

  /// Returns `.reported` after reporting a string that looks like a date or a
  /// UUID but is not valid; any other string is `.wrong`.
  private func impossible(_ text: String, _ span: Span, in symbols: SymbolTable) -> Result {
    guard text.first?.isHexDigit == true, text.contains("-"), let fault = type.fault(of: text)
    else { return .wrong }
    symbols.report(.invalidLiteral, fault, at: span)
    return .reported
  }

  private func caseValue(_ name: NameSyntax, in symbols: SymbolTable) -> Result {
    guard case .enumeration(let enumeration, _) = type,
      let symbol = symbols.enumerations[enumeration]
    else { return .wrong }
    if let value = symbol.value(of: name, in: symbols) { return .value(value) }
    symbols.reportUnknownCase(name, of: symbol)
    return .reported
  }

  private func list(_ elements: [Expression], in symbols: SymbolTable) -> Result {
    guard case .list(let element) = type else { return .wrong }
    var values: [ConstantValue] = []
    for expression in elements {
      switch ConstantReading(type: element).value(of: expression, in: symbols) {
      case .value(.null):
        symbols.report(.defaultType, "elements cannot be nil; leave it out", at: expression.span)
        return .reported
      case .value(let value): values.append(value)
      case .wrong: return .wrong
      case .reported: return .reported
      }
    }
    return .value(.list(values))
  }

  /// Returns the constant of a function call such as `date("...")`.
  private func call(
    _ function: Expression, _ arguments: [ArgumentSyntax], at span: Span, in symbols: SymbolTable
  ) -> Result {
    guard case .name(let name) = function.kind, arguments.count == 1,
      let argument = arguments[0].expression
    else { return .wrong }
    // Imported models have constants whose type differs from that of the
    // attribute.
    if name.text == "raw", let value = RawConstant.value(of: argument) { return .value(value) }
    guard let value = TextConstant.value(of: name.text, argument) else {
      guard case .text(let text) = argument.kind, TextConstant.functions[name.text] == type,
        let fault = type.fault(of: text)
      else { return .wrong }
      symbols.report(.invalidLiteral, fault, at: argument.span)
      return .reported
    }
    return TextConstant(type: type).accepts(value) ? .value(value) : .wrong
  }
}

extension AttributeType {
  /// Returns the message that a string is not a value of the type, with a valid
  /// example, or nil for a type without such a message.
  fileprivate func fault(of text: String) -> String? {
    switch self {
    case .date: "there is no date '\(text)'; dates are '2026-01-31' or '2026-01-31T14:30:00Z'"
    case .uuid: "'\(text)' is no UUID, such as '8E0B1D5C-6A3F-4E7B-9C2D-1F4A5B6C7D8E'"
    case .url: "'\(text)' is no URL, such as 'https://example.org'"
    case .data: "'\(text)' is no data: it is written in base64, such as 'AQID'"
    case .decimal: "'\(text)' is no number, such as '9.95'"
    default: nil
    }
  }
}

/// Reads values that are written as strings in the language.
struct TextConstant {
  let type: AttributeType

  /// The types of the functions whose string argument is a constant, such as
  /// `date("2026-01-31")`.
  static let functions: [String: AttributeType] = [
    "date": .date, "uuid": .uuid, "url": .url, "data": .data, "decimal": .decimal,
    "double": .double,
  ]

  /// Returns the value that a string represents, or nil if it is not a value of
  /// the type.
  func value(_ text: String) -> ConstantValue? {
    switch type {
    case .string, .json: .string(text)
    case .date: Self.date(text).map { .date($0) }
    case .uuid: UUID(uuidString: text).map { .uuid($0) }
    case .url: URL(string: text).map { .url($0) }
    case .data: Data(base64Encoded: text).map { .data($0) }
    case .decimal: Decimal(exactly: text).map { .decimal($0) }
    // Some numbers have no literal, such as `double("nan")`.
    case .double where Double(text)?.isFinite == false: Double(text).map { .double($0) }
    default: nil
    }
  }

  /// Returns whether a constant is a value of the type.
  func accepts(_ value: ConstantValue) -> Bool {
    switch (value, type) {
    case (.date, .date), (.uuid, .uuid), (.url, .url), (.data, .data), (.decimal, .decimal),
      (.double, .double), (.double, .float):
      true
    default: false
    }
  }

  /// Returns the value of `date("...")`, `date(0)`, `uuid("...")`,
  /// `url("...")`, `data("...")` or `decimal("...")`, or nil for any other
  /// call.
  static func value(of function: String, _ argument: Expression) -> ConstantValue? {
    guard let type = functions[function] else { return nil }
    switch argument.kind {
    case .text(let text): return TextConstant(type: type).value(text)
    case .integer(let digits), .float(let digits):
      guard type == .date, let seconds = Double(digits) else { return nil }
      return .date(Date(timeIntervalSinceReferenceDate: seconds))
    default: return nil
    }
  }

  /// Returns the date of a day such as `2026-01-31`, or of a time in ISO 8601;
  /// nil for any other string.
  static func date(_ text: String) -> Date? {
    ISODate.day(text) ?? ISODate.date(text)
  }
}
