extension FormatParser {
  /// Reads `FETCH('Entity')`, which denotes all objects of an entity, or Core
  /// Data's form with three arguments, `FETCH(%@, %@, YES)`. These are a
  /// request, the context, which must be that of the evaluation, and a flag
  /// that is true to request the number of objects.
  mutating func fetch() throws(ObjectPredicateError) -> FormatNode {
    let word = token
    try advance()
    guard isAt("(") else { throw reservedWord(word) }
    try advance()
    if case .string(let name) = token.kind { note(quoted: .entity, name, token.range) }
    let source = try node(.set)
    let objects = try fetched(source)
    let counts = try isAt(",") ? countsOnly() : false
    try expect(")")
    return made(
      .value(counts ? .keyPath(["@count"], of: objects) : objects),
      start: word.range.lowerBound, height: source.height + (counts ? 2 : 1))
  }

  private func fetched(_ node: FormatNode) throws(ObjectPredicateError) -> ObjectExpression {
    let expression = try value(node)
    switch expression {
    case .constant(.string): return .function(PredicateFunction.fetch, [expression])
    case .function(PredicateFunction.fetch, _), .subquery: return expression
    case .constant, .evaluatedObject, .variable, .keyPath, .element, .function, .aggregate, .set,
      .conditional, .cast:
      throw lexer.error(
        .unsuitableArgument(specifier: "FETCH", given: expression.kindText), at: node.range,
        suggestion: "write the name of an entity in quotes, or give a fetch for '%@'")
    }
  }

  private mutating func countsOnly() throws(ObjectPredicateError) -> Bool {
    try advance()
    _ = try value(try node(.set))
    try expect(",")
    let flag = try node(.set)
    guard case .constant(.boolean(let counts)) = try value(flag) else {
      throw lexer.error(
        .unsuitableArgument(specifier: "FETCH", given: try value(flag).kindText), at: flag.range,
        suggestion: "write YES where objects are counted, else NO")
    }
    return counts
  }
}
