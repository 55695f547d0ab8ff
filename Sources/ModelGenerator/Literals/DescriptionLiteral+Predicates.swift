extension DescriptionLiteral {
  static func predicate(_ predicate: ObjectPredicate) -> CodeLayout {
    switch predicate {
    case .constant(let value): .text(".constant(\(value))")
    case .comparison(let comparison): self.comparison(comparison)
    case .and(let parts): .call(".and(", [.list(parts.map { self.predicate($0) })])
    case .or(let parts): .call(".or(", [.list(parts.map { self.predicate($0) })])
    case .not(let part): .call(".not(", [self.predicate(part)])
    }
  }

  private static func comparison(_ comparison: ObjectPredicate.Comparison) -> CodeLayout {
    var arguments = Arguments()
    arguments.add(expression(comparison.left))
    arguments.add(.text(".\(comparison.operator.rawValue)"))
    arguments.add(expression(comparison.right))
    if comparison.quantifier != .direct {
      arguments.add("quantifier", .text(".\(comparison.quantifier.rawValue)"))
    }
    if !comparison.options.isEmpty { arguments.add("options", options(comparison.options)) }
    return .call(".compare(", arguments.layouts)
  }

  static func expression(_ expression: ObjectExpression) -> CodeLayout {
    switch expression {
    case .constant(let value): .call(".constant(", [constant(value)])
    case .evaluatedObject: .text(".evaluatedObject")
    case .variable(let name): .call(".variable(", [string(name)])
    case .keyPath(let names, .evaluatedObject): .call(".keyPath(", names.map(string))
    case .keyPath(let names, let base):
      .call(".keyPath(", [strings(names), .prefixed("of: ", self.expression(base))])
    case .element(let index, let base):
      .call(".element(", [self.index(index), .prefixed("of: ", self.expression(base))])
    case .function(let name, let arguments):
      .call(".function(", [string(name), .list(arguments.map(self.expression))])
    case .aggregate(let values): .call(".aggregate(", [.list(values.map(self.expression))])
    case .set(let sign, let left, let right):
      .call(
        ".set(", [.text(".\(sign.rawValue)"), self.expression(left), self.expression(right)])
    case .subquery(let collection, let variable, let predicate):
      .call(
        ".subquery(",
        [
          self.expression(collection), .prefixed("variable: ", string(variable)),
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
      .call(".cast(", [self.expression(value), .prefixed("type: ", string(type))])
    }
  }

  private static func index(_ index: ObjectExpression.Index) -> CodeLayout {
    switch index {
    case .first: .text(".first")
    case .last: .text(".last")
    case .size: .text(".size")
    case .expression(let expression): .call(".expression(", [self.expression(expression)])
    }
  }

  static func options(_ options: StringOptions) -> CodeLayout {
    let names = options.names
    return names.count == 1 ? .text(names[0]) : .list(names.map(CodeLayout.text))
  }

  static func constant(_ value: ConstantValue) -> CodeLayout {
    switch value {
    case .null: .text(".null")
    case .boolean(let value): .text(".boolean(\(value))")
    case .integer(let value): .text(".integer(\(SwiftLiteral.integer(value)))")
    case .double(let value): .text(".double(\(SwiftLiteral.double(value)))")
    case .decimal(let value): .text(".decimal(\(SwiftLiteral.decimal(value)))")
    case .string(let value): .call(".string(", [string(value)])
    case .date(let value): .text(".date(\(SwiftLiteral.date(value)))")
    case .data(let value): .text(".data(\(SwiftLiteral.data(value)))")
    case .uuid(let value): .text(".uuid(\(SwiftLiteral.uuid(value)))")
    case .url(let value): .text(".url(\(SwiftLiteral.url(value)))")
    case .objectID: .text(".null")
    case .list(let values): .call(".list(", [.list(values.map(constant))])
    }
  }
}
