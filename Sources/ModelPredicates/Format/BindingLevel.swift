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

/// A function that is written between its two arguments.
struct InfixFunction {
  /// Core Data's name of the function.
  let name: String
  /// The text that it is written as.
  let symbol: String
  /// The level at which it binds.
  let level: BindingLevel

  static let all = [
    InfixFunction(name: "bitwiseOr:with:", symbol: "|", level: .bitwiseOr),
    InfixFunction(name: "bitwiseXor:with:", symbol: "^", level: .bitwiseXor),
    InfixFunction(name: "bitwiseAnd:with:", symbol: "&", level: .bitwiseAnd),
    InfixFunction(name: "leftshift:by:", symbol: "<<", level: .shift),
    InfixFunction(name: "rightshift:by:", symbol: ">>", level: .shift),
    InfixFunction(name: "add:to:", symbol: "+", level: .sum),
    InfixFunction(name: "from:subtract:", symbol: "-", level: .sum),
    InfixFunction(name: "multiply:by:", symbol: "*", level: .product),
    InfixFunction(name: "divide:by:", symbol: "/", level: .product),
    InfixFunction(name: "raise:toPower:", symbol: "**", level: .power),
  ]

  static let bySymbol = Dictionary(
    all.map { ($0.symbol, $0) }, uniquingKeysWith: { first, _ in first })
  static let byName = Dictionary(
    all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
}
