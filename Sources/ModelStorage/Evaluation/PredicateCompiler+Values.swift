extension PredicateCompiler {
  /// Returns the computation that an expression stands for.
  mutating func value(_ expression: ObjectExpression) throws(ObjectPredicateError) -> Value {
    switch expression {
    case .constant(let constant):
      return fixed(EvaluatedValue(constant))
    case .evaluatedObject:
      return { (scope) throws(ObjectPredicateError) in scope.subject }
    case .variable(let name):
      return try variable(name)
    case .keyPath(let names, of: let base):
      return try path(names, of: base)
    case .element(let index, of: let base):
      return try element(index, of: base)
    case .function(let name, let arguments):
      return try function(name, arguments)
    case .aggregate(let elements):
      return try list(elements)
    case .set(let set, let left, let right):
      return try combination(set, left, right)
    case .subquery(let collection, variable: let name, let condition):
      return try subquery(collection, name, condition)
    case .conditional(let condition, then: let first, else: let second):
      return try conditional(condition, first, second)
    case .cast(let operand, let type):
      return try cast(operand, type)
    }
  }

  private func fixed(_ value: EvaluatedValue) -> Value {
    { (_) throws(ObjectPredicateError) in value }
  }

  private mutating func path(
    _ names: [String], of base: ObjectExpression
  ) throws(ObjectPredicateError) -> Value {
    guard names.count <= ObjectPredicate.keyPathLimit else {
      throw ObjectPredicateError(.keyPathTooLong(limit: ObjectPredicate.keyPathLimit))
    }
    // Most paths consist of one name.
    if base == .evaluatedObject, names.count == 1, !names[0].isOperatorName {
      let name = names[0]
      return { (scope) throws(ObjectPredicateError) in
        try KeyPathWalk.step(name, scope.subject)
      }
    }
    let root = try value(base)
    return { (scope) throws(ObjectPredicateError) in
      try KeyPathWalk.follow(names[...], from: root(scope))
    }
  }

  private func variable(_ name: String) throws(ObjectPredicateError) -> Value {
    if bound.contains(name) {
      return { (scope) throws(ObjectPredicateError) in scope.elements[name] ?? .null }
    }
    guard let value = variables[name] else {
      throw ObjectPredicateError(.unresolvedVariable(name))
    }
    return fixed(value)
  }

  /// Returns the computations of several expressions.
  mutating func values(
    _ expressions: [ObjectExpression]
  ) throws(ObjectPredicateError) -> [Value] {
    return try expressions.map { (expression) throws(ObjectPredicateError) in try value(expression)
    }
  }

  private mutating func list(
    _ elements: [ObjectExpression]
  ) throws(ObjectPredicateError) -> Value {
    let values = try values(elements)
    return { (scope) throws(ObjectPredicateError) in
      let elements = try values.map { (value) throws(ObjectPredicateError) in try value(scope) }
      return .collection(elements)
    }
  }

  private mutating func combination(
    _ set: ObjectExpression.SetOperator, _ left: ObjectExpression, _ right: ObjectExpression
  ) throws(ObjectPredicateError) -> Value {
    let first = try value(left)
    let second = try value(right)
    return { (scope) throws(ObjectPredicateError) in
      let (elements, others) = (try first(scope).elements, try second(scope).elements)
      return .collection(DistinctValues.combine(set, elements, others))
    }
  }

  /// Returns the elements that satisfy a condition, or a value of each of them.
  mutating func subquery(
    _ collection: ObjectExpression, _ name: String, _ condition: ObjectPredicate,
    value: ObjectExpression? = nil
  ) throws(ObjectPredicateError) -> Value {
    let source = try self.value(collection)
    // The variable is visible only in the condition, not in the collection.
    bound.append(name)
    defer { bound.removeLast() }
    let test = try test(condition)
    let result = try self.value(value ?? .variable(name))
    let leavesOutNil = condition.follows(name)
    return { (scope) throws(ObjectPredicateError) in
      var matches: [EvaluatedValue] = []
      var inner = scope
      for element in try source(scope).elements where !(leavesOutNil && element.isNull) {
        inner.elements[name] = element
        if try test(inner) { matches.append(try result(inner)) }
      }
      return .collection(matches)
    }
  }

  private mutating func conditional(
    _ condition: ObjectPredicate, _ first: ObjectExpression, _ second: ObjectExpression
  ) throws(ObjectPredicateError) -> Value {
    let test = try test(condition)
    let whenTrue = try value(first)
    let whenFalse = try value(second)
    return { (scope) throws(ObjectPredicateError) in
      try test(scope) ? try whenTrue(scope) : try whenFalse(scope)
    }
  }

  private mutating func element(
    _ index: ObjectExpression.Index, of base: ObjectExpression
  ) throws(ObjectPredicateError) -> Value {
    let collection = try value(base)
    let pick: ([EvaluatedValue]) -> EvaluatedValue
    switch index {
    case .first: pick = { $0.first ?? .null }
    case .last: pick = { $0.last ?? .null }
    case .size: pick = { .integer(Int64($0.count)) }
    case .expression(let expression):
      let position = try value(expression)
      return { (scope) throws(ObjectPredicateError) in
        try Self.element(position(scope), of: collection(scope))
      }
    }
    return { (scope) throws(ObjectPredicateError) in pick(try collection(scope).elements) }
  }

  /// Returns the element at an index, counted from 0, or the value of a key;
  /// nil if there is no such element.
  static func element(
    _ index: EvaluatedValue, of value: EvaluatedValue
  ) throws(ObjectPredicateError) -> EvaluatedValue {
    switch index {
    case .null:
      return .null
    case .integer(let position):
      let elements = value.elements
      return position >= 0 && position < elements.count ? elements[Int(position)] : .null
    case .string(let key):
      return try KeyPathWalk.follow([key], from: value)
    default:
      throw ObjectPredicateError(
        .wrongType("the index", found: index.kindText, expected: "a whole number or a key"))
    }
  }

  private mutating func cast(
    _ operand: ObjectExpression, _ typeName: String
  ) throws(ObjectPredicateError) -> Value {
    let value = try value(operand)
    guard let type = CastType(typeName) else { return narrowed(value, to: typeName) }
    return { (scope) throws(ObjectPredicateError) in try type.cast(value(scope)) }
  }

  /// Returns an object cast to an entity; nil if the object belongs to another
  /// entity.
  private func narrowed(_ value: @escaping Value, to entityName: String) -> Value {
    { (scope) throws(ObjectPredicateError) in
      switch try value(scope) {
      case .null: return .null
      case .object(let subject):
        return subject.predicateIsKind(ofEntity: entityName) ? .object(subject) : .null
      case .boolean, .integer, .double, .decimal, .string, .date, .data, .uuid, .url, .objectID,
        .collection:
        throw ObjectPredicateError(.unknownType(entityName))
      }
    }
  }
}
