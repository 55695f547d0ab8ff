/// The levels at which operators of the format grammar bind, the loosest first.
///
/// All of them group from the left. Bitwise operators, whose order Apple does
/// not document, bind as in C among each other, looser than sums and tighter
/// than comparisons.
enum BindingLevel: Int, Comparable {
  case or, and, comparison, set
  case bitwiseOr, bitwiseXor, bitwiseAnd, shift
  case sum, product, power, prefix

  /// The level of the right side of an operator that groups from the left.
  var tighter: BindingLevel { BindingLevel(rawValue: rawValue + 1) ?? .prefix }

  static func < (left: BindingLevel, right: BindingLevel) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension Arithmetic {
  /// The level at which it binds between its arguments; nil where the format has no sign for it.
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
