/// A condition on managed objects.
///
/// A predicate has three front ends (the format string, the typed builder, Foundation's
/// `#Predicate`) and two back ends (SQL, evaluation in memory) that agree on every
/// input. Logic is two-valued: nil equals nil, nil differs from every value, ordering
/// and string operators with nil are false, and NOT inverts these results.
public indirect enum ObjectPredicate: Sendable, Hashable, Codable {
  /// The same Boolean for every object.
  case constant(Bool)
  /// A comparison of two expressions.
  case comparison(Comparison)
  /// True if all of the predicates hold, or if there are none.
  case and([ObjectPredicate])
  /// True if one of the predicates holds; false if there are none.
  case or([ObjectPredicate])
  /// True if the predicate does not hold.
  case not(ObjectPredicate)

  /// Encodes the predicate.
  ///
  /// - Throws: `EncodingError` if the predicate is nested more deeply than the
  ///   limit allows.
  public func encode(to encoder: any Encoder) throws {
    if isTooHigh { throw EncodingError.nestedTooDeeply(encoder) }
    var cases = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .constant(let value): try cases.encode(.constant, ConstantCodingKeys.self, (._0, value))
    case .comparison(let comparison):
      try cases.encode(.comparison, ComparisonCodingKeys.self, (._0, comparison))
    case .and(let predicates): try cases.encode(.and, AndCodingKeys.self, (._0, predicates))
    case .or(let predicates): try cases.encode(.or, OrCodingKeys.self, (._0, predicates))
    case .not(let predicate): try cases.encode(.not, NotCodingKeys.self, (._0, predicate))
    }
  }

  /// A comparison of two expressions.
  public struct Comparison: Sendable, Hashable, Codable {
    /// The elements of the left side that take part in a comparison.
    public enum Quantifier: String, Sendable, Hashable, Codable {
      /// The left side itself is compared.
      case direct
      /// At least one element of the left collection satisfies the comparison.
      case any
      /// Every element of the left collection satisfies the comparison.
      case all
    }

    /// The operator that compares the two sides.
    public enum Operator: String, Sendable, Hashable, Codable, CaseIterable {
      case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual, beginsWith, endsWith
      case contains, like, matches, `in`, between
    }

    /// The left side of the comparison.
    public var left: ObjectExpression
    /// The elements of the left side that must satisfy the comparison.
    public var quantifier: Quantifier
    /// The operator that compares the two sides.
    public var `operator`: Operator
    /// The right side of the comparison.
    public var right: ObjectExpression
    /// The options with which strings are compared.
    public var options: StringOptions

    /// Creates a comparison, by default of the values themselves, and of
    /// strings by their Unicode scalars.
    public init(
      _ left: ObjectExpression, _ operator: Operator, _ right: ObjectExpression,
      quantifier: Quantifier = .direct, options: StringOptions = []
    ) {
      self.left = left
      self.quantifier = quantifier
      self.operator = `operator`
      self.right = right
      self.options = options
    }
  }
}

/// Options for comparing two strings; without options, strings are compared by
/// their Unicode scalars.
public struct StringOptions: OptionSet, Sendable, Hashable, Codable {
  /// The bits of the options, which are the same as Core Data's.
  public var rawValue: Int

  /// Creates options from bits.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// `[c]`: upper and lower case are equal.
  public static let caseInsensitive = StringOptions(rawValue: 1)
  /// `[d]`: letters with and without diacritical marks are equal.
  public static let diacriticInsensitive = StringOptions(rawValue: 2)
  /// `[n]`: strings that Unicode considers the same are equal, such as "é" and
  /// "e" with a combining accent.
  public static let normalized = StringOptions(rawValue: 4)
  /// `[l]`: the same as `[n]`; rules of particular languages are not applied.
  public static let localized = StringOptions(rawValue: 8)
}
