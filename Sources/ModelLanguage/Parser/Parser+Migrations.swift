extension Parser {
  mutating func migration(
    _ documentation: String?, from start: Int
  ) throws(Recovery) -> MigrationSyntax {
    try expectWord("from")
    let versionSpan = span
    guard kind == .integer, let version = Int(text) else {
      throw unexpected("expected the number of a version")
    }
    advance()
    var steps: [MigrationSyntax.Step] = []
    let closing = try block("the steps of the migration") { parser throws(Recovery) in
      steps.append(try parser.step())
    }
    return MigrationSyntax(
      documentation: documentation, version: version, versionSpan: versionSpan, steps: steps,
      isClosedOnOwnLine: closing != nil && tokens[index - 1].startsLine, span: span(from: start))
  }

  private mutating func step() throws(Recovery) -> MigrationSyntax.Step {
    guard kind == .identifier else { throw unexpected("expected a step such as 'map'") }
    let word = text
    let words: Set = ["map", "mapping", "insert", "drop", "before", "after", "policy"]
    guard words.contains(word) else {
      diagnostics.add(
        unknownDeclaration(
          word, words: words, foreign: ["delete": "write 'drop'", "remove": "write 'drop'"],
          kind: "step"))
      throw Recovery()
    }
    advance()
    switch word {
    case "map": return try mapStep()
    case "mapping": return .mapping(try mapping())
    case "insert": return try insertStep()
    case "drop":
      let path = try path("what is dropped")
      let isReasonGiven = kind == .string || kind == .multilineString
      return .drop(path, reason: isReasonGiven ? try textValue() : nil)
    case "policy": return .policy(try name("an entity of this version"), try attributes())
    case "before": return .before(try path("a Swift function"))
    default: return .after(try path("a Swift function"))
    }
  }

  private mutating func mapStep() throws(Recovery) -> MigrationSyntax.Step {
    let from = try name("an entity of the older version")
    try expect(.arrow, "'->' and an entity of this version")
    let to = try name("an entity of this version")
    return .map(from: from, to: to, try assignments())
  }

  private mutating func insertStep() throws(Recovery) -> MigrationSyntax.Step {
    let entity = try name("an entity of this version")
    try expectWord("from")
    try expectWord("distinct")
    let path = try path("a property of the older version")
    return .insert(entity: entity, from: path, try assignments())
  }

  /// Reads `"name": Source -> Destination`, `"name": insert Destination` or `"name":
  /// drop Source`, with the clauses after it.
  private mutating func mapping() throws(Recovery) -> MigrationSyntax.Mapping {
    let nameSpan = span
    var mapping = MigrationSyntax.Mapping(
      name: try textValue(), nameSpan: nameSpan, attributes: [], values: [])
    try expect(.colon, "':' and entities")
    if isWord("insert"), nextKind != .arrow {
      advance()
      mapping.destination = try name("an entity of this version")
    } else if isWord("drop"), nextKind != .arrow {
      advance()
      mapping.source = try name("an entity of the older version")
    } else {
      mapping.source = try name("an entity of the older version")
      try expect(.arrow, "'->' and an entity of this version")
      mapping.destination = try name("an entity of this version")
    }
    if acceptWord("where") { mapping.condition = try expression() }
    mapping.attributes = try attributes()
    guard kind == .leftBrace else { return mapping }
    _ = try block("the values of properties") { parser throws(Recovery) in
      if parser.isWord("policy"), parser.nextKind == .string {
        parser.advance()
        mapping.policyName = try parser.textValue()
      } else {
        var assignment = try parser.assignment()
        assignment.attributes = try parser.attributes()
        mapping.values.append(assignment)
      }
    }
    return mapping
  }

  private mutating func assignments() throws(Recovery) -> [MigrationSyntax.Assignment] {
    var assignments: [MigrationSyntax.Assignment] = []
    _ = try block("the values of properties") { parser throws(Recovery) in
      assignments.append(try parser.assignment())
    }
    return assignments
  }

  private mutating func assignment() throws(Recovery) -> MigrationSyntax.Assignment {
    let path = try path("a property")
    try expect(.assign, "'=' and a value")
    return MigrationSyntax.Assignment(path: path, value: try expression())
  }
}
