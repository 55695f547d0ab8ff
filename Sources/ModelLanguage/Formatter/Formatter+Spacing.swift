extension Formatter {
  /// The rank of each attribute in the fixed order. Unknown attributes come
  /// before `@info`, which comes last.
  private static let ranks: [String: Int] = {
    var ranks: [String: Int] = [:]
    for (rank, kind) in AttributeKind.allCases.enumerated() { ranks[kind.rawValue] = rank }
    ranks[AttributeKind.info.rawValue] = AttributeKind.allCases.count
    return ranks
  }()

  /// Returns the source text of the token at an index.
  func text(_ index: Int) -> String {
    source.string(Int(tokens[index].start)..<Int(tokens[index].end))
  }

  /// Returns whether there is an unwritten comment before a token.
  func nextCommentStands(before index: Int) -> Bool {
    nextComment < comments.count && Int(comments[nextComment].tokenIndex) <= index
  }

  func opensBracket(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .leftParenthesis, .leftBracket: true
    case .leftBrace: layout.roles[index] == .listStart
    default: false
    }
  }

  func closesBracket(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .rightParenthesis, .rightBracket: true
    case .rightBrace: layout.roles[index] == .listEnd
    default: false
    }
  }

  /// Returns whether two tokens on one line are separated by a space.
  func needsSpace(_ previous: Int, _ index: Int) -> Bool {
    !allowsNothing(after: previous) && !allowsNothing(before: index)
  }

  private func allowsNothing(after index: Int) -> Bool {
    let role = layout.roles[index]
    switch tokens[index].kind {
    case .leftParenthesis, .leftBracket, .dot: return true
    case .not: return role == .prefix
    case .minus: return role == .prefix
    case .less: return role == .typeStart
    case .closedRange, .halfOpenRange: return role == .range || role == .prefix
    default: return false
    }
  }

  private func allowsNothing(before index: Int) -> Bool {
    let role = layout.roles[index]
    switch tokens[index].kind {
    case .comma, .rightParenthesis, .rightBracket: return true
    case .colon: return role != .ternary
    case .question, .coalesce, .not, .greater: return role == .typeEnd
    case .less: return role == .typeStart
    case .leftParenthesis: return role == .call
    case .dot: return role != .leadingDot
    case .closedRange, .halfOpenRange: return role == .range
    default: return false
    }
  }

  /// Returns attributes in their fixed order, or unchanged if a comment is between
  /// them.
  func sorted(_ attributes: [Range<Int>]) -> [Range<Int>] {
    guard let first = attributes.first, let last = attributes.last, attributes.count > 1 else {
      return attributes
    }
    let hasComment = hasComment(between: first.lowerBound, and: last.upperBound)
    guard !hasComment else { return attributes }
    return attributes.enumerated().sorted { a, b in
      (rank(a.element), a.offset) < (rank(b.element), b.offset)
    }.map(\.element)
  }

  /// Returns whether a comment is between two tokens.
  private func hasComment(between first: Int, and last: Int) -> Bool {
    let next = comments.firstSortedIndex { Int($0.tokenIndex) > first }
    return next < comments.count && Int(comments[next].tokenIndex) < last
  }

  private func rank(_ attribute: Range<Int>) -> Int {
    let name = String(text(attribute.lowerBound).dropFirst())
    return Self.ranks[name] ?? AttributeKind.allCases.count - 1
  }
}
