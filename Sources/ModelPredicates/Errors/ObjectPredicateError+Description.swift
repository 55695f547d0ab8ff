extension ObjectPredicateError: CustomStringConvertible {
  /// The error as human-readable text. If it has a location, the first line
  /// contains the position, the message and the suggestion, and the next lines
  /// show the predicate with a caret; otherwise, the text is only the message.
  public var description: String {
    guard let location else { return message }
    return """
      \(location.line):\(location.column): error: \(message)
      \(location.excerpt)
      \(location.underline)
      """
  }

  /// The reason and the suggestion on one line.
  public var message: String {
    guard let suggestion else { return reason.description }
    return "\(reason); \(suggestion)"
  }
}

extension ObjectPredicateError.Location {
  /// A line with spaces up to the location, a caret, and tildes for the rest of
  /// the marked text.
  var underline: String {
    let tail = String(repeating: "~", count: max(0, length - 1))
    return String(repeating: " ", count: excerptColumn) + "^" + tail
  }
}

extension ObjectPredicateError.Reason: CustomStringConvertible {
  /// The reason for the error in a few words.
  public var description: String { formatDescription ?? checkDescription }

  private var formatDescription: String? {
    switch self {
    case .unexpected(let found, let expected): "expected \(expected), found \(found)"
    case .unterminatedString: "the text that begins here does not end"
    case .invalidEscape(let escape): "'\(escape)' is no escape"
    case .numberOutOfRange(let number): "the number \(number.abbreviated) is out of range"
    case .reservedWord(let word): "'\(word)' is a reserved word"
    case .valueIsNoCondition(let text): "'\(text)' is a value, not a condition"
    case .conditionIsNoValue(let text): "'\(text)' is a condition, not a value"
    case .nestedTooDeeply(let limit): "the predicate is nested more than \(limit) deep"
    case .unsupported(let what): "\(what) is not supported"
    case .missingArgument(let specifier, let position):
      "there is no argument \(position) for '\(specifier)'"
    case .surplusArguments(let used, let given):
      "there \(given == 1 ? "is 1 argument" : "are \(given) arguments"), and the format takes \(used)"
    case .unsuitableArgument(let specifier, let given): "'\(specifier)' does not take \(given)"
    case .unknownSpecifier(let specifier): "'\(specifier)' is no specifier"
    case .invalidKeyPath(let text): "'\(text.abbreviated)' is not a key path"
    case .invalidCast(let text, let type): "'\(text.abbreviated)' is not a value of type '\(type)'"
    default: nil
    }
  }

  private var checkDescription: String {
    switch self {
    case .unknownEntity(let name): "the model has no entity '\(name.abbreviated)'"
    case .unknownKey(let key, let owner): "'\(owner)' has no key '\(key.abbreviated)'"
    case .unknownCollectionOperator(let name):
      "there is no collection operator '\(name.abbreviated)'"
    case .unknownFunction(let name): "there is no function '\(name.abbreviated)'"
    case .unknownType(let name): "there is no type '\(name.abbreviated)' to cast to"
    case .argumentCount(let function, let expected, let found):
      "'\(function)' takes \(expected), not \(found)"
    case .wrongType(let text, let found, let expected):
      "'\(text)' is \(found), and this place takes \(expected)"
    case .incomparable(let text, let left, let right):
      "'\(text)' compares \(left) with \(right)"
    case .toManyWithoutQuantifier(let path): "'\(path)' leads to any number of values"
    case .quantifierWithoutCollection(let text): "'\(text)' is one value, not a collection"
    case .keyPathTooLong(let limit): "the key path has more than \(limit) names"
    case .unresolvedVariable(let name): "the variable '$\(name.abbreviated)' has no value"
    case .invalidPattern(let pattern, let reason):
      "'\(pattern.abbreviated)' is not a regular expression: \(reason)"
    case .invalidWords(let words, let reason):
      "'\(words.abbreviated)' is not a search for words: \(reason)"
    case .matchTooCostly(let pattern, let steps):
      "'\(pattern.abbreviated)' takes more than \(steps) steps, or more memory than there is, "
        + "to match a text"
    case .notFetchable(let reason): reason
    default: "the predicate is not valid"
    }
  }
}
