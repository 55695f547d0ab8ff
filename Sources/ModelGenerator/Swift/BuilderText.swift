/// A predicate as a condition of the typed builder: the code between the braces of
/// `FailedBankInfo.where { ... }`.
///
/// The code looks as a programmer would write it. A predicate that the builder cannot
/// express throws `Wordless`, and the caller writes it as a value instead.
struct BuilderText {
  /// The scope of names: the object of the current closure, and those of the closures
  /// around it.
  struct Scope {
    /// The name of the closure's object.
    var object: String
    /// The entity of the object.
    var entity: EntityDescription?
    /// The variables of the subqueries around, by name.
    var elements: [String: (text: String, entity: EntityDescription?)] = [:]
  }

  /// An error when the builder cannot express something.
  struct Wordless: Error {}

  let shape: ModelShape
  /// The parameters of the function, by name.
  let parameters: [String: FetchTemplate.Parameter]

  /// Writes a condition with the predicate builder.
  func condition(
    _ predicate: ObjectPredicate, in scope: Scope
  ) throws(Wordless) -> CodeLayout {
    switch spelled(predicate, in: scope) {
    case .constant(let value): .text("Condition(\(value))")
    case .comparison(let comparison): try self.comparison(comparison, in: scope)
    case .and(let parts): try chain(parts, operator: "&&", in: scope)
    case .or(let parts): try chain(parts, operator: "||", in: scope)
    case .not(let part): .text("!\(try negated(part, in: scope))")
    }
  }

  /// The condition with its parts as they are written: a range that Swift does not have
  /// becomes two comparisons.
  private func spelled(_ predicate: ObjectPredicate, in scope: Scope) -> ObjectPredicate {
    switch predicate {
    case .constant: return predicate
    case .comparison(let comparison):
      guard let bounds = bounds(of: comparison, in: scope) else { return predicate }
      return .and(bounds.map { .comparison($0) })
    case .and(let parts):
      // Within a conjunction, the two comparisons need no parentheses.
      return .and(
        parts.flatMap { part -> [ObjectPredicate] in
          guard case .comparison = part, case .and(let bounds) = spelled(part, in: scope)
          else { return [part] }
          return bounds
        })
    case .or(let parts): return .or(parts.map { spelled($0, in: scope) })
    case .not(let part): return .not(spelled(part, in: scope))
    }
  }

  private func negated(_ part: ObjectPredicate, in scope: Scope) throws(Wordless) -> String {
    let text = try condition(part, in: scope).flat
    return isOperand(part, in: scope) ? text : "(\(text))"
  }

  /// True if a condition is a single call or path, which needs no parentheses.
  private func isOperand(_ predicate: ObjectPredicate, in scope: Scope) -> Bool {
    switch predicate {
    case .constant: true
    case .comparison(let comparison):
      truth(of: comparison, in: scope) == true || comparison.operator.sign == nil
        || comparison.quantifier != .direct || Self.countedSubquery(comparison.left) != nil
    case .and, .or, .not: false
    }
  }

  private func chain(
    _ parts: [ObjectPredicate], operator sign: String, in scope: Scope
  ) throws(Wordless) -> CodeLayout {
    guard parts.count != 1 else { return try condition(parts[0], in: scope) }
    guard !parts.isEmpty else { return .text("Condition(\(sign == "&&"))") }
    var operands: [CodeLayout] = []
    for part in parts {
      let operand = try condition(part, in: scope)
      operands.append(Self.isChain(part) ? .call("(", [operand]) : operand)
    }
    return .chain(operands, operator: sign)
  }

  private static func isChain(_ predicate: ObjectPredicate) -> Bool {
    switch predicate {
    case .and(let parts), .or(let parts): parts.count > 1
    default: false
    }
  }
}
