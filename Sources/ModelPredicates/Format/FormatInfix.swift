/// An infix operator between two conditions or values.
enum FormatInfix {
  case junction(ReservedWord)
  case comparison(ObjectPredicate.Comparison.Operator)
  case set(ObjectExpression.SetOperator)
  case function(Arithmetic, BindingLevel)

  /// Creates the infix operator that a token represents. The initialiser
  /// returns nil for any other token.
  init?(_ kind: FormatToken.Kind) {
    switch kind {
    case .symbol(let symbol):
      self.init(symbol: symbol)
    case .reserved(let word):
      self.init(word: word)
    default:
      return nil
    }
  }

  private init?(symbol: String) {
    if let comparison = Self.comparisons[symbol] {
      self = .comparison(comparison)
    } else if let function = Arithmetic.allCases.first(where: { $0.sign == symbol }),
      let level = function.level
    {
      self = .function(function, level)
    } else if symbol == "&&" || symbol == "||" {
      self = .junction(symbol == "&&" ? .and : .or)
    } else {
      return nil
    }
  }

  private static let comparisons: [String: ObjectPredicate.Comparison.Operator] = [
    "=": .equal, "==": .equal, "!=": .notEqual, "<>": .notEqual, "<": .less, ">": .greater,
    "<=": .lessOrEqual, "=<": .lessOrEqual, ">=": .greaterOrEqual, "=>": .greaterOrEqual,
  ]

  private init?(word: ReservedWord) {
    switch word {
    case .and, .or: self = .junction(word)
    case .beginsWith: self = .comparison(.beginsWith)
    case .endsWith: self = .comparison(.endsWith)
    case .contains: self = .comparison(.contains)
    case .like: self = .comparison(.like)
    case .matches: self = .comparison(.matches)
    case .in: self = .comparison(.in)
    case .between: self = .comparison(.between)
    case .union: self = .set(.union)
    case .intersect: self = .set(.intersect)
    case .minus: self = .set(.minus)
    default: return nil
    }
  }

  var level: BindingLevel {
    switch self {
    case .junction(let word): word == .and ? .and : .or
    case .comparison: .comparison
    case .set: .set
    case .function(_, let level): level
    }
  }
}
