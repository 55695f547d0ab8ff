/// An error of a predicate that could not be read, does not fit its entity, or
/// could not be evaluated.
///
/// `description` is the message for people: position and caret where there
/// is a text, what is wrong, and what was probably meant.
public struct ObjectPredicateError: Error, Sendable, Hashable {
  /// The parts, out of line: a parser that descends has a place for this error
  /// on the stack for every call that can throw it.
  private indirect enum Parts: Sendable, Hashable {
    case parts(Reason, suggestion: String?, location: Location?)
  }

  private var parts: Parts

  /// Makes an error.
  public init(_ reason: Reason, suggestion: String? = nil, location: Location? = nil) {
    parts = .parts(reason, suggestion: suggestion, location: location)
  }

  /// The reason.
  public var reason: Reason {
    switch parts {
    case .parts(let reason, _, _): reason
    }
  }

  /// A suggestion of what to write instead, where that can be guessed.
  public var suggestion: String? {
    switch parts {
    case .parts(_, let suggestion, _): suggestion
    }
  }

  /// The place in the text; nil for an error that belongs to no text.
  public var location: Location? {
    switch parts {
    case .parts(_, _, let location): location
    }
  }
}

extension ObjectPredicateError {
  /// A reason that a predicate can have.
  public indirect enum Reason: Sendable, Hashable {
    /// The text has something else than the grammar asks for.
    case unexpected(found: String, expected: String)
    /// The text has no end to a string that begins here.
    case unterminatedString
    /// A backslash is followed by what is no escape.
    case invalidEscape(String)
    /// A number has no value of its type.
    case numberOutOfRange(String)
    /// A reserved word stands where a key belongs.
    case reservedWord(String)
    /// A condition was asked for, and this is a value.
    case valueIsNoCondition(String)
    /// A value was asked for, and this is a condition.
    case conditionIsNoValue(String)
    /// The text, or the tree, nests deeper than any predicate needs.
    case nestedTooDeeply(limit: Int)
    /// Core Data knows this, and it is not supported here.
    case unsupported(String)
    /// The text has more specifiers than there are arguments.
    case missingArgument(specifier: String, position: Int)
    /// There are more arguments than the text has specifiers.
    case surplusArguments(used: Int, given: Int)
    /// An argument is not what its specifier takes.
    case unsuitableArgument(specifier: String, given: String)
    /// A percent sign is followed by what is no specifier.
    case unknownSpecifier(String)
    /// A text is not a key path.
    case invalidKeyPath(String)
    /// A text is not a value of the type that it is cast to.
    case invalidCast(text: String, type: String)

    /// The model has no such entity.
    case unknownEntity(String)
    /// The entity, or what the path leads to, has no such key.
    case unknownKey(String, of: String)
    /// There is no such collection operator.
    case unknownCollectionOperator(String)
    /// There is no such function.
    case unknownFunction(String)
    /// There is no such type to cast to.
    case unknownType(String)
    /// A function takes another number of arguments.
    case argumentCount(function: String, expected: String, found: Int)
    /// A value is not of the type that its place asks for.
    case wrongType(String, found: String, expected: String)
    /// Two values that never compare.
    case incomparable(String, leftType: String, rightType: String)
    /// A to-many key path stands where one value belongs.
    case toManyWithoutQuantifier(String)
    /// ANY or ALL stands before a single value.
    case quantifierWithoutCollection(String)
    /// A key path has more names than a fetch can follow.
    case keyPathTooLong(limit: Int)
    /// A `$variable` has no value.
    case unresolvedVariable(String)
    /// A text is not a regular expression.
    case invalidPattern(String, reason: String)
    /// A text is not a search for words.
    case invalidWords(String, reason: String)
    /// A regular expression tries more ways than the limit of steps, or
    /// memory, allows.
    case matchTooCostly(String, steps: Int)
    /// The store of the objects cannot answer this, for the reason that a fetch
    /// gives.
    case notFetchable(String)
  }

  /// A place in the text of a predicate.
  public struct Location: Sendable, Hashable {
    /// Number of the line, from 1.
    public var line: Int
    /// Number of the Unicode scalar in the line, from 1.
    public var column: Int
    /// The line, cut to what surrounds the place where it is long.
    public var excerpt: String
    /// The number of Unicode scalars of the excerpt before the place.
    public var excerptColumn: Int
    /// The number of Unicode scalars that the place covers, at least 1.
    public var length: Int
  }
}
