/// The precedence levels of operators in the format grammar, from the loosest to the
/// tightest.
///
/// All operators associate to the left. The order of the bitwise operators,
/// which Apple does not document, is the same as in C, but all bitwise
/// operators bind more loosely than sums and more tightly than comparisons.
enum BindingLevel: Int, Comparable {
  case or, and, comparison, set
  case bitwiseOr, bitwiseXor, bitwiseAnd, shift
  case sum, product, power, prefix

  /// The next tighter level, which is required of the right operand of a
  /// left-associative operator.
  var tighter: BindingLevel { BindingLevel(rawValue: rawValue + 1) ?? .prefix }

  static func < (left: BindingLevel, right: BindingLevel) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension Arithmetic {
  /// The precedence level of the function's infix operator; nil if the format
  /// has no operator for the function.
  var level: BindingLevel? {
    switch self {
    case .bitwiseOr: .bitwiseOr
    case .bitwiseXor: .bitwiseXor
    case .bitwiseAnd: .bitwiseAnd
    case .shiftLeft, .shiftRight: .shift
    case .add, .subtract: .sum
    case .multiply, .divide: .product
    case .power: .power
    case .modulus: nil
    }
  }
}
