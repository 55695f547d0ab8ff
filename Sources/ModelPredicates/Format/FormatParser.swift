/// A parser of format strings, which produces a predicate or an expression.
///
/// Conditions and values are read by the same recursive descent, because it is
/// not known at an opening bracket which of the two follows; a caller that
/// requires one of them checks the result. No part of the text is therefore
/// read twice, and the time is linear in its length.
///
/// Invariants:
/// 1. `token` is the first token that has not been consumed yet.
/// 2. No tree is higher than `heightLimit`, and no more than `depthLimit` calls
///    of `node` are active, which suffices to read such a tree with all its
///    brackets. Therefore, neither the parser nor a recursion over its result
///    runs out of stack space: 300 kB are enough, or 1.5 MB in a debug build.
struct FormatParser {
  /// The maximum depth of nested values and conditions.
  static let heightLimit = ObjectPredicate.heightLimit
  private static let depthLimit = 2 * heightLimit + 8

  var lexer: FormatLexer
  var token: FormatToken
  /// The index of the byte after the previous token.
  var previousEnd = 0
  private var depth = 0
  let arguments: [(any PredicateArgument)?]
  var usedArguments = 0
  /// The names that have been read; nil if they are not recorded.
  var names: [FormatName]?

  init(_ format: String, _ arguments: [(any PredicateArgument)?]) throws(ObjectPredicateError) {
    lexer = FormatLexer(format)
    self.arguments = arguments
    token = try lexer.next()
  }

  /// Reads the whole text as a condition.
  mutating func predicate() throws(ObjectPredicateError) -> ObjectPredicate {
    let node = try node(.or)
    try checkHeight(node)
    try expectEnd()
    return try condition(node)
  }

  /// Reads the whole text as a value.
  mutating func expression() throws(ObjectPredicateError) -> ObjectExpression {
    let node = try node(.set)
    try checkHeight(node)
    try expectEnd()
    return try value(node)
  }

  private func expectEnd() throws(ObjectPredicateError) {
    guard token.kind == .end else { throw unexpected("an operator or the end") }
    guard usedArguments == arguments.count else {
      let end = lexer.bytes.count
      throw lexer.error(
        .surplusArguments(used: usedArguments, given: arguments.count), at: end..<end,
        suggestion: hasQuotedSpecifier ? "'%@' in quotes is a text: leave the quotes out" : nil)
    }
  }

  private var hasQuotedSpecifier: Bool {
    ["'%@'", "\"%@\""].contains { lexer.text(0..<lexer.bytes.count).contains($0) }
  }

  /// Reads operators of at least the given precedence level, together with
  /// their operands.
  mutating func node(_ minimum: BindingLevel) throws(ObjectPredicateError) -> FormatNode {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.depthLimit else { throw nestedTooDeeply(at: token.range) }
    var left = try prefix()
    while let infix = FormatInfix(token.kind), infix.level >= minimum {
      left = try join(left, infix)
      try checkHeight(left)
    }
    return left
  }

  /// Checks that the height of a node does not exceed the limit.
  ///
  /// - Throws: `ObjectPredicateError` (`nestedTooDeeply`) if it does.
  func checkHeight(_ node: FormatNode) throws(ObjectPredicateError) {
    guard node.height <= Self.heightLimit else { throw nestedTooDeeply(at: node.range) }
  }

  func nestedTooDeeply(at range: Range<Int>) -> ObjectPredicateError {
    let start = range.lowerBound
    return lexer.error(.nestedTooDeeply(limit: Self.heightLimit), at: start..<start + 1)
  }

  private mutating func join(
    _ left: FormatNode, _ infix: FormatInfix
  ) throws(ObjectPredicateError) -> FormatNode {
    switch infix {
    case .junction(let word):
      return try junction(left, word)
    case .comparison(let comparison):
      return try self.comparison(left, .direct, comparison)
    case .function(let function, let level):
      return try binary(left, level) { .function(function.rawValue, [$0, $1]) }
    case .set(let set):
      return try binary(left, .set) { .set(set, $0, $1) }
    }
  }

