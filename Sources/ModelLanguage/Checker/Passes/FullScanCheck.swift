/// Warns about a fetch that reads a whole table although an index could help.
struct FullScanCheck {
  let symbols: SymbolTable
  let entity: EntitySymbol

  /// A part of the condition for which an index could be used.
  private struct Candidate {
    var path: String
    var span: Span
    var isServed: Bool
  }

  /// Warns unless an index serves one part of the condition.
  ///
  /// Only parts joined by `&&` that compare a property of the entity itself
  /// with another value are considered. A search within strings never causes a
  /// warning.
  func check(_ syntax: FetchSyntax) {
    guard let condition = syntax.filter else { return }
    let candidates = condition.conjuncts.flatMap(candidates)
    guard let first = candidates.first, !candidates.contains(where: \.isServed) else { return }
    let sorts = syntax.sortKeys
    let reads = "reads every \(entity.name) row" + (sorts.isEmpty ? "" : " and sorts them")
    let isDescending = sorts.first.map { $0.text == first.path && !$0.isAscending } ?? false
    let index = "index \(indexName(first.path))(\(first.path)\(isDescending ? " desc" : ""))"
    symbols.diagnostics.add(
      SourceDiagnostic(
        .fullScan, "'\(syntax.title)' \(reads): no index starts with '\(first.path)'",
        at: first.span
      ).fix(
        "add '\(index)' to '\(entity.name)', or '@scan' to the fetch if the table stays small"))
  }

  private func indexName(_ path: String) -> String {
    let words = path.split(separator: ".").map { $0.prefix(1).uppercased() + $0.dropFirst() }
    return "by" + words.joined()
  }

  private func candidates(_ conjunct: Expression) -> [Candidate] {
    switch conjunct.kind {
    case .binary(let sign, let left, let right):
      // `!=` is left out because nearly every row has a different value, so an
      // index does not help.
      guard sign == .equal || sign == .isIn || sign.isOrdering else { return [] }
      if !right.usesProperties, let candidate = candidate(left, is: right) { return [candidate] }
      if sign != .isIn, !left.usesProperties, let candidate = candidate(right) {
        return [candidate]
      }
      // Of two properties that are equal, either's index finds what the other is.
      guard sign == .equal, right.usesProperties else { return [] }
      return [left, right].compactMap { candidate($0) }.filter(\.isServed)
    case .call(let function, let arguments):
      guard case .member(let base, let name) = function.kind, arguments.count == 1,
        name.text == "hasPrefix" || name.text == "equals",
        arguments[0].expression?.usesProperties == false
      else { return [] }
      return candidate(base).map { [$0] } ?? []
    case .name: return candidate(conjunct).map { $0.isServed ? [$0] : [] } ?? []
    case .not(let operand): return candidates(operand).filter(\.isServed)
    default: return []
    }
  }

  private func candidate(_ expression: Expression, is other: Expression? = nil) -> Candidate? {
    var isNil = false
    if case .null? = other?.kind { isNil = true }
    return expression.path.flatMap { candidate($0[...], at: expression.span, isNil: isNil) }
  }

  private func candidate(
    _ names: ArraySlice<NameSyntax>, at span: Span, isNil: Bool
  ) -> Candidate? {
    guard let first = names.first else { return nil }
    if names.count == 1, first.text == "self", !first.isQuoted {
      // The table itself is ordered by the keys of objects.
      return Candidate(path: "self", span: span, isServed: true)
    }
    guard let property = entity.property(named: first.text) else { return nil }
    if let relationship = property.relationship {
      // Columns of relationships always have an index. By it SQLite finds the objects
      // whose related object it has found by an index, one step away and not nil.
      let served = Candidate(path: first.text, span: span, isServed: true)
      if names.count == 1 { return served }
      guard names.count == 2, !isNil, !relationship.isToMany, let other = property.destination
      else { return nil }
      let behind = FullScanCheck(symbols: symbols, entity: other)
        .candidate(names.dropFirst(), at: span, isNil: false)
      return behind?.isServed == true ? served : nil
    }
    guard let attribute = property.attribute else { return nil }
    if case .composite = attribute.type, names.count == 1 { return nil }
    let path = names.map(\.text).joined(separator: ".")
    let isServed = attribute.isUnique || attribute.isIndexed || indexStarts.contains(path)
    return Candidate(path: path, span: span, isServed: isServed)
  }

  /// The first keys of all indexes on the entity and its parents.
  private var indexStarts: Set<String> {
    var starts: Set<String> = []
    for entity in entity.lineage {
      // An index with a condition does not contain all rows, and a folded index
      // contains folded text.
      for index in entity.description.indexes where index.predicate == nil && !index.isFolded {
        if let first = index.elements.first { starts.insert(first.keyPath) }
      }
      for constraint in entity.description.uniquenessConstraints {
        if let first = constraint.keyPaths.first { starts.insert(first) }
      }
    }
    return starts
  }
}

extension FetchSyntax {
  /// The condition of the fetch, or nil if it has none.
  fileprivate var filter: Expression? {
    for clause in clauses {
      if case .filter(let expression) = clause.kind { return expression }
    }
    return nil
  }

  fileprivate var sortKeys: [(text: String, isAscending: Bool)] {
    for clause in clauses {
      guard case .sort(let keys) = clause.kind else { continue }
      return keys.map { ($0.path.map(\.text).joined(separator: "."), $0.isAscending) }
    }
    return []
  }
}

extension Expression {
  /// The operands of a conjunction, including those of nested conjunctions; for
  /// any other expression, the expression itself.
  fileprivate var conjuncts: [Expression] {
    if case .and(let operands) = kind { operands.flatMap(\.conjuncts) } else { [self] }
  }

  /// True if the expression uses a property of the fetched object.
  fileprivate var usesProperties: Bool {
    switch kind {
    case .name: true
    case .member(let base, _): base.usesProperties
    case .call(let function, let arguments):
      function.path?.count != 1 && function.usesProperties
        || arguments.contains { $0.expression?.usesProperties ?? false }
    case .negative(let operand), .not(let operand): operand.usesProperties
    case .binary(_, let left, let right): left.usesProperties || right.usesProperties
    case .and(let operands), .or(let operands), .list(let operands):
      operands.contains(where: \.usesProperties)
    case .range(let lower, let upper, _):
      lower?.usesProperties ?? false || upper?.usesProperties ?? false
    case .ternary(let condition, let first, let second):
      condition.usesProperties || first.usesProperties || second.usesProperties
    default: false
    }
  }
}
