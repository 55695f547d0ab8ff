import ModelSchema

extension BuilderText {
  /// What a path leads to.
  enum PathType: Equatable {
    case attribute(AttributeDescription)
    case object
    case count

    /// Two attributes are of one type where Swift says so.
    static func == (one: PathType, other: PathType) -> Bool {
      switch (one, other) {
      case (.attribute(let a), .attribute(let b)): a.type == b.type
      case (.count, .count): true
      default: false
      }
    }
  }

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

  /// Names from an object on; of the collection operators the builder has the
  /// count.
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
  /// What a path leads to, or nil where an expression is none.
  func type(of expression: ObjectExpression, in scope: Scope) -> PathType? {
    switch expression {
    case .evaluatedObject, .variable:
      return destination(of: expression, in: scope).map { _ in .object }
    case .keyPath(let names, let base):
      var entity = destination(of: base, in: scope)
      var found: PathType?
      for name in names {
        if name == "@count" { return .count }
        if case .attribute(let attribute)? = found {
          found = element(name, of: attribute).map(PathType.attribute)
          continue
        }
        switch entity.flatMap({ shape.property(name, of: $0) }) {
        case .attribute(let attribute): found = .attribute(attribute)
        case .relationship(let relationship):
          found = .object
          entity = shape.entity(relationship.destinationName)
        default: return nil
        }
      }
      return found
    case .function(let name, let arguments):
      return functionType(name, arguments, in: scope)
    case .constant, .element, .aggregate, .set, .subquery, .conditional, .cast: return nil
    }
  }

  private func element(_ name: String, of attribute: AttributeDescription) -> AttributeDescription?
  {
    guard case .composite(let composite) = attribute.type else { return nil }
    return shape.composite(composite)?.elements.first { $0.name == name }
  }

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
    case .constant, .element, .function, .aggregate, .set, .subquery, .conditional, .cast:
      return nil
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
