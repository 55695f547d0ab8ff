extension PropertyPass {
  /// Returns the value after `=`, or nil if there is none. A wrong value is
  /// reported, and the result is nil.
  func defaultValue(of syntax: PropertySyntax, type: AttributeType) -> DefaultValue? {
    guard let value = syntax.value else { return nil }
    if let function = defaultFunction(value, type: type) { return function }
    switch ConstantReading(type: type).value(of: value, in: symbols) {
    case .value(.null):
      if !syntax.type.isOptional { reportNilDefault(syntax, value) }
      return nil
    case .value(let constant): return .constant(constant)
    case .reported: return nil
    case .wrong:
      reportDefault(syntax, value, type: type)
      return nil
    }
  }

  private func defaultFunction(_ value: Expression, type: AttributeType) -> DefaultValue? {
    guard case .call(let function, let arguments) = value.kind, arguments.isEmpty,
      case .name(let name) = function.kind
    else { return nil }
    switch (name.text, type) {
    case ("now", .date): return .now
    case ("uuid", .uuid): return .uuid
    default: return nil
    }
  }

  private func reportNilDefault(_ syntax: PropertySyntax, _ value: Expression) {
    let name = syntax.name.text
    report(
      .defaultType,
      "default of '\(name)' is nil, but '\(name)' is required; write '?' after its type",
      at: value.span
    ) { $0.choice(syntax.type.span.behind, "?") }
  }

  private func reportDefault(
    _ syntax: PropertySyntax, _ value: Expression, type: AttributeType
  ) {
    let name = syntax.name.text
    let written = sourceTypeText(syntax.type) ?? type.text
    let isNothing = syntax.type.isOptional && value.word.map(ForeignWords.isNothing) == true
    let example = isNothing ? "nil" : type.exampleValue(for: value, in: symbols)
    let cure = example.map { "; write '\($0)'" } ?? "; leave the default out"
    report(
      .defaultType,
      "default of '\(name)' is \(value.kindText), but '\(name)' is '\(written)'\(cure)",
      at: value.span, replacing: example.map { [$0] } ?? [])
  }

  private func sourceTypeText(_ type: TypeSyntax) -> String? {
    if case .named(let path, nil) = type.kind { path.last?.text } else { nil }
  }
}

extension Expression {
  /// A description of the expression's kind, such as `a string`.
  var kindText: String {
    switch kind {
    case .integer: "a whole number"
    case .float: "a number with a fraction"
    case .text: "a string"
    case .boolean: "a Bool"
    case .null: "nil"
    case .regex: "a regular expression"
    case .caseName: "a case"
    case .list: "a list"
    case .range: "a range"
    case .call(let function, _): function.path.map { "'\($0.last?.text ?? "")(...)'" } ?? "a call"
    default: "an expression"
    }
  }
}

extension AttributeType {
  /// Returns the source text of a value that could replace a wrong value, or
  /// nil if none is known.
  fileprivate func exampleValue(for wrong: Expression, in symbols: SymbolTable) -> String? {
    switch self {
    case .boolean: return wrong.isTruthy ? "true" : "false"
    case .int16, .int32, .int64: return wrong.digits.map { String($0.prefix { $0 != "." }) } ?? "0"
    case .float, .double, .decimal: return wrong.digits ?? "0"
    case .string:
      let word = wrong.word.map { ForeignWords.isNothing($0) ? "" : $0 }
      return "\"\(wrong.digits ?? word ?? "")\""
    case .date: return "now()"
    case .uuid: return "uuid()"
    case .url: return "\"https://example.org\""
    case .json: return "\"{}\""
    case .list: return "[]"
    case .enumeration(let name, _):
      let cases = symbols.enumerations[name]?.description.cases.map(\.name) ?? []
      let meant = cases.first { $0.lowercased() == wrong.word?.lowercased() }
      return (meant ?? cases.first).map { "." + $0 }
    case .data, .composite, .codable, .transformable, .undefined: return nil
    }
  }
}

extension Expression {
  fileprivate var isTruthy: Bool {
    if case .integer(let digits) = kind { return digits != "0" }
    return ["yes", "true", "1", "on"].contains(word?.lowercased())
  }

  /// The text of the expression if it is a word, bare or in quotes; otherwise
  /// nil.
  fileprivate var word: String? {
    switch kind {
    case .name(let name): name.text
    case .text(let text): text
    default: nil
    }
  }

  /// The digits of the number in the expression, or nil if it has none.
  fileprivate var digits: String? {
    switch kind {
    case .integer(let digits), .float(let digits): digits
    case .text(let text): Double(text) == nil ? nil : text
    default: nil
    }
  }
}
