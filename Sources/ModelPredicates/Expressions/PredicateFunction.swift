/// A function that expressions can call, with its name in Core Data.
///
/// Expressions can call only the functions in `all`, because a format string
/// can come from outside the program. Core Data's `FUNCTION`, which sends any
/// message to any object, would be a security hole.
public struct PredicateFunction: Sendable, Hashable {
  /// The name of the function in Core Data, such as `add:to:`.
  public let name: String
  /// The number of arguments that the function accepts.
  public let argumentCounts: ClosedRange<Int>
  /// The meaning of the function.
  ///
  /// The checker, the evaluator and the SQL compiler switch over the kind
  /// without a `default:`, so that they do not compile until they handle a new
  /// function.
  package let kind: Kind

  /// The meaning of a function.
  package enum Kind: Sendable, Hashable {
    /// The time at which the expression is evaluated.
    case now
    /// A random 31-bit integer.
    case random
    /// A random integer that is less than the argument.
    case randomBelow
    /// The argument itself, for which the store does not use an index.
    case unindexed
    /// The elements of a collection without duplicates.
    case distinct
    /// A value of each element: `values:(SUBQUERY(lines, $x, $x.price * 2 != nil))`.
    case values
    /// An element of a collection.
    case element
    /// The argument, converted to another type.
    case cast
    /// The length of a string, data or a collection.
    case length
    /// All objects of the entity whose name is the argument.
    case objects
    /// The distance between two points on the earth, in metres.
    case distance
    case text(TextFunction)
    case number(NumberFunction)
    case arithmetic(Arithmetic)
    case aggregate(CollectionFunction)
    case calendar(CalendarPart)
  }

  /// All functions, in the order of their names.
  public static let all: [PredicateFunction] =
    (CollectionFunction.allCases.map { Self($0.rawValue, 1...Int.max, .aggregate($0)) }
    + TextFunction.allCases.map { Self($0.rawValue, 1...1, .text($0)) }
    + NumberFunction.allCases.map { Self($0.rawValue, 1...1, .number($0)) }
    + Arithmetic.allCases.map { Self($0.rawValue, 2...2, .arithmetic($0)) }
    + CalendarPart.allCases.map { Self($0.rawValue, 1...2, .calendar($0)) }
    + [
      Self("now", 0...0, .now), Self("random", 0...0, .random),
      Self("random:", 1...1, .randomBelow), Self("randomn:", 1...1, .randomBelow),
      Self("noindex:", 1...1, .unindexed), Self("distinct:", 1...1, .distinct),
      Self("length:", 1...1, .length), Self("values:", 1...1, .values),
      Self(fetch, 1...1, .objects),
      Self("objectFrom:withIndex:", 2...2, .element),
      Self("castObject:toType:", 2...2, .cast), Self(distance, 2...2, .distance),
    ])
    .sorted { $0.name < $1.name }

  private init(_ name: String, _ argumentCounts: ClosedRange<Int>, _ kind: Kind) {
    (self.name, self.argumentCounts, self.kind) = (name, argumentCounts, kind)
  }

  /// Returns the function with the given name; nil if there is no such function.
  public static func named(_ name: String) -> PredicateFunction? { byName[name] }

  private static let byName = Dictionary(first: all.map { ($0.name, $0) })

  /// The name in Core Data of the function that returns all objects of an entity.
  package static let fetch = "FETCH"

  /// The name in Core Data of the function for the distance between two points.
  package static let distance = "distanceToLocation:fromLocation:"

  /// Returns the name in Core Data's form, such as `sum:` for `sum`. A name
  /// that already has this form, or is unknown, is returned unchanged.
  static func canonicalName(_ name: String, argumentCount: Int) -> String {
    guard argumentCount > 0, byName[name + ":"] != nil else { return name }
    return name + ":"
  }

  /// Returns the function with the given name that accepts the given number of
  /// arguments.
  ///
  /// - Throws: `ObjectPredicateError` (`unknownFunction`, `argumentCount`) if
  ///   there is no such function.
  package static func called(
    _ name: String, argumentCount: Int
  ) throws(ObjectPredicateError) -> PredicateFunction {
    guard let function = named(name) else {
      let nearest = otherNames[name] ?? nearestWord(to: name, in: all.map(\.name))
      throw ObjectPredicateError(
        .unknownFunction(name), suggestion: nearest.map { "did you mean '\($0)'?" })
    }
    guard function.argumentCounts.contains(argumentCount) else {
      throw ObjectPredicateError(
        .argumentCount(function: name, expected: function.countText, found: argumentCount))
    }
    return function
  }

  /// The names of functions in other languages, with the corresponding names in Core
  /// Data.
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

/// A function of a string whose result is a string.
package enum TextFunction: String, Sendable, CaseIterable {
  case uppercase = "uppercase:"
  case lowercase = "lowercase:"
  case canonical = "canonical:"
}

/// A function of a number whose result is a number.
package enum NumberFunction: String, Sendable, CaseIterable {
  case magnitude = "abs:"
  case ceiling = "ceiling:"
  case exponential = "exp:"
  case floor = "floor:"
  case naturalLogarithm = "ln:"
  case logarithm = "log:"
  case onesComplement = "onesComplement:"
  case round = "round:"
  case roundToEven = "roundToEven:"
  case squareRoot = "sqrt:"
  case truncation = "trunc:"
}

/// An arithmetic function of two numbers. Subtraction and addition also apply
/// to dates, and addition to strings.
package enum Arithmetic: String, Sendable, CaseIterable {
  case add = "add:to:"
  case subtract = "from:subtract:"
  case multiply = "multiply:by:"
  case divide = "divide:by:"
  case modulus = "modulus:by:"
  case power = "raise:toPower:"
  case bitwiseAnd = "bitwiseAnd:with:"
  case bitwiseOr = "bitwiseOr:with:"
  case bitwiseXor = "bitwiseXor:with:"
  case shiftLeft = "leftshift:by:"
  case shiftRight = "rightshift:by:"

  /// The symbol of the operator for the function.
  package var sign: String {
    switch self {
    case .add: "+"
    case .subtract: "-"
    case .multiply: "*"
    case .divide: "/"
    case .modulus: "%"
    case .power: "**"
    case .bitwiseAnd: "&"
    case .bitwiseOr: "|"
    case .bitwiseXor: "^"
    case .shiftLeft: "<<"
    case .shiftRight: ">>"
    }
  }

  /// True if the model language and the typed builder have an operator for the
  /// function.
  package var isElementary: Bool {
    switch self {
    case .add, .subtract, .multiply, .divide, .modulus: true
    case .power, .bitwiseAnd, .bitwiseOr, .bitwiseXor, .shiftLeft, .shiftRight: false
    }
  }
}

/// A function of a collection, or of several values.
package enum CollectionFunction: String, Sendable, CaseIterable {
  case average = "average:"
  case count = "count:"
  case maximum = "max:"
  case median = "median:"
  case minimum = "min:"
  case mode = "mode:"
  case deviation = "stddev:"
  case sum = "sum:"
}
