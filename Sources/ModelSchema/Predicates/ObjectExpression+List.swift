extension ObjectExpression {
  /// Several values in braces: a constant where all of them are constants, so
  /// that a list that was printed and one that was read are the same value.
  package static func list(of elements: [ObjectExpression]) -> ObjectExpression {
    var constants: [ConstantValue] = []
    constants.reserveCapacity(elements.count)
    for element in elements {
      guard case .constant(let constant) = element else { return .aggregate(elements) }
      constants.append(constant)
    }
    return .constant(.list(constants))
  }

  /// Names followed from an expression, joined with the names that it ends
  /// with already, as long as no collection operator takes them for its
  /// operand.
  package static func path(_ names: [String], of base: ObjectExpression) -> ObjectExpression {
    guard case .keyPath(let first, of: let root) = base, !first.contains(where: \.isOperatorName)
    else { return .keyPath(names, of: base) }
    return .keyPath(first + names, of: root)
  }
}

extension String {
  /// A Boolean value that says whether a name of a key path is a collection
  /// operator.
  package var isOperatorName: Bool { utf8.first == UInt8(ascii: "@") }
}
