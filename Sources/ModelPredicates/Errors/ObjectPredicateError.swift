/// An error of a predicate that cannot be read, does not fit its entity, or
/// cannot be evaluated.
///
/// `description` is a human-readable message, which consists of the reason and
/// a suggestion and, if the error has a location, shows the position with a
/// caret.
public struct ObjectPredicateError: Error, Sendable, Hashable {
  /// The reason, the suggestion and the location of the error. These parts are
  /// stored indirectly, because every call in a recursive parser reserves space
  /// on the stack for the error that it can throw.
  private indirect enum Parts: Sendable, Hashable {
    case parts(Reason, suggestion: String?, location: Location?)
  }

  private var parts: Parts

  /// Creates an error with a reason and, if they are known, a suggested
  /// correction and the location of the mistake.
  public init(_ reason: Reason, suggestion: String? = nil, location: Location? = nil) {
    parts = .parts(reason, suggestion: suggestion, location: location)
  }

  /// The reason for the error, with the names and values that the message quotes.
  public var reason: Reason {
    switch parts {
    case .parts(let reason, _, _): reason
    }
  }

  /// A suggested correction, as text; nil if there is none.
  public var suggestion: String? {
    switch parts {
    case .parts(_, let suggestion, _): suggestion
    }
  }

  /// The location of the error in the text of the condition; nil if the error
  /// does not refer to a location.
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
    /// A number in the text is outside the range of its type.
    case numberOutOfRange(String)
    /// A reserved word is used as a key without `#`.
    case reservedWord(String)
    /// A value is used where a condition is required.
    case valueIsNoCondition(String)
    /// A condition is used where a value is required.
    case conditionIsNoValue(String)
    /// The text or the tree is nested more deeply than the limit allows.
    case nestedTooDeeply(limit: Int)
    /// The text uses a feature of Core Data that this library does not support.
    case unsupported(String)
    /// The text has more specifiers than there are arguments.
    case missingArgument(specifier: String, position: Int)
    /// There are more arguments than the text has specifiers.
    case surplusArguments(used: Int, given: Int)
    /// The type of an argument does not match its specifier.
    case unsuitableArgument(specifier: String, given: String)
    /// A percent sign does not begin a valid specifier.
    case unknownSpecifier(String)
    /// A string that should be a key path is not one.
    case invalidKeyPath(String)
    /// A string does not denote a value of the type that it is cast to.
    case invalidCast(text: String, type: String)

    /// The model has no entity with the given name.
    case unknownEntity(String)
    /// The entity, or the destination of the path, has no such key.
    case unknownKey(String, of: String)
    /// No collection operator has the given name.
    case unknownCollectionOperator(String)
    /// No function has the given name.
    case unknownFunction(String)
    /// No type with the given name can be the target of a cast.
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
    /// A string is not a valid regular expression.
    case invalidPattern(String, reason: String)
    /// A string is not a valid query for words.
    case invalidWords(String, reason: String)
    /// Matching a regular expression needs more steps than the limit, or more
    /// memory than is available.
    case matchTooCostly(String, steps: Int)
    /// The store of the objects cannot evaluate the condition. The text is the
    /// reason that a fetch would report.
    case notFetchable(String)
  }

  /// A location in the text of a predicate.
  public struct Location: Sendable, Hashable {
    /// The number of the line, from 1.
    public var line: Int
    /// The number of the Unicode scalar in the line, from 1.
    public var column: Int
    /// The line that contains the location; for a long line, the part around
    /// the location.
    public var excerpt: String
    /// The number of Unicode scalars in the excerpt before the location.
    public var excerptColumn: Int
    /// The number of Unicode scalars that the location covers, at least 1.
    public var length: Int
  }
}
