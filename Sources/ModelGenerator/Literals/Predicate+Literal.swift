extension ObjectPredicate: LiteralCase {
  var literal: CodeLayout {
    if case .comparison(let comparison) = self { comparison.literal } else { caseLiteral() }
  }
}

extension ObjectPredicate.Comparison: LiteralRecord {
  static let initializer = ".compare"
  static let unlabelled = ["left", "operator", "right"]
  static let defaults = ["quantifier": ".direct"]
}

extension ObjectPredicate.Comparison.Operator: LiteralCase {}

extension ObjectPredicate.Comparison.Quantifier: LiteralCase {}

extension ObjectExpression: LiteralCase {
  var literal: CodeLayout {
    switch self {
    case .evaluatedObject: .text(".evaluatedObject")
    case .keyPath(let names, .evaluatedObject): .call(".keyPath(", names.map(\.literal))
    case .constant, .variable, .keyPath, .element, .function, .aggregate, .set, .subquery,
      .conditional, .cast:
      caseLiteral()
    }
  }
}

extension ObjectExpression.Index: LiteralCase {}

extension ObjectExpression.SetOperator: LiteralCase {}

extension ConstantValue: LiteralConvertible {
  var literal: CodeLayout {
    switch self {
    case .null, .objectID: .text(".null")
    case .boolean(let value): .text(".boolean(\(value))")
    case .integer(let value): .text(".integer(\(SwiftLiteral.integer(value)))")
    case .double(let value): .text(".double(\(SwiftLiteral.double(value)))")
    case .decimal(let value): .text(".decimal(\(SwiftLiteral.decimal(value)))")
    case .string(let value): .call(".string(", [value.literal])
    case .date(let value): .text(".date(\(SwiftLiteral.date(value)))")
    case .data(let value): .text(".data(\(SwiftLiteral.data(value)))")
    case .uuid(let value): .text(".uuid(\(SwiftLiteral.uuid(value)))")
    case .url(let value): .text(".url(\(SwiftLiteral.url(value)))")
    case .list(let values): .call(".list(", [values.literal])
    }
  }
}
