extension ObjectExpression {
  /// Several values in braces. The list is a constant if all of its values are
  /// constants, so that a list that was printed and read again is an equal value.
  package static func list(of elements: [ObjectExpression]) -> ObjectExpression {
    var constants: [ConstantValue] = []
    constants.reserveCapacity(elements.count)
    for element in elements {
      guard case .constant(let constant) = element else { return .aggregate(elements) }
      constants.append(constant)
    }
    return .constant(.list(constants))
  }

  /// The key path of names from an expression. The names are appended to the
  /// expression's own key path unless that contains a collection operator, which would
  /// take them as its operand.
  package static func path(_ names: [String], of base: ObjectExpression) -> ObjectExpression {
    guard case .keyPath(let first, of: let root) = base, !first.contains(where: \.isOperatorName)
    else { return .keyPath(names, of: base) }
    return .keyPath(first + names, of: root)
  }
}

extension String {
  /// True if a name in a key path is a collection operator.
  package var isOperatorName: Bool { utf8.first == UInt8(ascii: "@") }
}
