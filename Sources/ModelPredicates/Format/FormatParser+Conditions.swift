extension FormatParser {
  /// Reads an operand, which is a condition after NOT or a quantifier, a value
  /// after a minus sign, or a term.
  mutating func prefix() throws(ObjectPredicateError) -> FormatNode {
    switch token.kind {
    case .reserved(.not), .symbol("!"):
      return try negation()
    case .reserved(.any), .reserved(.some):
      return try quantified(.any)
    case .reserved(.all):
      return try quantified(.all)
    case .reserved(.none):
      return try none()
    case .reserved(.truePredicate), .reserved(.falsePredicate):
      let isTrue = token.kind == .reserved(.truePredicate)
      return try leaf(.condition(.constant(isTrue)))
    case .symbol("-"):
      return try minus()
    case .symbol("~"):
      return try onesComplement()
    default:
      return try postfix()
    }
  }

  /// Consumes the current token, and returns it as a complete node.
  mutating func leaf(_ content: FormatNode.Content) throws(ObjectPredicateError) -> FormatNode {
    let start = token.range.lowerBound
    try advance()
    return made(content, start: start, height: 1)
  }

  /// Consumes a keyword that precedes a condition, such as NOT or ANY.
  ///
  /// - Throws: `ObjectPredicateError` (`reservedWord`) if the following token
  ///   shows that the word is intended as a key.
  private mutating func advancePrefix() throws(ObjectPredicateError) {
    let word = token
    try advance()
    // In `all.name` and `not == 3`, a key is meant. A minus can be the sign of a value.
    let isKey = isAt(".") || (!isAt("-") && FormatInfix(token.kind) != nil)
    guard isKey, case .reserved = word.kind else { return }
    throw reservedWord(word)
  }

  /// Returns the error for a reserved word that is used as a key.
  func reservedWord(_ word: FormatToken) -> ObjectPredicateError {
    let text = lexer.text(word.range)
    return lexer.error(
      .reservedWord(text), at: word.range,
      suggestion: "a key of that name is written '#\(text)'")
  }

  private mutating func negation() throws(ObjectPredicateError) -> FormatNode {
    let start = token.range.lowerBound
    try advancePrefix()
    // A comparison binds more tightly: `NOT a == b` is `NOT (a == b)`.
    let operand = try node(.comparison)
    let condition = try condition(operand)
    return made(.condition(.not(condition)), start: start, height: operand.height + 1)
  }

  private mutating func quantified(
    _ quantifier: ObjectPredicate.Comparison.Quantifier
  ) throws(ObjectPredicateError) -> FormatNode {
    let start = token.range.lowerBound
    try advancePrefix()
    let left = try node(.set)
    guard case .comparison(let comparison) = FormatInfix(token.kind) else {
      throw unexpected("a comparison")
    }
    var node = try self.comparison(left, quantifier, comparison)
    node.range = start..<node.range.upperBound
    return node
  }

  /// Reads the operand of NONE, and returns a node for NOT ANY, with which NONE
  /// is represented and printed.
  private mutating func none() throws(ObjectPredicateError) -> FormatNode {
    var node = try quantified(.any)
    node.content = .condition(.not(try condition(node)))
    node.height += 1
    return node
  }

  /// Reads the conditions that follow the first one and are joined to it by the
  /// same keyword.
  mutating func junction(
    _ first: FormatNode, _ word: ReservedWord
  ) throws(ObjectPredicateError) -> FormatNode {
    let level: BindingLevel = word == .and ? .and : .or
    var conditions = [try condition(first)]
    var height = first.height
    while case .junction(word)? = FormatInfix(token.kind) {
      try advance()
      let next = try node(level.tighter)
      conditions.append(try condition(next))
      height = max(height, next.height)
    }
    let junction: ObjectPredicate = word == .and ? .and(conditions) : .or(conditions)
    return made(.condition(junction), start: first.range.lowerBound, height: height + 1)
  }

  /// Reads the operator, the options and the right side of a comparison.
  mutating func comparison(
    _ left: FormatNode, _ quantifier: ObjectPredicate.Comparison.Quantifier,
    _ comparison: ObjectPredicate.Comparison.Operator
  ) throws(ObjectPredicateError) -> FormatNode {
    let first = try value(left)
    try advance()
    let options = try stringOptions()
    let right = try node(.set)
    let condition = ObjectPredicate.Comparison(
      first, comparison, try value(right), quantifier: quantifier, options: options)
    return made(.condition(.comparison(condition)), from: left, right)
  }

  private mutating func stringOptions() throws(ObjectPredicateError) -> StringOptions {
    guard isAt("[") else { return [] }
    try advance()
    guard case .identifier(let letters) = token.kind, let options = StringOptions(letters: letters)
    else { throw unexpected("options out of the letters c, d, n and l") }
    try advance()
    try expect("]")
    return options
  }
}

extension StringOptions {
  /// The letters of all options, in the order in which they are printed.
  private static let letters: [(letter: Character, option: StringOptions)] = [
    ("c", .caseInsensitive), ("d", .diacriticInsensitive), ("n", .normalized), ("l", .localized),
  ]

  /// Creates options from their letters, in any case and order. The initialiser
  /// returns nil if a letter does not represent an option.
  init?(letters: String) {
    self = []
    for letter in letters {
      guard let entry = Self.letters.first(where: { String($0.letter) == letter.lowercased() })
      else { return nil }
      insert(entry.option)
    }
  }

  /// The letters of the options in brackets; empty if there are no options.
  var formatText: String {
    let letters = Self.letters.filter { contains($0.option) }.map(\.letter)
    return letters.isEmpty ? "" : "[\(String(letters))]"
  }
}
