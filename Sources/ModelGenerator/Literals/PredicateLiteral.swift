/// Predicates and expressions as Swift expressions that create them.
struct PredicateLiteral {
  /// The code of the constants that replace variables, by name.
  var parameters: [String: String] = [:]

  func predicate(_ predicate: ObjectPredicate) -> CodeLayout {
    switch predicate {
    case .constant(let value): .text(".constant(\(value))")
    case .comparison(let comparison): self.comparison(comparison)
    case .and(let parts): .call(".and(", [.list(parts.map { self.predicate($0) })])
    case .or(let parts): .call(".or(", [.list(parts.map { self.predicate($0) })])
    case .not(let part): .call(".not(", [self.predicate(part)])
    }
  }

  private func comparison(_ comparison: ObjectPredicate.Comparison) -> CodeLayout {
    var arguments = DescriptionLiteral.Arguments()
    arguments.add(expression(comparison.left))
    arguments.add(.text(".\(comparison.operator.rawValue)"))
    arguments.add(expression(comparison.right))
    if comparison.quantifier != .direct {
      arguments.add("quantifier", .text(".\(comparison.quantifier.rawValue)"))
    }
    if !comparison.options.isEmpty {
      arguments.add("options", DescriptionLiteral.options(comparison.options))
    }
    return .call(".compare(", arguments.layouts)
  }

  func expression(_ expression: ObjectExpression) -> CodeLayout {
    switch expression {
    case .constant(let value): .call(".constant(", [DescriptionLiteral.constant(value)])
    case .evaluatedObject: .text(".evaluatedObject")
    case .variable(let name):
      parameters[name].map { .call(".constant(", [.text($0)]) }
        ?? .call(".variable(", [DescriptionLiteral.string(name)])
    case .keyPath(let names, .evaluatedObject):
      .call(".keyPath(", names.map(DescriptionLiteral.string))
    case .keyPath(let names, let base):
      .call(
        ".keyPath(", [DescriptionLiteral.strings(names), .prefixed("of: ", self.expression(base))])
    case .element(let index, let base):
      .call(".element(", [self.index(index), .prefixed("of: ", self.expression(base))])
    case .function(let name, let arguments):
      .call(".function(", [DescriptionLiteral.string(name), .list(arguments.map(self.expression))])
    case .aggregate(let values): .call(".aggregate(", [.list(values.map(self.expression))])
    case .set(let sign, let left, let right):
      .call(
        ".set(", [.text(".\(sign.rawValue)"), self.expression(left), self.expression(right)])
    case .subquery(let collection, let variable, let predicate):
      .call(
        ".subquery(",
        [
          self.expression(collection), .prefixed("variable: ", DescriptionLiteral.string(variable)),
          self.predicate(predicate),
        ])
    case .conditional(let predicate, let yes, let no):
      .call(
        ".conditional(",
        [
          self.predicate(predicate), .prefixed("then: ", self.expression(yes)),
          .prefixed("else: ", self.expression(no)),
        ])
    case .cast(let value, let type):
      .call(
        ".cast(", [self.expression(value), .prefixed("type: ", DescriptionLiteral.string(type))])
    }
  }

  private func index(_ index: ObjectExpression.Index) -> CodeLayout {
    switch index {
    case .first: .text(".first")
    case .last: .text(".last")
    case .size: .text(".size")
    case .expression(let expression): .call(".expression(", [self.expression(expression)])
    }
  }
}
