/// An error in a predicate that could not be read, does not fit its entity, or could
/// not be evaluated.
///
/// `description` is a human-readable message: the reason and a suggestion, with
/// position and caret if the error has a location.
public struct ObjectPredicateError: Error, Sendable, Hashable {
  /// The parts, stored indirectly: in a recursive parser, every call that can throw
  /// this error reserves space for it on the stack.
  private indirect enum Parts: Sendable, Hashable {
    case parts(Reason, suggestion: String?, location: Location?)
  }

  private var parts: Parts

  /// Creates an error with a reason and, if known, a suggested correction and the
  /// location of the mistake.
  public init(_ reason: Reason, suggestion: String? = nil, location: Location? = nil) {
    parts = .parts(reason, suggestion: suggestion, location: location)
  }

  /// The reason for the error, with the names and values that the message quotes.
  public var reason: Reason {
    switch parts {
    case .parts(let reason, _, _): reason
    }
  }

  /// A suggested correction; nil if there is none.
  public var suggestion: String? {
    switch parts {
    case .parts(_, let suggestion, _): suggestion
    }
  }

  /// The location in the text; nil if the error does not refer to a text.
  public var location: Location? {
    switch parts {
    case .parts(_, _, let location): location
    }
  }
}

extension ObjectPredicateError {
  /// The reason for an error of a predicate.
  public indirect enum Reason: Sendable, Hashable {
    /// The text deviates from the grammar.
    case unexpected(found: String, expected: String)
    /// A string has no closing quote.
    case unterminatedString
    /// A backslash does not begin a valid escape.
    case invalidEscape(String)
    /// A number is outside the range of its type.
    case numberOutOfRange(String)
    /// A reserved word is used as a key.
    case reservedWord(String)
    /// A value is used where a condition is required.
    case valueIsNoCondition(String)
    /// A condition is used where a value is required.
    case conditionIsNoValue(String)
    /// The text or the tree is nested more deeply than the limit allows.
    case nestedTooDeeply(limit: Int)
    /// A feature of Core Data is not supported by this library.
    case unsupported(String)
    /// The text has more specifiers than there are arguments.
    case missingArgument(specifier: String, position: Int)
    /// There are more arguments than the text has specifiers.
    case surplusArguments(used: Int, given: Int)
    /// The type of an argument does not match its specifier.
    case unsuitableArgument(specifier: String, given: String)
    /// A percent sign does not begin a valid specifier.
    case unknownSpecifier(String)
    /// A string is not a key path.
    case invalidKeyPath(String)
    /// A string does not denote a value of the type that it is cast to.
    case invalidCast(text: String, type: String)

    /// The model has no such entity.
    case unknownEntity(String)
    /// The entity, or the destination of the path, has no such key.
    case unknownKey(String, of: String)
    /// There is no such collection operator.
    case unknownCollectionOperator(String)
    /// There is no such function.
    case unknownFunction(String)
    /// There is no such type to cast to.
    case unknownType(String)
    /// A function is called with the wrong number of arguments.
    case argumentCount(function: String, expected: String, found: Int)
    /// A value does not have the type that is required in its position.
    case wrongType(String, found: String, expected: String)
    /// Two values cannot be compared.
    case incomparable(String, leftType: String, rightType: String)
    /// A to-many key path is used where a single value is required.
    case toManyWithoutQuantifier(String)
    /// ANY or ALL is applied to a single value.
    case quantifierWithoutCollection(String)
    /// A key path has more names than a fetch can follow.
    case keyPathTooLong(limit: Int)
    /// A `$variable` has no value.
    case unresolvedVariable(String)
    /// A string is not a regular expression.
    case invalidPattern(String, reason: String)
    /// A string is not a valid word query.
    case invalidWords(String, reason: String)
    /// A regular expression needs more steps than the limit, or more memory than is
    /// available.
    case matchTooCostly(String, steps: Int)
    /// The objects' store cannot evaluate the condition, for the reason that a fetch
    /// would report.
    case notFetchable(String)
  }

  /// A location in the text of a predicate.
  public struct Location: Sendable, Hashable {
    /// The number of the line, from 1.
    public var line: Int
    /// The number of the Unicode scalar in the line, from 1.
    public var column: Int
    /// The line; if it is long, the part around the location.
    public var excerpt: String
    /// The number of Unicode scalars in the excerpt before the location.
    public var excerptColumn: Int
    /// The number of Unicode scalars that the location covers, at least 1.
    public var length: Int
  }
}
