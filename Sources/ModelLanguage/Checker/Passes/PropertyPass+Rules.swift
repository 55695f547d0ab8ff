extension PropertyPass {
  /// Returns the validation rules in the attributes of a value.
  func rules(in attributes: [AttributeSyntax], for type: AttributeType) -> [ValidationRule] {
    attributes.compactMap { attribute in
      // An attribute that is not allowed here has already been reported.
      guard let kind = AttributeKind(rawValue: attribute.name.text), kind.applies(to: type) else {
        return nil
      }
      switch kind {
      case .length: return lengthRule(attribute)
      case .range: return rangeRule(attribute, for: type.scalar)
      case .matches: return matchesRule(attribute)
      case .check: return predicateRule(attribute, for: type)
      default: return nil
      }
    }
  }

  /// Returns the message of a rule, which is written after its first argument;
  /// nil if there is none.
  private func message(of attribute: AttributeSyntax) -> String? {
    guard attribute.arguments.count == 2 else {
      if attribute.arguments.count > 2 {
        annotations.reportArguments(
          attribute, "at most a rule and a message",
          example: "@\(attribute.name.text)(..., \"message\")")
      }
      return nil
    }
    guard let text = attribute.arguments[1].text else {
      return refuse(
        .attributeArguments, "the message of '@\(attribute.name.text)' is a text in quotes",
        at: attribute.arguments[1].span)
    }
    return text
  }

  private func lengthRule(_ attribute: AttributeSyntax) -> ValidationRule? {
    guard let bounds = annotations.bounds(of: attribute.arguments.first?.expression, in: attribute)
    else {
      return nil
    }
    return ValidationRule(
      .length(min: bounds.min, max: bounds.max), message: message(of: attribute))
  }

  private func matchesRule(_ attribute: AttributeSyntax) -> ValidationRule? {
    switch attribute.arguments.first?.expression?.kind {
    case .regex(let pattern)?, .text(let pattern)?:
      if let fault = PatternCheck.fault(in: pattern) {
        return refuse(
          .invalidLiteral, "this is no regular expression: \(fault)",
          at: attribute.arguments[0].span)
      }
      return ValidationRule(.matches(pattern), message: message(of: attribute))
    case .missing?: return nil
    default:
      return annotations.refuseArguments(
        attribute, "a regular expression", example: "@matches(/[A-Z]{2}/)")
    }
  }

  private func predicateRule(
    _ attribute: AttributeSyntax, for type: AttributeType
  ) -> ValidationRule? {
    guard let expression = attribute.arguments.first?.expression else {
      return annotations.refuseArguments(
        attribute, "a condition on 'self'", example: "@check(self > 0)")
    }
    let scope = Scope(.attribute(type))
    guard let predicate = expressions.predicate(expression, in: scope) else { return nil }
    return ValidationRule(.predicate(predicate), message: message(of: attribute))
  }

  private func rangeRule(
    _ attribute: AttributeSyntax, for type: AttributeType
  ) -> ValidationRule? {
    let example = type == .date ? "@range(\"2000-01-01\"...)" : "@range(1...)"
    var bounds: (Expression?, Expression?, Bool)
    switch attribute.arguments.first?.expression?.kind {
    case .range(let lower, let upper, let isHalfOpen)?: bounds = (lower, upper, isHalfOpen)
    case .missing?: return nil
    default:
      return annotations.refuseArguments(attribute, "a range", example: example)
    }
    let low = bounds.0.map { constant($0, of: type, for: attribute) }
    let high = bounds.1.map { constant($0, of: type, for: attribute) }
    // The outer nil is a bound that was not written; the inner nil is a wrong bound,
    // which has been reported.
    guard low != .some(nil), high != .some(nil) else { return nil }
    let (min, max) = (low ?? nil, high ?? nil)
    guard !isEmpty(min, max, excludesMax: bounds.2) else {
      return refuse(.emptyRange, "no value lies in this range", at: attribute.span)
    }
    return ValidationRule(
      .range(min: min, max: max, excludesUpperBound: bounds.2 && max != nil),
      message: message(of: attribute))
  }

  private func constant(
    _ expression: Expression, of type: AttributeType, for attribute: AttributeSyntax
  ) -> ConstantValue? {
    let reading = ConstantReading(type: type)
    switch reading.value(of: expression, in: symbols) {
    case .value(let value): return value
    case .reported: return nil
    case .wrong:
      return refuse(
        .attributeArguments, "'@range' of '\(type.text)' takes values of '\(type.text)'",
        at: expression.span)
    }
  }

  /// Returns whether no value lies between two bounds.
  private func isEmpty(_ min: ConstantValue?, _ max: ConstantValue?, excludesMax: Bool) -> Bool {
    guard let min, let max, let isLess = max.isLess(than: min) else { return false }
    return isLess || (excludesMax && max == min)
  }
}

extension ConstantValue {
  /// Returns whether the value comes before another value of the same kind, or
  /// nil if the two values have no order.
  func isLess(than other: ConstantValue) -> Bool? {
    switch (self, other) {
    case (.integer(let a), .integer(let b)): a < b
    case (.double(let a), .double(let b)): a < b
    case (.decimal(let a), .decimal(let b)): a < b
    case (.date(let a), .date(let b)): a < b
    default: nil
    }
  }
}
