// These are Foundation's archives of expressions and predicates, as found in
// mapping models and compiled models. The names of classes and keys were taken
// from such files. For unknown names the result is nil, never a guess.

extension ArchivedValue {
  /// The maximum depth of an archive, which may contain cycles.
  private static let maximumDepth = 200

  /// Returns the archived `NSExpression`, or nil for any other object and for
  /// kinds of expressions that cannot be represented.
  func expression(depth: Int = 0) -> ObjectExpression? {
    guard depth < Self.maximumDepth else { return nil }
    func part(_ key: String) -> ObjectExpression? { self[key]?.expression(depth: depth + 1) }
    func condition(_ key: String) -> ObjectPredicate? { self[key]?.predicate(depth: depth + 1) }
    switch className {
    case "NSConstantValueExpression":
      if self["NSConstantValueClassName"] != nil { return nil }
      guard let value = self["NSConstantValue"] else { return .constant(.null) }
      if value.className == "NSArray" || value.className == "NSMutableArray" {
        let constants = value.elements.map(\.constant)
        guard !constants.contains(nil) else { return nil }
        return .aggregate(constants.compactMap { $0 }.map(ObjectExpression.constant))
      }
      return value.constant.map { .constant($0) }
    case "NSSelfExpression": return .evaluatedObject
    case "NSVariableExpression": return self["NSVariable"]?.text.map { .variable($0) }
    case "NSKeyPathSpecifierExpression":
      return names.map { .keyPath($0, of: .evaluatedObject) }
    case "NSKeyPathExpression":
      guard let base = part("NSOperand"),
        let names = self["NSArguments"]?.elements.first?.names
      else { return nil }
      return .keyPath(names, of: base)
    case "NSFunctionExpression": return function(depth: depth)
    case "NSAggregateExpression":
      let parts = (self["NSCollection"]?.elements ?? []).map { $0.expression(depth: depth + 1) }
      return parts.contains(nil) ? nil : .aggregate(parts.compactMap { $0 })
    case "NSSetExpression":
      let signs: [Int64: ObjectExpression.SetOperator] = [5: .union, 6: .intersect, 7: .minus]
      guard let sign = signs[self["NSExpressionType"]?.integer ?? 0],
        let left = part("NSLeftExpression"), let right = part("NSRightExpression")
      else { return nil }
      return .set(sign, left, right)
    case "NSSubqueryExpression":
      guard let collection = part("NSExpression") ?? part("NSCollection"),
        let name = self["NSVariable"]?.text ?? self["NSVariable"]?["NSVariable"]?.text,
        let predicate = condition("NSPredicate")
      else { return nil }
      return .subquery(collection, variable: name, predicate)
    case "NSTernaryExpression":
      guard let test = condition("NSPredicate"), let first = part("NSTrueExpression"),
        let second = part("NSFalseExpression")
      else { return nil }
      return .conditional(test, then: first, else: second)
    default: return nil
    }
  }

  private func function(depth: Int) -> ObjectExpression? {
    guard let name = self["NSSelectorName"]?.text, let operand = self["NSOperand"] else {
      return nil
    }
    let parts = (self["NSArguments"]?.elements ?? []).map { $0.expression(depth: depth + 1) }
    guard !parts.contains(nil) else { return nil }
    let arguments = parts.compactMap { $0 }
    if operand["NSConstantValueClassName"] != nil { return .function(name, arguments) }
    guard let target = operand.expression(depth: depth + 1) else { return nil }
    if name == "valueForKeyPath:", case .keyPath(let names, .evaluatedObject)? = arguments.first {
      return .keyPath(names, of: target)
    }
    return .function(name, [target] + arguments)
  }

  /// The names of an archived key path, or nil for any other object.
  private var names: [String]? {
    self["NSKeyPath"]?.text.map { $0.split(separator: ".").map(String.init) }
  }

  /// Returns the archived `NSPredicate`, or nil for any other object.
  func predicate(depth: Int = 0) -> ObjectPredicate? {
    guard depth < Self.maximumDepth else { return nil }
    switch className {
    case "NSTruePredicate": return .constant(true)
    case "NSFalsePredicate": return .constant(false)
    case "NSCompoundPredicate":
      let parts = (self["NSSubpredicates"]?.elements ?? []).map { $0.predicate(depth: depth + 1) }
      guard !parts.contains(nil) else { return nil }
      let operands = parts.compactMap { $0 }
      switch self["NSCompoundPredicateType"]?.integer ?? 0 {
      case 0: return operands.first.map { .not($0) }
      case 1: return .and(operands)
      case 2: return .or(operands)
      default: return nil
      }
    case "NSComparisonPredicate": return comparison(depth: depth)
    default: return nil
    }
  }

  private func comparison(depth: Int) -> ObjectPredicate? {
    let signs: [Int64: ObjectPredicate.Comparison.Operator] = [
      0: .less, 1: .lessOrEqual, 2: .greater, 3: .greaterOrEqual, 4: .equal, 5: .notEqual,
      6: .matches, 7: .like, 8: .beginsWith, 9: .endsWith, 10: .in, 99: .contains, 100: .between,
    ]
    let quantifiers: [ObjectPredicate.Comparison.Quantifier] = [.direct, .all, .any]
    let modifier = Int(self["NSPredicateOperator"]?["NSModifier"]?.integer ?? 0)
    guard let sign = self["NSPredicateOperator"],
      let comparison = signs[sign["NSOperatorType"]?.integer ?? -1],
      quantifiers.indices.contains(modifier),
      let left = self["NSLeftExpression"]?.expression(depth: depth + 1),
      let right = self["NSRightExpression"]?.expression(depth: depth + 1)
    else { return nil }
    // Operators on strings use the key `NSFlags`.
    let flags = (sign["NSOptions"] ?? sign["NSFlags"])?.integer ?? 0
    let options = StringOptions(rawValue: Int(flags) & 15)
    return .comparison(
      .init(left, comparison, right, quantifier: quantifiers[modifier], options: options))
  }

  /// The archived value as a constant, or nil for a value that cannot be a
  /// constant in a model.
  var constant: ConstantValue? {
    if let seconds { return .date(Date(timeIntervalSinceReferenceDate: seconds)) }
    return objectConstant ?? plainConstant
  }
}
