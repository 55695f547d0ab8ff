import ModelSchema

extension BuilderText {
  /// An expression as code.
  func expression(
    _ expression: ObjectExpression, in scope: Scope
  ) throws(GenerationIssue) -> String {
    switch expression {
    case .constant(let value): SwiftConstant.text(value)
    case .evaluatedObject: scope.object
    case .variable(let name): try variable(name, in: scope)
    case .keyPath(let names, let base): try keyPath(names, of: base, in: scope)
    case .function(let name, let arguments): try function(name, arguments, in: scope)
    case .aggregate(let values): try aggregate(values, in: scope)
    default: throw unsupported("this kind of expression")
    }
  }

  private func variable(_ name: String, in scope: Scope) throws(GenerationIssue) -> String {
    if let element = scope.elements[name] { return element.text }
    guard parameters[name] != nil else { throw unsupported("'$\(name)', which is no parameter,") }
    return SwiftName.escaped(name)
  }

  private func aggregate(
    _ values: [ObjectExpression], in scope: Scope
  ) throws(GenerationIssue) -> String {
    var texts: [String] = []
    for value in values { texts.append(try expression(value, in: scope)) }
    return "[\(texts.joined(separator: ", "))]"
  }

  /// Names from an object on; a name with `@` is a collection operator.
  private func keyPath(
    _ names: [String], of base: ObjectExpression, in scope: Scope
  ) throws(GenerationIssue) -> String {
    var text = try expression(base, in: scope)
    for (index, name) in names.enumerated() {
      guard name.first == "@" else {
        text += ".\(SwiftName.escaped(name))"
        continue
      }
      let operand = names[(index + 1)...].map(SwiftName.escaped)
      let word = try collectionWord(name)
      return operand.isEmpty
        ? "\(text).\(word)" : "\(text).\(word) { $0.\(operand.joined(separator: ".")) }"
    }
    return text
  }

  private func collectionWord(_ name: String) throws(GenerationIssue) -> String {
    switch name {
    case "@count", "@sum", "@min", "@max": return String(name.dropFirst())
    case "@avg": return "average"
    default: throw unsupported("'\(name)'")
    }
  }

  private func function(
    _ name: String, _ arguments: [ObjectExpression], in scope: Scope
  ) throws(GenerationIssue) -> String {
    if arguments.isEmpty, name == "now" || name == "now:" { return "ValueExpression.now" }
    if arguments.count == 1 { return try unary(name, arguments[0], in: scope) }
    guard arguments.count == 2, let sign = Self.arithmetic[name] else {
      throw unsupported("the function '\(name)'")
    }
    // `from:subtract:` takes the second argument away from the first, as Core
    // Data names it; all the others read from left to right.
    let left = try operand(arguments[0], in: scope)
    return "\(left) \(sign) \(try operand(arguments[1], in: scope))"
  }

  private static let arithmetic = [
    "add:to:": "+", "from:subtract:": "-", "multiply:by:": "*", "divide:by:": "/",
    "modulus:by:": "%",
  ]

  /// An operand, in parentheses where it is an operation itself.
  private func operand(
    _ value: ObjectExpression, in scope: Scope
  ) throws(GenerationIssue) -> String {
    let text = try expression(value, in: scope)
    if case .function(let name, _) = value, Self.arithmetic[name] != nil { return "(\(text))" }
    return text
  }

  private func unary(
    _ name: String, _ argument: ObjectExpression, in scope: Scope
  ) throws(GenerationIssue) -> String {
    let text = try operand(argument, in: scope)
    let isParameter =
      if case .variable(let name) = argument { parameters[name] != nil } else { false }
    switch name {
    case "canonical", "canonical:":
      return isParameter ? "ValueExpression(\(text)).canonical" : "\(text).canonical"
    case "lowercase", "lowercase:":
      return isParameter ? "ValueExpression(\(text)).lowercased" : "\(text).lowercased"
    case "uppercase", "uppercase:":
      return isParameter ? "ValueExpression(\(text)).uppercased" : "\(text).uppercased"
    case "count", "count:": return "\(text).count"
    default: throw unsupported("the function '\(name)'")
    }
  }
}

extension BuilderText {
  /// The entity that an expression leads to, or nil.
  func destination(of expression: ObjectExpression, in scope: Scope) -> EntityDescription? {
    switch expression {
    case .evaluatedObject: return scope.entity
    case .variable(let name): return scope.elements[name]?.entity
    case .keyPath(let names, let base):
      var entity = destination(of: base, in: scope)
      for name in names {
        let relationship = entity.flatMap { shape.property(name, of: $0)?.relationship }
        entity = relationship.flatMap { shape.entity($0.destinationName) }
      }
      return entity
    default: return nil
    }
  }

  /// A key path cut behind its last to-many relationship, or nil.
  func toManySplit(
    _ names: [String], of base: ObjectExpression, in scope: Scope
  ) -> (collection: [String], rest: [String])? {
    var entity = destination(of: base, in: scope)
    var last: Int?
    for (index, name) in names.enumerated() {
      let relationship = entity.flatMap { shape.property(name, of: $0)?.relationship }
      if relationship?.isToMany == true { last = index }
      entity = relationship.flatMap { shape.entity($0.destinationName) }
    }
    return last.map { (Array(names[...$0]), Array(names[($0 + 1)...])) }
  }
}
