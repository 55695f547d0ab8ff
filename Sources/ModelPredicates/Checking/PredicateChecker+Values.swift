extension PredicateChecker {
  /// Checks all parts of an expression, and returns its type.
  ///
  /// - Parameters:
  ///   - other: The type that the expression is compared with, for suggestions.
  mutating func type(
    of expression: ObjectExpression, comparedWith other: ExpressionType = .unknown
  ) -> ExpressionType {
    let visit = visit()
    switch expression {
    case .constant(.list(let elements)):
      return .list(common(elements.map { ExpressionType($0) }, in: expression, at: visit))
    case .constant(let constant):
      return ExpressionType(constant)
    case .evaluatedObject:
      return subject
    case .variable(let name):
      note(.variable, name)
      return variables[name] ?? .unknown
    case .keyPath(let names, of: let base):
      // The printer omits `SELF` at the start of a path, so it does not count as a
      // visit.
      let root = base == .evaluatedObject && !names.isEmpty ? subject : type(of: base)
      return resolve(names[...], from: root, at: visit, comparedWith: other.element ?? other)
    case .element(let index, of: let base):
      return element(index, of: type(of: base), at: visit)
    case .function(let name, let arguments):
      return result(of: name, arguments, at: visit)
    case .aggregate(let elements):
      return .list(common(types(of: elements), in: expression, at: visit))
    case .set(_, let left, let right):
      return combination(left, right, expression, at: visit)
    case .subquery(let collection, variable: let name, let condition):
      return subquery(collection, name, condition, at: visit)
    case .conditional(let condition, then: let first, else: let second):
      check(condition)
      return common([type(of: first), type(of: second)], in: expression, at: visit)
    case .cast(let value, let typeName):
      return castResult(typeName, of: value, type(of: value), at: visit)
    }
  }

  mutating func types(of expressions: [ObjectExpression]) -> [ExpressionType] {
    expressions.map { type(of: $0) }
  }

  private mutating func combination(
    _ left: ObjectExpression, _ right: ObjectExpression, _ expression: ObjectExpression,
    at visit: Int
  ) -> ExpressionType {
    var elements: [ExpressionType] = []
    for side in [left, right] {
      let visit = visits
      let type = type(of: side)
      expectCollection(type, side, at: visit)
      elements.append(type.element ?? .unknown)
    }
    return .toMany(common(elements, in: expression, at: visit))
  }

  /// Returns the common type of several values. The type must be the same for
  /// all of them, because a store keeps dates as numbers, and would consider
  /// them equal to numbers.
  ///
  /// Without values, the result is the type of nil, which can be merged with
  /// every type, so that `{}` can be compared with any list.
  mutating func common(
    _ types: [ExpressionType], in expression: ObjectExpression, at visit: Int
  ) -> ExpressionType {
    var common = ExpressionType.null
    for type in types {
      guard let merged = common.merged(with: type) else {
        report(
          .incomparable(
            expression.format.abbreviated, leftType: common.kindText, rightType: type.kindText),
          at: visit...visit,
          suggestion: "\(types.count == 2 ? "both" : "all") values have to be of one type")
        return .unknown
      }
      common = merged
    }
    return common
  }

  private mutating func subquery(
    _ collection: ObjectExpression, _ name: String, _ condition: ObjectPredicate, at visit: Int
  ) -> ExpressionType {
    let type = type(of: collection)
    expectCollection(type, collection, at: visit + 1)
    let outer = variables[name]
    let isNew = boundVariables.insert(name).inserted
    variables[name] = type.element ?? .unknown
    check(condition)
    variables[name] = outer
    if isNew { boundVariables.remove(name) }
    return .toMany(type.element ?? .unknown)
  }

  private mutating func expectCollection(
    _ type: ExpressionType, _ expression: ObjectExpression, at visit: Int
  ) {
    guard !type.isOpen, type.element == nil else { return }
    report(.quantifierWithoutCollection(expression.format.abbreviated), at: visit...visit)
  }

  private mutating func element(
    _ index: ObjectExpression.Index, of type: ExpressionType, at visit: Int
  ) -> ExpressionType {
    switch index {
    case .size:
      return .number
    case .first, .last:
      return type.element ?? .unknown
    case .expression(let expression):
      _ = self.type(of: expression)
      guard case .constant(.string(let key)) = expression else { return type.element ?? .unknown }
      return resolve([key], from: type, at: visit)
    }
  }

  /// Returns the type of the result of a cast, and reports an error if the
  /// value cannot be cast to this type.
  mutating func castResult(
    _ typeName: String, of value: ObjectExpression, _ type: ExpressionType, at visit: Int
  ) -> ExpressionType {
    if let cast = CastType(typeName), !cast.takes(type) {
      report(
        .wrongType(
          value.format.abbreviated, found: type.kindText, expected: "what is a '\(cast.rawValue)'"),
        at: visit...visit)
    }
    switch CastType(typeName) {
    case .number, .decimal: return .number
    case .string, .url: return .text
    case .date: return .date
    case .data: return .data
    case .uuid: return .uuid
    case .objectID: return .object(nil)
    case nil where model.entity(named: typeName) != nil:
      note(.entity, typeName)
      return narrowed(to: typeName, value, type, at: visit)
    case nil:
      let names = CastType.allCases.map(\.rawValue) + model.entities.map(\.name)
      report(
        .unknownType(typeName), at: visit...visit,
        suggestion: nearestSuggestion(for: typeName, in: names))
      return .unknown
    }
  }

  /// Returns the type of an object that is cast to an entity.
  private mutating func narrowed(
    to entityName: String, _ value: ObjectExpression, _ type: ExpressionType, at visit: Int
  ) -> ExpressionType {
    switch type {
    case .object, .unknown, .null: break
    case .attribute, .list, .toMany:
      report(
        .wrongType(value.format.abbreviated, found: type.kindText, expected: "an object"),
        at: visit...visit)
    }
    return .object(entityName)
  }
}

extension CastType {
  /// Returns whether values of the given type can be cast to the target type.
  fileprivate func takes(_ type: ExpressionType) -> Bool {
    switch (self, type) {
    case (_, .unknown), (_, .null), (_, .text): true
    case (.number, .number), (.decimal, .number), (.date, .number), (.string, .number): true
    case (.number, .date), (.decimal, .date), (.date, .date): true
    case (.string, .uuid), (.uuid, .uuid), (.string, .data), (.data, .data): true
    case (.objectID, .object): true
    default: false
    }
  }
}
