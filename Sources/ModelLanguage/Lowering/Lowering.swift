/// Lowers expressions to predicates and typed expressions.
struct Lowering: CheckPass {
  let symbols: SymbolTable

  /// Lowers an expression to a value. If the expression is wrong, the result is
  /// nil, and the mistake has been reported.
  ///
  /// - Parameter expected: The type that the value is compared with or assigned to,
  ///   which determines the meaning of literals and cases.
  func value(
    _ expression: Expression, in scope: Scope, expected: ExpressionType = .unknown
  ) -> Lowered? {
    let value = meaning(of: expression, in: scope, expected: expected)
    if value == nil, symbols.unread == nil { symbols.unread = expression.span }
    return value
  }

  private func meaning(
    of expression: Expression, in scope: Scope, expected: ExpressionType
  ) -> Lowered? {
    switch expression.kind {
    case .missing: return nil
    case .null: return Lowered(.constant(.null), .null)
    case .boolean(let value): return Lowered(.constant(.boolean(value)), .boolean)
    case .integer, .float, .text, .regex: return literal(expression, expected: expected)
    case .caseName(let name): return caseValue(name, in: scope, expected: expected)
    case .parameter(let name): return parameter(name, in: scope)
    case .name(let name): return bareName(name, in: scope)
    case .member(let base, let name): return member(base, name, in: scope)
    case .call(let function, let arguments):
      return call(function, arguments, at: expression.span, in: scope, expected: expected)
    case .find(let entity, let arguments):
      return find(entity, arguments, at: expression.span, in: scope)
    case .list(let elements): return list(elements, in: scope, expected: expected)
    case .and, .or, .not: return predicate(expression, in: scope).map { Lowered($0) }
    case .negative(let operand): return negative(operand, in: scope, expected: expected)
    case .binary(let sign, let left, let right):
      return binary(sign, left, right, in: scope, expected: expected)
    case .range:
      return refuse(
        .invalidExpression, "a range stands behind 'in' only: 'zip in 501...99950'",
        at: expression.span)
    case .ternary(let condition, let first, let second):
      return ternary(condition, first, second, in: scope, expected: expected)
    }
  }

  private func literal(_ expression: Expression, expected: ExpressionType) -> Lowered? {
    if let type = expected.attribute, !type.isEnumeration {
      if case .value(let constant) = ConstantReading(type: type).value(of: expression, in: symbols)
      {
        return Lowered(.constant(constant), expected)
      }
    }
    // A literal that does not fit the expected type has its own type, which is
    // used in the message.
    switch expression.kind {
    case .integer(let digits): return integer(digits, expression.span)
    case .float(let digits):
      return Lowered(.constant(.double(Double(digits) ?? 0)), .attribute(.double))
    case .text(let text), .regex(let text):
      return Lowered(.constant(.string(text)), .attribute(.string))
    default: return nil
    }
  }

  private func integer(_ digits: String, _ span: Span) -> Lowered? {
    guard let number = Int64(literal: digits) else {
      return refuse(.invalidLiteral, "'\(digits)' does not fit into 'Int64'", at: span)
    }
    return Lowered(.constant(.integer(number)), .integer)
  }

  private func caseValue(
    _ name: NameSyntax, in scope: Scope, expected: ExpressionType
  ) -> Lowered? {
    guard let symbol = enumeration(expected, in: scope) else {
      reportCaseOfNothing(name, in: scope, expected: expected)
      return nil
    }
    guard let value = symbol.value(of: name, in: symbols) else {
      symbols.reportUnknownCase(name, of: symbol)
      return nil
    }
    return Lowered(.constant(value), expected)
  }

  /// Returns the enumeration of an expected type. If this model has no type for
  /// the value, the result is the older version's enumeration, or nil if there
  /// is none.
  private func enumeration(
    _ expected: ExpressionType, in scope: Scope
  ) -> EnumerationSymbol? {
    if case .attribute(.enumeration(let name, _)) = expected { return symbols.enumerations[name] }
    return expected == .unknown ? scope.place.olderCases : nil
  }

  private func reportCaseOfNothing(
    _ name: NameSyntax, in scope: Scope, expected: ExpressionType
  ) {
    var what = expected.attribute.map { ", and '\($0.text)' has none" } ?? ""
    if scope.place.isMigration, expected == .unknown {
      what = ", and nothing here says of which; write the value that the older version stores"
    }
    report(.invalidExpression, "'.\(name.text)' is the case of an enum\(what)", at: name.span)
  }

