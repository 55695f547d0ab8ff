// The checks that generated code performs for typed values, applied to values whose
// types are known only from the model.

extension Validation {
  /// Records the rules of the model that a value of a dynamic object breaks.
  mutating func check(
    _ value: ConstantValue, _ field: DynamicLayout.Field, in entity: CompiledEntity
  ) {
    let property = entity.properties[field.number]
    let name = ([property.name] + field.elements).joined(separator: ".")
    guard let attribute = field.attribute else {
      let isRequired = property.description.relationship?.isOptional == false
      if isRequired, value == .null { fail(name, .null, .missing, nil) }
      return
    }
    if value == .null {
      // The value of a derived attribute is set during the save.
      let isRequired = !attribute.isOptional && attribute.derivation == nil
      if isRequired { fail(name, .null, .missing, nil) }
      return
    }
    if !isStored(field.number) { checkStorable(value, name, attribute) }
    for rule in attribute.rules { check(value, name, rule) }
  }

  /// Records a failure if a column cannot contain a number.
  private mutating func checkStorable(
    _ value: ConstantValue, _ name: String, _ attribute: AttributeDescription
  ) {
    if case .double(let number) = value, number.isNaN { fail(name, value, .notANumber, nil) }
    if case .decimal(let number) = value,
      let rule = ValidationFailure.Rule(storing: number, isExact: attribute.isExact)
    {
      fail(name, value, rule, nil)
    }
  }

  private mutating func check(_ value: ConstantValue, _ name: String, _ rule: ValidationRule) {
    switch rule.requirement {
    case .length(let min, let max):
      guard let count = value.count else { return }
      if let min, count < min { fail(name, value, .tooShort(min), rule.message) }
      if let max, count > max { fail(name, value, .tooLong(max), rule.message) }
    case .range(let min, let max, let excludesMax):
      if let min, value.isOrdered(before: min) { fail(name, value, .tooSmall(min), rule.message) }
      guard let max else { return }
      if excludesMax, !value.isOrdered(before: max) {
        fail(name, value, .notBelow(max), rule.message)
      } else if max.isOrdered(before: value) {
        fail(name, value, .tooLarge(max), rule.message)
      }
    case .matches(let pattern):
      guard case .string(let text) = value, !TextPattern.shared(pattern).isShown(by: text) else {
        return
      }
      fail(name, value, .unmatched(pattern), rule.message)
    case .predicate: break
    }
  }
}

extension ConstantValue {
  /// The number of characters in a string, or of bytes in data; nil for other
  /// values.
  fileprivate var count: Int? {
    switch self {
    case .string(let text): text.count
    case .data(let data): data.count
    case .url(let url): url.absoluteString.count
    default: nil
    }
  }

  /// Returns whether the value precedes another value of its type.
  fileprivate func isOrdered(before other: ConstantValue) -> Bool {
    switch (self, other) {
    case (.string(let one), .string(let other)): one < other
    case (.date(let one), .date(let other)): one < other
    default:
      EvaluatedNumber(EvaluatedValue(self)).flatMap { one in
        EvaluatedNumber(EvaluatedValue(other)).flatMap { one.order(to: $0) }
      } == .less
    }
  }
}
