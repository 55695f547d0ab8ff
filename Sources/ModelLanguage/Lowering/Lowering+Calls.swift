extension Lowering {
  /// Lowers a call of a function or of a value's method. If the call is wrong,
  /// the result is nil, and the mistake has been reported.
  func call(
    _ function: Expression, _ arguments: [ArgumentSyntax], at span: Span, in scope: Scope,
    expected: ExpressionType
  ) -> Lowered? {
    switch function.kind {
    case .name(let name): return freeCall(name, arguments, at: span, in: scope)
    case .member(let base, let name): return method(base, name, arguments, in: scope)
    default:
      return refuse(.invalidExpression, "only a name can be called", at: span)
    }
  }

  // MARK: Functions

  static let functionNames = [
    "now", "uuid", "canonical", "lowercase", "uppercase", "count", "sum", "min", "max", "avg",
    "date", "url", "data", "decimal",
  ]

  private func freeCall(
    _ name: NameSyntax, _ arguments: [ArgumentSyntax], at span: Span, in scope: Scope
  ) -> Lowered? {
    switch name.text {
    case "now" where arguments.isEmpty: return Lowered(.function("now", []), .attribute(.date))
    case "uuid" where arguments.isEmpty: return Lowered(.function("uuid", []), .attribute(.uuid))
    case "canonical", "lowercase", "uppercase": return textFunction(name, arguments, in: scope)
    case "count", "sum", "min", "max", "avg":
      return rowAggregate(name, arguments, at: span, in: scope)
    case "date", "uuid", "url", "data", "decimal", "double":
      return constantCall(name, arguments, at: span)
    case _ where Self.escapeNames.contains(name.text): return escape(name, arguments, in: scope)
    case "predicate":
      report(
        .invalidExpression, "'predicate(...)' is the whole of a 'where', or not there",
        at: span)
    case "now":
      report(.invalidExpression, "'now' takes nothing in its parentheses", at: name.span)
    default: reportUnknownFunction(name, among: Self.functionNames)
    }
    return nil
  }

  private func textFunction(
    _ name: NameSyntax, _ arguments: [ArgumentSyntax], in scope: Scope
  ) -> Lowered? {
    guard let argument = single(arguments, of: name, taking: "a text"),
      let value = text(argument, in: scope, for: name)
    else { return nil }
    return Lowered(.function(name.text + ":", [value.expression]), .attribute(.string))
  }

  private func constantCall(
    _ name: NameSyntax, _ arguments: [ArgumentSyntax], at span: Span
  ) -> Lowered? {
    guard let argument = single(arguments, of: name, taking: "a text") else { return nil }
    guard let value = TextConstant.value(of: name.text, argument),
      let type = BuiltinType.allCases.first(where: { $0.rawValue.lowercased() == name.text })?
        .attributeType
    else {
      return refuse(
        .invalidLiteral, "this is no text that '\(name.text)' understands", at: argument.span)
    }
    return Lowered(.constant(value), .attribute(type))
  }

  /// Lowers `count()`, `sum(x)` and similar aggregates of the rows of a fetch.
  /// If the aggregate is wrong, the result is nil, and the mistake has been
  /// reported.
  private func rowAggregate(
    _ name: NameSyntax, _ arguments: [ArgumentSyntax], at span: Span, in scope: Scope
  ) -> Lowered? {
    guard scope.place.allowsAggregates else {
      return refuse(
        .invalidExpression,
        "'\(name.text)(...)' over rows stands in 'select' and 'having'; a to-many is asked "
          + "'items.\(name.text)'", at: span)
    }
    let function = name.text == "avg" ? "average:" : name.text + ":"
    if name.text == "count", arguments.isEmpty {
      return Lowered(.function(function, [.evaluatedObject]), .integer)
    }
    guard let argument = single(arguments, of: name, taking: "a property") else { return nil }
    let value =
      ["sum", "avg"].contains(name.text)
      ? number(argument, in: scope) : self.value(argument, in: scope)
    guard let value else { return nil }
    let type: ExpressionType =
      name.text == "count" ? .integer : name.text == "avg" ? .attribute(.double) : value.type
    return Lowered(.function(function, [value.expression]), type)
  }

  func reportUnknownFunction(_ name: NameSyntax, among names: [String]) {
    let question = diagnostics.question(for: name.text, among: names, as: .function)
    let foreign = [
      "startsWith": "hasPrefix", "beginsWith": "hasPrefix", "endsWith": "hasSuffix",
      "length": "count", "isEmpty": "count", "lower": "lowercase", "upper": "uppercase",
      "average": "avg", "exists": "any", "some": "any",
    ]
    var (cure, replacements) = (question.text, question.replacements)
    if let other = foreign[name.text] {
      (cure, replacements) = ("; did you mean '\(other)'?", [other])
    }
    var diagnostic = SourceDiagnostic(
      .unknownFunction, "no function '\(name.text)'\(cure)", at: name.span)
    for text in replacements { diagnostic = diagnostic.choice(name.span, text) }
    if cure.isEmpty { diagnostic = diagnostic.note("the functions are \(Suggestions.list(names))") }
    diagnostics.add(diagnostic)
  }

  /// Returns the single unlabelled argument of a function, or nil after
  /// reporting any other arguments.
  func single(
    _ arguments: [ArgumentSyntax], of name: NameSyntax, taking what: String
  ) -> Expression? {
    if arguments.count == 1, arguments[0].label == nil, let value = arguments[0].expression {
      return value
    }
    return refuse(
      .invalidExpression, "'\(name.text)' takes \(what) in its parentheses", at: name.span)
  }

  /// Lowers an expression that must be a string. If it is of another type, the
  /// result is nil, and the mistake has been reported.
  func text(_ expression: Expression, in scope: Scope, for name: NameSyntax) -> Lowered? {
    guard let value = value(expression, in: scope) else { return nil }
    if let entity = value.type.manyEntity {
      reportCollection(expression, of: entity)
      return nil
    }
    guard value.type.isText else {
      return refuse(
        .typeMismatch,
        "'\(name.text)' applies to text, and \(expression.described) is '\(value.type.text)'",
        at: expression.span)
    }
    return value
  }

  /// Lowers `find Entity(key: value)` to `find:("Entity", "key", value, ...)`.
  /// If the expression is wrong, the result is nil, and the mistake has been
  /// reported.
  func find(
    _ name: NameSyntax, _ arguments: [ArgumentSyntax], at span: Span, in scope: Scope
  ) -> Lowered? {
    guard scope.place.isMigration else {
      return refuse(.invalidExpression, "'find' stands in migrations only", at: span)
    }
    guard let entity = symbols.entity(name) else { return nil }
    var operands: [ObjectExpression] = [.constant(.string(entity.name))]
    for argument in arguments {
      guard let label = argument.label, let expression = argument.expression else {
        return refuse(
          .invalidExpression, "'find' takes properties: 'find \(name.text)(name: value)'",
          at: argument.span)
      }
      guard let target = path([label], in: Scope(entity)),
        let value = value(expression, in: scope, expected: target.type)
      else { return nil }
      operands += [.constant(.string(label.text)), value.expression]
    }
    return Lowered(.function("find:", operands), .object(entity.name))
  }
}
