/// Replaces the constants of a predicate with numbered variables, in the order
/// in which `QueryFingerprint` collects the constants. An expression that the
/// compiler has transformed still identifies its constants.
package struct Parameterization {
  /// The constants that have been replaced so far.
  package private(set) var constants: [ConstantValue] = []

  package init() {}

  /// Returns the number of the constant that a variable replaces; nil for a
  /// variable of the predicate itself.
  package static func number(_ name: String) -> Int? {
    name.utf8.first == 0 ? Int(name.dropFirst()) : nil
  }

  package mutating func predicate(_ predicate: ObjectPredicate) -> ObjectPredicate {
    predicate.map {
      expression($0)
    } predicate: {
      self.predicate($0)
    }
  }

  package mutating func sortKeys(_ keys: [SortKey]) -> [SortKey] {
    keys.map { key in
      var key = key
      key.expression = key.expression.map { expression($0) }
      return key
    }
  }

  package mutating func expression(_ expression: ObjectExpression) -> ObjectExpression {
    guard case .constant(let value) = expression else {
      return expression.map {
        self.expression($0)
      } predicate: {
        predicate($0)
      }
    }
    constants.append(value)
    // No other variable, of a model or of a program, begins with a NUL
    // character.
    return .variable("\0\(constants.count - 1)")
  }
}
