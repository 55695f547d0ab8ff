extension BuilderText {
  /// An expression as code.
  func expression(
    _ expression: ObjectExpression, in scope: Scope
  ) throws(Wordless) -> String {
    switch expression {
    case .constant(let value): return SwiftConstant.text(value)
    case .evaluatedObject: return scope.object
    case .variable(let name):
      if let element = scope.elements[name] { return element.text }
      guard parameters[name] != nil else { throw Wordless() }
      return SwiftName.escaped(name)
    case .keyPath(let names, let base):
      guard !Self.isComputed(base) else { throw Wordless() }
      return try keyPath(names, of: base, in: scope)
    case .function(let name, let arguments):
      return try call(name, arguments, in: scope)
    case .element, .aggregate, .set, .subquery, .conditional, .cast: throw Wordless()
    }
  }

  private static func isComputed(_ expression: ObjectExpression) -> Bool {
    switch expression {
    case .subquery, .function: true
    case .constant, .evaluatedObject, .variable, .keyPath, .element, .aggregate, .set,
      .conditional, .cast:
      false
    }
  }

  /// A path of names that begins at an object. Of the collection operators, the builder
  /// has only the count.
  private func keyPath(
    _ names: [String], of base: ObjectExpression, in scope: Scope
  ) throws(Wordless) -> String {
    var text = try expression(base, in: scope)
    for (index, name) in names.enumerated() {
      if name.first == "@" {
        guard name == "@count", index == names.count - 1 else { throw Wordless() }
        return text + ".count"
      }
      text += ".\(SwiftName.escaped(name))"
    }
    return text
  }
}

extension BuilderText {
  /// The type at the end of a path, or nil for other expressions. A count has a type
  /// that no other value has.
  func type(of expression: ObjectExpression, in scope: Scope) -> ExpressionType? {
    switch expression {
    case .evaluatedObject: scope.entity.map { .object($0.name) }
    case .variable(let name): scope.elements[name]?.entity.map { .object($0.name) }
    case .keyPath(let names, let base):
      names.reduce(type(of: base, in: scope)) { type, name in
        name == "@count" ? .unknown : type.flatMap { step(name, from: $0) }
      }
    case .function(let name, let arguments): functionType(name, arguments, in: scope)
    case .constant, .element, .aggregate, .set, .subquery, .conditional, .cast: nil
    }
  }

  private func step(_ name: String, from type: ExpressionType) -> ExpressionType? {
    switch type.element ?? type {
    case .object(let entity?):
      switch shape.entity(entity).flatMap({ shape.property(name, of: $0) }) {
      case .attribute(let attribute)?: .attribute(attribute.type)
      case .relationship(let relationship)?: ExpressionType(relationship)
      case .fetched?, nil: nil
      }
    case .attribute(.composite(let composite)):
      shape.composite(composite)?.elements.first { $0.name == name }.map { .attribute($0.type) }
    case .unknown, .null, .object, .attribute, .list, .toMany: nil
    }
  }

  /// The entity that an expression leads to, or nil.
  func destination(of expression: ObjectExpression, in scope: Scope) -> EntityDescription? {
    let type = type(of: expression, in: scope)
    guard case .object(let name?)? = type?.element ?? type else { return nil }
    return shape.entity(name)
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