  private mutating func binary(
    _ left: FormatNode, _ level: BindingLevel,
    _ combine: (ObjectExpression, ObjectExpression) -> ObjectExpression
  ) throws(ObjectPredicateError) -> FormatNode {
    let first = try value(left)
    try advance()
    let right = try node(level.tighter)
    return made(.value(combine(first, try value(right))), from: left, right)
  }
}

/// A condition or a value that was read from the text.
struct FormatNode {
  enum Content {
    case condition(ObjectPredicate)
    case value(ObjectExpression)
  }

  var content: Content
  /// The height of the tree of nested values and conditions.
  var height: Int
  /// The range of the node in the bytes of the text.
  var range: Range<Int>
}

extension FormatParser {
  /// Consumes the current token, and reads the next token.
  mutating func advance() throws(ObjectPredicateError) {
    previousEnd = token.range.upperBound
    token = try lexer.next()
  }

  /// Returns whether the current token is the given symbol.
  func isAt(_ symbol: String) -> Bool { token.kind == .symbol(symbol) }

  /// Consumes the given symbol.
  ///
  /// - Throws: `ObjectPredicateError` (`unexpected`) if the current token is
  ///   another token.
  mutating func expect(_ symbol: String) throws(ObjectPredicateError) {
    guard isAt(symbol) else { throw unexpected("'\(symbol)'") }
    try advance()
  }

  /// Returns the error for the current token, which the grammar does not allow
  /// in its position.
  ///
  /// - Parameter expected: A description of what the grammar requires.
  func unexpected(_ expected: String) -> ObjectPredicateError {
    if token.kind == .reserved(.tokenMatches) || isAt(":=") {
      return lexer.error(.unsupported(foundText), at: token.range)
    }
    return lexer.error(
      .unexpected(found: foundText, expected: expected), at: token.range,
      suggestion: OperatorGuess(token.kind).map { "did you mean '\($0.text)'?" })
  }

  private var foundText: String {
    token.kind == .end ? "the end" : "'\(shortText(token.range))'"
  }

  /// Returns the condition of a node.
  ///
  /// - Throws: `ObjectPredicateError` (`valueIsNoCondition`) if the node is a
  ///   value.
  func condition(_ node: FormatNode) throws(ObjectPredicateError) -> ObjectPredicate {
    switch node.content {
    case .condition(let condition): return condition
    case .value: throw valueError(node)
    }
  }

  private func valueError(_ node: FormatNode) -> ObjectPredicateError {
    let text = shortText(node.range)
    let isKey = if case .value(.keyPath) = node.content { true } else { false }
    return lexer.error(
      .valueIsNoCondition(text), at: node.range,
      suggestion: isKey ? "compare it, as in '\(text) == TRUE'" : "compare it with another")
  }

  /// Returns the value of a node.
  ///
  /// - Throws: `ObjectPredicateError` (`conditionIsNoValue`) if the node is a
  ///   condition.
  func value(_ node: FormatNode) throws(ObjectPredicateError) -> ObjectExpression {
    switch node.content {
    case .value(let value): return value
    case .condition:
      throw lexer.error(.conditionIsNoValue(shortText(node.range)), at: node.range)
    }
  }

  private func shortText(_ range: Range<Int>) -> String {
    let text = lexer.text(range)
    return text.utf8.count > 60 ? "\(text.prefix(40))..." : text
  }

  /// Creates a node that combines other nodes, and ends where the previous
  /// token ends.
  func made(_ content: FormatNode.Content, from parts: FormatNode...) -> FormatNode {
    let start = parts.map(\.range.lowerBound).min() ?? previousEnd
    return made(content, start: start, height: 1 + (parts.map(\.height).max() ?? 0))
  }

  /// Creates a node that begins at the given byte, and ends where the previous
  /// token ends.
  func made(_ content: FormatNode.Content, start: Int, height: Int) -> FormatNode {
    FormatNode(content: content, height: height, range: start..<max(start, previousEnd))
  }
}
