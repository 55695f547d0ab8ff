extension Lowering {
  static let collectionMethods = ["any", "all", "none", "count", "sum", "min", "max", "avg"]
  static let textMethods = [
    "contains", "hasPrefix", "hasSuffix", "like", "matches", "equals", "in",
  ]

  /// Lowers a method call, `base.name(arguments)`. If the call is wrong, the
  /// result is nil, and the mistake has been reported.
  func method(
    _ base: Expression, _ name: NameSyntax, _ arguments: [ArgumentSyntax], in scope: Scope
  ) -> Lowered? {
    // Membership comes first because it lowers the base itself, together with
    // the types of both sides.
    if name.text == "in" { return inMethod(base, name, arguments, in: scope) }
    guard let value = value(base, in: scope) else { return nil }
    switch value.type {
    case .toMany: return collectionMethod(value, name, arguments, in: scope)
    case .list, .attribute(.list):
      guard name.text == "contains" else { break }
      return containsMethod(value, name, arguments, in: scope)
    default:
      if Self.textMethods.contains(name.text) {
        return textMethod(base, value, name, arguments, in: scope)
      }
    }
    let isCollectionMethod = Self.collectionMethods.contains(name.text)
    guard !isCollectionMethod else {
      return refuse(
        .typeMismatch,
        "'\(name.text)' applies to a to-many relationship, and \(base.described) is "
          + "'\(value.type.text)'", at: name.span)
    }
    reportUnknownFunction(name, among: Self.textMethods)
    return nil
  }

  // MARK: Strings

  private func inMethod(
    _ base: Expression, _ name: NameSyntax, _ arguments: [ArgumentSyntax], in scope: Scope
  ) -> Lowered? {
    guard let list = arguments.first?.expression else {
      return wrongArguments(name, "a list, and options for texts")
    }
    guard let options = options(arguments, of: name) else { return nil }
    return membership(base, list, options: options, in: scope)
  }

  private func textMethod(
    _ base: Expression, _ value: Lowered, _ name: NameSyntax, _ arguments: [ArgumentSyntax],
    in scope: Scope
  ) -> Lowered? {
    guard let pattern = arguments.first?.expression else {
      return wrongArguments(name, "a text, and options such as '.caseInsensitive'")
    }
    guard let options = options(arguments, of: name) else { return nil }
    guard value.type.isText || value.type == .fullText && name.text == "matches" else {
      return refuse(
        .typeMismatch,
        "'\(name.text)' applies to text, and \(base.described) is '\(value.type.text)'",
        at: base.span)
    }
    guard let right = text(pattern, in: scope, for: name) else { return nil }
    return Lowered(
      .comparison(
        .init(
          value.expression, Self.operators[name.text] ?? .equal, right.expression,
          options: options)))
  }

  private static let operators: [String: ObjectPredicate.Comparison.Operator] = [
    "contains": .contains, "hasPrefix": .beginsWith, "hasSuffix": .endsWith, "like": .like,
    "matches": .matches, "equals": .equal,
  ]

  /// Returns the options after the first argument. Any other argument is
  /// reported, and the result is nil.
  private func options(_ arguments: [ArgumentSyntax], of name: NameSyntax) -> StringOptions? {
    var options: StringOptions = []
    for argument in arguments.dropFirst() {
      guard case .caseName(let option)? = argument.expression?.kind else {
        return refuse(
          .invalidExpression, "an option such as '.caseInsensitive' stands here",
          at: argument.span)
      }
      guard let value = option.stringOption else {
        reportUnknownOption(option)
        return nil
      }
      options.insert(value)
    }
    return options
  }

  func reportUnknownOption(_ option: NameSyntax) {
    let names = StringOptions.named.map(\.name)
    reportUnknown(
      option, .unknownCase, "no option '.\(option.text)'", among: names, as: .option, prefix: ".",
      otherwise: "; the options are \(Suggestions.list(names.map { "." + $0 }))")
  }

  private func wrongArguments(_ name: NameSyntax, _ what: String) -> Lowered? {
    return refuse(.invalidExpression, "'\(name.text)' takes \(what)", at: name.span)
  }

  // MARK: Collections

  private func collectionMethod(
    _ value: Lowered, _ name: NameSyntax, _ arguments: [ArgumentSyntax], in scope: Scope
  ) -> Lowered? {
    switch name.text {
    case "any", "all", "none", "count":
      return quantified(value, name, arguments, in: scope)
    case "sum", "min", "max", "avg": return aggregated(value, name, arguments, in: scope)
    case "contains": return containsMethod(value, name, arguments, in: scope)
    default:
      reportUnknownFunction(name, among: Self.collectionMethods + ["contains"])
      return nil
    }
  }

  private func containsMethod(
    _ value: Lowered, _ name: NameSyntax, _ arguments: [ArgumentSyntax], in scope: Scope
  ) -> Lowered? {
    guard let argument = single(arguments, of: name, taking: "a value"),
      let element = value.type.element,
      let item = self.value(argument, in: beside(value, in: scope), expected: element)
    else { return nil }
    guard areComparable(item.type, element) else {
      return refuse(
        .typeMismatch,
        "\(argument.described) is '\(item.type.text)' and cannot be in a list of "
          + "'\(element.text)'", at: argument.span)
    }
    return Lowered(.comparison(.init(item.expression, .in, value.expression)))
  }

  /// Lowers `any`, `all`, `none` and `count` with a condition on the elements.
  /// If the call is wrong, the result is nil, and the mistake has been
  /// reported.
  private func quantified(
    _ value: Lowered, _ name: NameSyntax, _ arguments: [ArgumentSyntax], in scope: Scope
  ) -> Lowered? {
    guard let element = value.type.element,
      let (condition, inner, variable) = condition(arguments, of: name, element, in: scope),
      let predicate = predicate(condition, in: inner)
    else { return nil }
    // `all` means that no element fails the condition, so that SUBQUERY can be
    // used for all four words.
    let found = ObjectExpression.subquery(
      value.expression, variable: variable, name.text == "all" ? .not(predicate) : predicate)
    let count = ObjectExpression.keyPath(["@count"], of: found)
    switch name.text {
    case "count": return Lowered(count, .integer)
    case "any": return Lowered(.comparison(.init(count, .greater, .constant(.integer(0)))))
    default: return Lowered(.comparison(.init(count, .equal, .constant(.integer(0)))))
    }
  }

  /// Returns the condition on an element, the scope of the condition, and the
  /// variable for the element: a generated name or, in imported models, the
  /// string before the condition. Wrong arguments are reported, and the result
  /// is nil.
  private func condition(
    _ arguments: [ArgumentSyntax], of name: NameSyntax, _ element: ExpressionType,
    in scope: Scope
  ) -> (Expression, Scope, String)? {
    if arguments.count == 2, case .text(let variable)? = arguments[0].expression?.kind,
      let condition = arguments[1].expression
    {
      // The model specifies the variable, which its condition uses.
      return (condition, scope.nested(element, variable: variable), variable)
    }
    guard let condition = single(arguments, of: name, taking: "a condition") else { return nil }
    let (inner, variable) = scope.nested(element)
    return (condition, inner, variable)
  }

  /// Lowers `sum`, `min`, `max` and `avg` of a property of the elements. If the
  /// call is wrong, the result is nil, and the mistake has been reported.
  private func aggregated(
    _ value: Lowered, _ name: NameSyntax, _ arguments: [ArgumentSyntax], in scope: Scope
  ) -> Lowered? {
    guard let argument = single(arguments, of: name, taking: "a property"),
      let entity = value.type.manyEntity
    else { return nil }
    guard let names = argument.path else {
      return refuse(
        .invalidExpression, "'\(name.text)' takes the name of a property", at: argument.span)
    }
    guard let operand = path(names, in: Scope(.object(entity), place: scope.place)) else {
      return nil
    }
    guard operand.type.isNumber || ["min", "max"].contains(name.text) else {
      return refuse(
        .typeMismatch, "\(argument.described) is '\(operand.type.text)', not a number",
        at: argument.span)
    }
    // Core Data writes `@sum` before the property: `items.@sum.price`.
    var result = value.appending("@\(name.text)", operand.type)
    for name in names { result = result.appending(name.text, operand.type) }
    if name.text == "avg" { result.type = .attribute(.double) }
    return result
  }
}

extension NameSyntax {
  /// The string option with this name, or nil if there is no such option.
  var stringOption: StringOptions? {
    StringOptions.named.first { $0.name == text }?.option
  }
}
