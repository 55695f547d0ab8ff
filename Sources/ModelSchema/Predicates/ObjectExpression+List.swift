extension ObjectExpression {
  /// Returns a list of several values, written in braces. The list is a
  /// constant if all of its values are constants, so that printing and reading
  /// a list gives an equal value.
  package static func list(of elements: [ObjectExpression]) -> ObjectExpression {
    var constants: [ConstantValue] = []
    constants.reserveCapacity(elements.count)
    for element in elements {
      guard case .constant(let constant) = element else { return .aggregate(elements) }
      constants.append(constant)
    }
    return .constant(.list(constants))
  }

  /// Returns the key path that follows the given names from an expression. The
  /// names are appended to the expression's own key path, unless that path
  /// contains a collection operator, for which the names would become the
  /// operand.
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
