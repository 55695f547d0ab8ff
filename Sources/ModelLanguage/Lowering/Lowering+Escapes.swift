/// Functions for the parts of imported models for which the language has no
/// other syntax.
///
/// With these functions, every predicate and expression can be written, so the
/// printer loses nothing. The types of their arguments are not compared.
extension Lowering {
  static let escapeNames: Set<String> = [
    "compare", "and", "or", "path", "raw", "object", "element", "function", "list", "set",
    "subquery", "conditional", "cast",
  ]

  /// Lowers a call of a function that exists for imported models. If its
  /// arguments are wrong, the result is nil, and the mistake has been reported.
  func escape(
    _ name: NameSyntax, _ arguments: [ArgumentSyntax], in scope: Scope
  ) -> Lowered? {
    let operands = arguments.compactMap(\.expression)
    guard operands.count == arguments.count, arguments.allSatisfy({ $0.label == nil }) else {
      return wrongEscape(name)
    }
    switch name.text {
    case "compare": return compare(name, operands, in: scope)
    case "and": return predicates(operands, in: scope).map { Lowered(.and($0)) }
    case "or": return predicates(operands, in: scope).map { Lowered(.or($0)) }
    case "path": return rawPath(name, operands, in: scope)
    case "raw": return raw(name, operands)
    case "object": return object(name, operands)
    case "element": return element(name, operands, in: scope)
    case "function": return function(name, operands, in: scope)
    case "list":
      return values(operands, in: scope).map { Lowered(.aggregate($0), .list(.unknown)) }
    case "set": return combined(name, operands, in: scope)
    case "subquery": return subquery(name, operands, in: scope)
    case "conditional": return conditional(name, operands, in: scope)
    default: return cast(name, operands, in: scope)
    }
  }

  private func wrongEscape(_ name: NameSyntax) -> Lowered? {
    let examples = [
      "compare": "compare(a, .less, b, .caseInsensitive, .any)", "path": "path(\"a.b\", self)",
      "raw": "raw(1)", "object": "object(\"x-coredata://...\")", "element": "element(a, .first)",
      "function": "function(\"sqrt:\", a)", "set": "set(.union, a, b)",
      "subquery": "subquery(items, \"x\", done)", "conditional": "conditional(done, a, b)",
      "cast": "cast(a, \"NSDate\")",
    ]
    let example = examples[name.text] ?? "\(name.text)(a, b)"
    return refuse(
      .invalidExpression, "'\(name.text)' is written like this: '\(example)'", at: name.span)
  }

  private func values(_ operands: [Expression], in scope: Scope) -> [ObjectExpression]? {
    let values = operands.compactMap { value($0, in: scope)?.expression }
    return values.count == operands.count ? values : nil
  }

  private func compare(
    _ name: NameSyntax, _ operands: [Expression], in scope: Scope
  ) -> Lowered? {
    guard operands.count >= 3, case .caseName(let sign) = operands[1].kind,
      let comparison = ObjectPredicate.Comparison.Operator(rawValue: sign.text)
    else { return wrongEscape(name) }
    var options: StringOptions = []
    var quantifier = ObjectPredicate.Comparison.Quantifier.direct
    for operand in operands.dropFirst(3) {
      guard case .caseName(let word) = operand.kind else { return wrongEscape(name) }
      if let option = word.stringOption {
        options.insert(option)
      } else if let other = ObjectPredicate.Comparison.Quantifier(rawValue: word.text) {
        quantifier = other
      } else {
        reportUnknownOption(word)
        return nil
      }
    }
    // Imported conditions with a quantifier can lead through to-many relationships,
    // such as `ANY items.name`.
    let wide = scope.allowingToManyPaths()
    guard let sides = values([operands[0], operands[2]], in: wide) else { return nil }
    return Lowered(
      .comparison(.init(sides[0], comparison, sides[1], quantifier: quantifier, options: options)))
  }

  private func rawPath(
    _ name: NameSyntax, _ operands: [Expression], in scope: Scope
  ) -> Lowered? {
    guard operands.count == 1 || operands.count == 2, case .text(let text) = operands[0].kind
    else { return wrongEscape(name) }
    var (base, type) = (scope.base, scope.selfType)
    if operands.count == 2 {
      guard let value = value(operands[1], in: scope) else { return nil }
      (base, type) = (value.expression, value.type)
    }
    symbols.enterUses(ofPath: text, at: operands[0].span, from: type)
    return Lowered(.keyPath(text.split(separator: ".").map(String.init), of: base), .unknown)
  }

