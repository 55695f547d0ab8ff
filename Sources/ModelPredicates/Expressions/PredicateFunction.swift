internal import ModelSchema

/// A function that expressions can call, by Core Data's name.
///
/// Only these can be called: a format string is input, and Core Data's own
/// `FUNCTION`, which sends any message to any object, is a hole.
public struct PredicateFunction: Sendable, Hashable {
  /// Core Data's name, such as `add:to:`.
  public let name: String
  /// The numbers of arguments that it takes.
  public let argumentCounts: ClosedRange<Int>

  /// All functions, in name order.
  public static let all: [PredicateFunction] =
    (aggregates.map { PredicateFunction(name: $0, argumentCounts: 1...Int.max) }
    + unary.map { PredicateFunction(name: $0, argumentCounts: 1...1) }
    + binary.map { PredicateFunction(name: $0, argumentCounts: 2...2) }
    + CalendarPart.allCases.map { PredicateFunction(name: $0.rawValue, argumentCounts: 1...2) }
    + ["now", "random"].map { PredicateFunction(name: $0, argumentCounts: 0...0) })
    .sorted { $0.name < $1.name }

  /// The function of a name, or nil.
  public static func named(_ name: String) -> PredicateFunction? { byName[name] }

  private static let byName = Dictionary(
    all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

  /// Every object of an entity, by its name.
  package static let fetch = "FETCH"

  /// The way between two places on the earth, in metres.
  package static let distance = "distanceToLocation:fromLocation:"

  /// Take a collection, or the numbers themselves.
  package static let aggregates = [
    "average:", "count:", "max:", "median:", "min:", "mode:", "stddev:", "sum:",
  ]

  private static let unary = [
    "FETCH", "abs:", "canonical:", "ceiling:", "distinct:", "exp:", "floor:", "length:", "ln:",
    "log:",
    "lowercase:", "noindex:", "onesComplement:", "random:", "randomn:", "round:", "roundToEven:",
    "sqrt:", "trunc:", "uppercase:",
  ]

  private static let binary = [
    "add:to:", "bitwiseAnd:with:", "bitwiseOr:with:", "bitwiseXor:with:", "castObject:toType:",
    "distanceToLocation:fromLocation:", "divide:by:", "from:subtract:", "leftshift:by:",
    "modulus:by:", "multiply:by:",
    "objectFrom:withIndex:", "raise:toPower:", "rightshift:by:",
  ]

  /// Core Data's name for what a format string called without colons, such as
  /// `sum` for `sum:`; other names as they are.
  static func canonicalName(_ name: String, argumentCount: Int) -> String {
    guard argumentCount > 0, byName[name + ":"] != nil else { return name }
    return name + ":"
  }

  /// - Throws: `unknownFunction` and `argumentCount`.
  package static func check(_ name: String, argumentCount: Int) throws(ObjectPredicateError) {
    guard let function = named(name) else {
      let nearest = otherNames[name] ?? nearestWord(to: name, in: all.map(\.name))
      throw ObjectPredicateError(
        .unknownFunction(name), suggestion: nearest.map { "did you mean '\($0)'?" })
    }
    guard function.argumentCounts.contains(argumentCount) else {
      throw ObjectPredicateError(
        .argumentCount(
          function: name, expected: function.countText, found: argumentCount))
    }
  }

  /// The names that other languages have for them.
  private static let otherNames = [
    "avg": "average:", "ceil": "ceiling:", "len": "length:", "lower": "lowercase:",
    "lowercased": "lowercase:", "mean": "average:", "mod": "modulus:by:", "pow": "raise:toPower:",
    "upper": "uppercase:", "uppercased": "uppercase:",
  ]

  private var countText: String {
    switch argumentCounts.lowerBound {
    case 0: "no argument"
    case 1: argumentCounts.upperBound == 1 ? "1 argument" : "at least 1 argument"
    default: "\(argumentCounts.lowerBound) arguments"
    }
  }
}
