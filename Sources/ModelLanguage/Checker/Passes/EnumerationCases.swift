/// Assigns stored values to the cases of an enumeration.
struct EnumerationCases: CheckPass {
  private let symbol: EnumerationSymbol
  let symbols: SymbolTable

  init(_ symbol: EnumerationSymbol, _ symbols: SymbolTable) {
    self.symbol = symbol
    self.symbols = symbols
  }

  /// Returns the cases with their values, and reports repeated names and values.
  func resolved() -> [EnumerationDescription.Case] {
    // The raw type is set before the cases, because their values are read as
    // that type.
    symbol.description.rawType = rawType
    var names: [String: NameSyntax] = [:]
    var values: [ConstantValue: NameSyntax] = [:]
    var next: Int64 = 0
    var cases: [EnumerationDescription.Case] = []
    for syntax in symbol.syntax.cases {
      annotations.checkAttributes(
        syntax.attributes, on: [.enumerationCase], describedAs: "a case")
      SpecialNameCheck(symbols: symbols).checkCase(syntax.name, of: symbol.syntax.name.text)
      guard symbols.isNew(syntax.name, in: &names, owner: symbol.syntax.name.text),
        let value = value(of: syntax, next: next)
      else { continue }
      // The addition wraps around, since it can go past the greatest number.
      if case .integer(let number) = value { next = number &+ 1 }
      // A case that repeats the value of another case is kept, so that its name
      // is known.
      checkUnique(value, syntax, &values)
      cases.append(
        EnumerationDescription.Case(
          name: syntax.name.text, documentation: syntax.documentation, rawValue: value,
          deprecation: annotations.deprecation(in: syntax.attributes)))
    }
    if symbol.syntax.cases.isEmpty {
      report(
        .rawType, "an enum needs a case: write 'case name'", at: symbol.syntax.name.span)
    }
    return cases
  }

  private var rawType: AttributeType {
    guard let name = symbol.syntax.rawType else { return .string }
    let type = BuiltinType(rawValue: name.text)?.attributeType
    if let type, type == .string || type.isInteger { return type }
    let foreign = ForeignWords.types[name.text]
    let cure = foreign.map { "; \($0.message)" } ?? "; write 'String', 'Int16', 'Int32' or 'Int64'"
    diagnostics.offer(
      ["String", "Int16", "Int32", "Int64"], for: name.text, as: .builtinType)
    report(
      .rawType, "an enum cannot be stored as '\(name.text)'\(cure)", at: name.span,
      replacing: foreign.map { ForeignWords.types(in: $0.message) }
        ?? ["String", "Int16", "Int32", "Int64"])
    return .string
  }

  private func value(
    of syntax: EnumerationSyntax.Case, next: Int64
  ) -> ConstantValue? {
    let isText = symbol.description.rawType == .string
    guard let value = syntax.value else {
      if isText { return .string(syntax.name.text) }
      checkFits(next, syntax)
      return .integer(next)
    }
    switch (value.kind, isText) {
    case (.text(let text), true): return .string(text)
    case (.integer(let digits), false):
      if let number = Int64(literal: digits), symbol.description.rawType.holds(number) {
        return .integer(number)
      }
    case (.missing, _): return nil
    default: break
    }
    let cure = isText ? "\"\(syntax.name.text)\"" : "\(next)"
    return refuse(
      .rawType,
      "values of '\(symbol.syntax.name.text)' are '\(symbol.description.rawType.text)'; "
        + "write '\(cure)'", at: value.span, replacing: [cure])
  }

  /// Reports the first number that does not fit the raw type. Writing a value
  /// for that case also corrects the following cases.
  private func checkFits(_ number: Int64, _ syntax: EnumerationSyntax.Case) {
    let type = symbol.description.rawType
    // Numbers are increasing, so `.min` can follow only the greatest number.
    guard number == .min || !type.holds(number), type.holds(number &- 1) else { return }
    report(
      .rawType,
      "'\(syntax.name.text)' comes behind the greatest '\(type.text)'; write a value for it",
      at: syntax.name.span)
  }

  private func checkUnique(
    _ value: ConstantValue, _ syntax: EnumerationSyntax.Case,
    _ values: inout [ConstantValue: NameSyntax]
  ) {
    if let other = values[value] {
      report(
        .duplicateRawValue,
        "'\(syntax.name.text)' is stored by the same value as '\(other.text)'",
        at: syntax.value?.span ?? syntax.name.span
      ) { $0.note("'\(other.text)' is declared here", at: other.span) }
    } else {
      values[value] = syntax.name
    }
  }
}

extension AttributeType {
  /// Returns whether an integer fits the type.
  func holds(_ number: Int64) -> Bool {
    integerRange?.contains(number) != false
  }
}

extension Int64 {
  /// Creates a number from its digits, with an optional `0x`, `0o` or `0b` prefix;
  /// nil if it does not fit.
  init?(literal digits: String) {
    let isNegative = digits.hasPrefix("-")
    var rest = isNegative ? digits.dropFirst() : digits[...]
    let radix = ["0x": 16, "0o": 8, "0b": 2][rest.prefix(2)] ?? 10
    if radix != 10 { rest = rest.dropFirst(2) }
    self.init((isNegative ? "-" : "") + rest, radix: radix)
  }
}
