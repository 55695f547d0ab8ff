import Foundation
import ModelPredicates
import ModelSchema
import TestSupport

/// Generates random predicates from all forms of the format grammar.
struct PredicateGenerator {
  var random: RandomSource

  mutating func predicate(_ depth: Int) -> ObjectPredicate {
    guard depth > 0 else { return random.pick([.constant(true), .constant(false)]) }
    switch random.number(below: 10) {
    case 0: return .and(predicates(depth - 1))
    case 1: return .or(predicates(depth - 1))
    case 2: return .not(predicate(depth - 1))
    case 3: return .constant(random.number(below: 2) == 0)
    default: return comparison(depth - 1)
    }
  }

  private mutating func predicates(_ depth: Int) -> [ObjectPredicate] {
    (0..<2 + random.number(below: 3)).map { _ in predicate(depth) }
  }

  private mutating func comparison(_ depth: Int) -> ObjectPredicate {
    .comparison(
      ObjectPredicate.Comparison(
        expression(depth), random.pick(ObjectPredicate.Comparison.Operator.allCases),
        expression(depth), quantifier: random.pick([.direct, .direct, .any, .all]),
        options: StringOptions(rawValue: random.pick([0, 0, 1, 2, 3, 4, 8, 15]))))
  }

  mutating func expression(_ depth: Int) -> ObjectExpression {
    guard depth > 0 else { return leaf() }
    switch random.number(below: 12) {
    case 0: return path(depth)
    case 1: return .element(index(depth - 1), of: expression(depth - 1))
    case 2...4: return binary(depth)
    case 5: return call(depth)
    case 6: return list(depth)
    case 7:
      return .set(
        random.pick([.union, .intersect, .minus]), expression(depth - 1), expression(depth - 1))
    case 8:
      return .subquery(expression(depth - 1), variable: key(), predicate(depth - 1))
    case 9:
      return .conditional(
        predicate(depth - 1), then: expression(depth - 1), else: expression(depth - 1))
    case 10: return cast(depth)
    default: return leaf()
    }
  }

  private mutating func leaf() -> ObjectExpression {
    switch random.number(below: 5) {
    case 0: .evaluatedObject
    case 1: .variable(key())
    case 2, 3: .keyPath(names(), of: .evaluatedObject)
    default: .constant(constant(2))
    }
  }

  private mutating func key() -> String {
    random.pick(["name", "zip", "größe", "_a1", "first", "SELF", "not", "uti", "x", "Straße9"])
  }

  private mutating func names() -> [String] {
    var names = (0...random.number(below: 3)).map { _ in
      random.number(below: 12) == 0 ? "$x" : key()
    }
    if random.number(below: 4) == 0 {
      names.append(random.pick(["@count", "@sum", "@distinctUnionOfObjects"]))
      names += (0..<random.number(below: 3)).map { _ in key() }
    }
    return names
  }

  /// Returns a path from an expression. A path from another path is only possible if a
  /// collection operator keeps them apart.
  private mutating func path(_ depth: Int) -> ObjectExpression {
    let base = expression(depth - 1)
    guard base != .evaluatedObject else { return .keyPath(names(), of: base) }
    if case .keyPath(let first, of: _) = base, !first.contains(where: { $0.hasPrefix("@") }) {
      return base
    }
    return .keyPath(names(), of: base)
  }

  private mutating func index(_ depth: Int) -> ObjectExpression.Index {
    random.pick([.first, .last, .size, .expression(expression(depth))])
  }

  private mutating func binary(_ depth: Int) -> ObjectExpression {
    let name = random.pick([
      "add:to:", "from:subtract:", "multiply:by:", "divide:by:", "raise:toPower:",
      "bitwiseAnd:with:", "bitwiseOr:with:", "bitwiseXor:with:", "leftshift:by:",
      "rightshift:by:", "modulus:by:",
    ])
    return .function(name, [expression(depth - 1), expression(depth - 1)])
  }

  private mutating func call(_ depth: Int) -> ObjectExpression {
    let name = random.pick(["now", "sum:", "uppercase:", "mine", "my:own:", "length:", "max:"])
    let count = name == "now" ? 0 : 1 + random.number(below: 3)
    return .function(name, (0..<count).map { _ in expression(depth - 1) })
  }

  private mutating func list(_ depth: Int) -> ObjectExpression {
    let elements = (0..<random.number(below: 4)).map { _ in expression(depth - 1) }
    let constants = elements.compactMap { element -> ConstantValue? in
      if case .constant(let constant) = element { constant } else { nil }
    }
    return constants.count == elements.count ? .constant(.list(constants)) : .aggregate(elements)
  }

  /// Returns a cast of an expression. A constant is not cast, because it would be read as
  /// another constant.
  private mutating func cast(_ depth: Int) -> ObjectExpression {
    let type = random.pick(["NSDate", "NSNumber", "NSString", "NSUUID", "NSDecimalNumber"])
    let operand = expression(depth - 1)
    if case .constant = operand { return operand }
    return .cast(operand, type: type)
  }

  mutating func constant(_ depth: Int) -> ConstantValue {
    switch random.number(below: depth > 0 ? 13 : 12) {
    case 0: .null
    case 1: .boolean(random.number(below: 2) == 0)
    case 2: .integer(random.pick([0, 1, -1, .max, .min, Int64(random.number(below: 10_000))]))
    case 3: .double(Double(bitPattern: random.next()).finite ?? -0.0)
    case 4:
      .double(
        random.pick([0.1, 1e300, -2.5, 3, .infinity, -.infinity, Double.leastNonzeroMagnitude]))
    case 5: .decimal(Decimal(string: random.pick(["1.5", "-0.001", "12345678901234567890"]))!)
    case 6: .date(Date(timeIntervalSinceReferenceDate: random.pick([0, -1.25, 3.5e8])))
    case 7: .data(Data((0..<random.number(below: 9)).map { UInt8(truncatingIfNeeded: $0 * 37) }))
    case 8: .uuid(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")!)
    case 9: .url(URL(string: random.pick(["https://a.b/c?d=%20#e", "x:y"]))!)
    case 10:
      .objectID(
        ObjectID(store: UUID(uuid: zeroUUID), entityName: "Bäńk", key: Int64.max))
    case 11: .string(text())
    default: .list((0..<random.number(below: 4)).map { _ in constant(depth - 1) })
    }
  }

  mutating func text() -> String {
    (0..<random.number(below: 8)).map { _ in
      random.pick([
        "a", "\"", "'", "\\", "\0", "\n", "\r", "\t", "%@", "é", "e\u{301}", "👩‍👩‍👧", "\u{7}",
        "\u{2028}", "\u{85}", "\u{1F1E9}", "[", "*", "?", "$x", "\u{10FFFF}",
      ])
    }.joined()
  }
}

private let zeroUUID: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)

extension Double {
  fileprivate var finite: Double? { isFinite ? self : nil }
}