  private func parameter(_ name: NameSyntax, in scope: Scope) -> Lowered? {
    if name.text == "source", let source = scope.place.source {
      return Lowered(.variable("source"), .object(source.name))
    }
    if let type = scope.place.parameters[name.text] {
      if let span = scope.place.parameterSpans[name.text] {
        diagnostics.names?.use(name.span, of: span)
      }
      return Lowered(.variable(name.text), type)
    }
    reportUnknownParameter(name, in: scope)
    return nil
  }

  private func reportUnknownParameter(_ name: NameSyntax, in scope: Scope) {
    var names = scope.place.parameters.keys.sorted()
    if scope.place.source != nil { names.append("source") }
    let matches = Suggestions.matches(for: name.text, among: names)
    let question = diagnostics.question(
      for: name.text, among: names, as: .parameter, prefix: "$", owner: scope.place.title)
    let title =
      scope.place.title.map { "'\($0)' has no parameter '\(name.text)'" }
      ?? "no parameter '\(name.text)': only fetches and queries have some"
    var diagnostic = SourceDiagnostic(.unknownParameter, title + question.text, at: name.span)
      .replacing(name.span, with: question)
    if let match = matches.first, let span = scope.place.parameterSpans[match] {
      diagnostic = diagnostic.note("declared here", at: span)
    } else if question.isEmpty, !names.isEmpty, names.count <= 8 {
      diagnostic = diagnostic.note("it has \(Suggestions.list(names.map { "$" + $0 }))")
    } else if question.isEmpty, scope.place.title != nil {
      diagnostic = diagnostic.fix("add '\(name.text): String' to its parameters")
    }
    diagnostics.add(diagnostic)
  }

  private func list(
    _ elements: [Expression], in scope: Scope, expected: ExpressionType
  ) -> Lowered? {
    let element = expected.element ?? .unknown
    var values: [Lowered] = []
    for expression in elements {
      guard let value = value(expression, in: scope, expected: element) else { return nil }
      values.append(value)
    }
    // The first element other than nil determines the type, since nil fits into every
    // list.
    let type = values.first { $0.type != .null }?.type ?? element
    if let wrong = values.firstIndex(where: { !areComparable($0.type, type) }) {
      return refuse(
        .typeMismatch,
        "\(elements[wrong].described) does not fit into a list of '\(type.text)'",
        at: elements[wrong].span)
    }
    return Lowered(.aggregate(values.map(\.expression)), .list(type))
  }

  private func negative(
    _ operand: Expression, in scope: Scope, expected: ExpressionType
  ) -> Lowered? {
    guard let value = number(operand, in: scope, expected: expected) else { return nil }
    return Lowered(
      .function(Arithmetic.subtract.rawValue, [.constant(.integer(0)), value.expression]),
      value.type)
  }

  private func ternary(
    _ condition: Expression, _ first: Expression, _ second: Expression, in scope: Scope,
    expected: ExpressionType
  ) -> Lowered? {
    let predicate = predicate(condition, in: scope)
    guard let pair = alternatives(first, second, in: scope, expected: expected), let predicate
    else { return nil }
    return Lowered(
      .conditional(predicate, then: pair.0.expression, else: pair.1.expression),
      pair.0.type.orOther(pair.1.type))
  }

  /// Lowers two alternative values, which must have the same type. If a value
  /// is wrong or the types differ, the result is nil, and the mistake has been
  /// reported.
  func alternatives(
    _ first: Expression, _ second: Expression, in scope: Scope, expected: ExpressionType
  ) -> (Lowered, Lowered)? {
    guard let one = value(first, in: scope, expected: expected) else { return nil }
    // If no type is expected, the second value has the type of the first.
    guard
      let two = value(second, in: beside(one, in: scope), expected: expected.orOther(one.type))
    else { return nil }
    guard areComparable(one.type, two.type) else {
      return refuse(
        .typeMismatch,
        "the two values are of different types, '\(one.type.text)' and '\(two.type.text)'",
        at: second.span)
    }
    return (one, two)
  }
}

extension AttributeType {
  fileprivate var isEnumeration: Bool {
    if case .enumeration = self { true } else { false }
  }
}