  private func raw(_ name: NameSyntax, _ operands: [Expression]) -> Lowered? {
    guard operands.count == 1, let constant = RawConstant.value(of: operands[0]) else {
      return wrongEscape(name)
    }
    return Lowered(.constant(constant), .unknown)
  }

  private func object(_ name: NameSyntax, _ operands: [Expression]) -> Lowered? {
    guard operands.count == 1, case .text(let text) = operands[0].kind, let id = ObjectID(text)
    else { return wrongEscape(name) }
    return Lowered(.constant(.objectID(id)), .unknown)
  }

  private func element(
    _ name: NameSyntax, _ operands: [Expression], in scope: Scope
  ) -> Lowered? {
    guard operands.count == 2, let list = value(operands[0], in: scope.allowingToManyPaths())
    // A wrong first operand has been reported, but a wrong number of operands has
    // not.
    else { return operands.count == 2 ? nil : wrongEscape(name) }
    if case .caseName(let word) = operands[1].kind {
      let indexes: [String: ObjectExpression.Index] = [
        "first": .first, "last": .last, "size": .size,
      ]
      guard let index = indexes[word.text] else { return wrongEscape(name) }
      return Lowered(.element(index, of: list.expression), .unknown)
    }
    guard let index = value(operands[1], in: scope) else { return nil }
    return Lowered(.element(.expression(index.expression), of: list.expression), .unknown)
  }

  private func function(
    _ name: NameSyntax, _ operands: [Expression], in scope: Scope
  ) -> Lowered? {
    guard let first = operands.first, case .text(let function) = first.kind else {
      return wrongEscape(name)
    }
    return values(Array(operands.dropFirst()), in: scope.allowingToManyPaths()).map {
      Lowered(.function(function, $0), .unknown)
    }
  }

  private func combined(
    _ name: NameSyntax, _ operands: [Expression], in scope: Scope
  ) -> Lowered? {
    guard operands.count == 3, case .caseName(let word) = operands[0].kind,
      let sign = ObjectExpression.SetOperator(rawValue: word.text)
    else { return wrongEscape(name) }
    return values(Array(operands.dropFirst()), in: scope.allowingToManyPaths()).map {
      Lowered(.set(sign, $0[0], $0[1]), .unknown)
    }
  }

  private func subquery(
    _ name: NameSyntax, _ operands: [Expression], in scope: Scope
  ) -> Lowered? {
    guard operands.count == 3, case .text(let variable) = operands[1].kind else {
      return wrongEscape(name)
    }
    guard let collection = value(operands[0], in: scope.allowingToManyPaths()) else { return nil }
    let inner = scope.nested(collection.type.element ?? .unknown, variable: variable)
    return predicate(operands[2], in: inner).map {
      Lowered(
        .subquery(collection.expression, variable: variable, $0), collection.type)
    }
  }

  private func conditional(
    _ name: NameSyntax, _ operands: [Expression], in scope: Scope
  ) -> Lowered? {
    guard operands.count == 3 else { return wrongEscape(name) }
    guard let predicate = predicate(operands[0], in: scope),
      let values = values(Array(operands.dropFirst()), in: scope)
    else { return nil }
    return Lowered(.conditional(predicate, then: values[0], else: values[1]), .unknown)
  }

  private func cast(
    _ name: NameSyntax, _ operands: [Expression], in scope: Scope
  ) -> Lowered? {
    guard operands.count == 2, case .text(let type) = operands[1].kind else {
      return wrongEscape(name)
    }
    return value(operands[0], in: scope).map { Lowered(.cast($0.expression, type: type), .unknown) }
  }
}

/// Reads the constant in `raw(...)`, whose type is determined by its form.
enum RawConstant {
  static func value(of expression: Expression) -> ConstantValue? {
    switch expression.kind {
    case .null: .null
    case .boolean(let value): .boolean(value)
    case .integer(let digits): Int64(literal: digits).map { .integer($0) }
    case .float(let digits): Double(digits).map { .double($0) }
    case .text(let text): .string(text)
    case .list(let elements): list(elements)
    case .call(let function, let arguments): call(function, arguments)
    default: nil
    }
  }

  private static func list(_ elements: [Expression]) -> ConstantValue? {
    let values = elements.compactMap(value)
    return values.count == elements.count ? .list(values) : nil
  }

  private static func call(
    _ function: Expression, _ arguments: [ArgumentSyntax]
  ) -> ConstantValue? {
    guard case .name(let name) = function.kind, arguments.count == 1,
      let argument = arguments[0].expression
    else { return nil }
    if name.text == "object", case .text(let text) = argument.kind {
      return ObjectID(text).map { .objectID($0) }
    }
    return TextConstant.value(of: name.text, argument)
  }
}
