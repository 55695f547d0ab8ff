/// A condition over managed objects.
///
/// One value with three front doors (the format string, the typed builder,
/// Foundation's `#Predicate`) and two back ends (SQL, evaluation in memory)
/// that agree on every input. Logic is two-valued: nil equals nil, nil is
/// different from every value, ordering and string operators with nil are
/// false, and NOT turns exactly that around.
public indirect enum ObjectPredicate: Sendable, Hashable, Codable {
  /// True or false for every object.
  case constant(Bool)
  /// Two expressions compared.
  case comparison(Comparison)
  /// All of them hold; true where there is none.
  case and([ObjectPredicate])
  /// One of them holds; false where there is none.
  case or([ObjectPredicate])
  /// It does not hold.
  case not(ObjectPredicate)

  /// Writes the predicate.
  ///
  /// - Throws: `EncodingError` for one that is nested more deeply than any reader
  ///   takes.
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

  /// Two expressions compared.
  public struct Comparison: Sendable, Hashable, Codable {
    /// The values of the left side that are compared.
    public enum Quantifier: String, Sendable, Hashable, Codable {
      /// The two values.
      case direct
      /// At least one element of the left collection.
      case any
      /// Every element of the left collection.
      case all
    }

    /// The operator that compares the two sides.
    public enum Operator: String, Sendable, Hashable, Codable, CaseIterable {
      case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual, beginsWith, endsWith
      case contains, like, matches, `in`, between
    }

    /// The left side.
    public var left: ObjectExpression
    /// The elements of the left side that have to compare.
    public var quantifier: Quantifier
    /// The operator that compares the two sides.
    public var `operator`: Operator
    /// The right side.
    public var right: ObjectExpression
    /// The options with which texts are compared.
    public var options: StringOptions

    /// Makes a comparison.
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

/// Options of comparing two texts; without options they compare exactly, by
/// Unicode scalars.
public struct StringOptions: OptionSet, Sendable, Hashable, Codable {
  /// The options as bits, with Core Data's values.
  public var rawValue: Int

  /// Makes options from bits.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// `[c]`: upper and lower case are the same.
  public static let caseInsensitive = StringOptions(rawValue: 1)
  /// `[d]`: letters with and without marks are the same.
  public static let diacriticInsensitive = StringOptions(rawValue: 2)
  /// `[n]`: texts that Unicode takes for the same are the same, such as "é"
  /// and "e" with a combining accent.
  public static let normalized = StringOptions(rawValue: 4)
  /// `[l]`: as `[n]`; no rules of a single language are applied.
  public static let localized = StringOptions(rawValue: 8)
}
