extension ManagedObject {
  /// Fetches the objects of a fetched property; each call fetches them again.
  ///
  /// - Throws: The errors of the fetch.
  public final func _fetched<Object: ManagedObject>(_ key: some PropertyKey) throws -> [Object] {
    guard let context = _batch.ownContext,
      let request = _batch.entity.properties[key.rawValue].description.fetchedProperty?.request
    else { return [] }
    let entity = context.entity(of: Object.self)
    let limit = request.limit?.integerConstant.flatMap { $0 == 0 ? nil : $0 }
    let plan = FetchPlan(
      predicate: try request.predicate.map { try $0.resolving("source", as: self) },
      sortKeys: request.sortKeys, limit: request.result == .first ? 1 : limit,
      offset: request.offset?.integerConstant ?? 0)
    return unsafeDowncast(try context.objects(plan, entity), to: Object.self)
  }

  /// Fetches the first object of a fetched property; each call fetches it again.
  /// Returns nil if no object is found.
  ///
  /// - Throws: The errors of the fetch.
  public final func _fetched<Object: ManagedObject>(_ key: some PropertyKey) throws -> Object? {
    let objects: [Object] = try _fetched(key)
    return objects.first
  }
}

extension ObjectExpression {
  /// The number that a constant expression contains; nil for other expressions.
  fileprivate var integerConstant: Int? {
    if case .constant(.integer(let value)) = self { Int(value) } else { nil }
  }

  /// Returns the expression with paths that begin at a variable, such as
  /// `$source.low` and `$source.banks[0].name`, replaced by their values.
  fileprivate func resolving(
    _ variable: String, as object: ManagedObject
  ) throws -> ObjectExpression {
    try rewriting { part in
      switch part {
      case .variable, .keyPath, .element, .cast:
        guard part.begins(at: variable) else { return nil }
        let asked = part.rewriting { $0 == .variable(variable) ? .evaluatedObject : nil }
        return .constant(try asked.value(with: .object(object)).constant)
      case .aggregate(let elements):
        // A list of constants becomes a constant, which is bound as one parameter in
        // SQL.
        return .list(of: try elements.map { try $0.resolving(variable, as: object) })
      case .subquery(let collection, variable, let condition):
        // Within the condition, the variable denotes the element.
        return .subquery(
          try collection.resolving(variable, as: object), variable: variable, condition)
      case .constant, .evaluatedObject, .function, .set, .subquery, .conditional: return nil
      }
    }
  }

  /// Returns whether the expression is a variable, or a path, an element or a
  /// cast that begins at it.
  private func begins(at variable: String) -> Bool {
    switch self {
    case .variable(let name): name == variable
    case .keyPath(_, of: let base), .cast(let base, type: _): base.begins(at: variable)
    case .element(let index, of: let base): base.begins(at: variable) && index.isFixed
    case .constant, .evaluatedObject, .function, .aggregate, .set, .subquery, .conditional: false
    }
  }
}

extension ObjectExpression.Index {
  /// True if the index is the same for every object.
  fileprivate var isFixed: Bool {
    switch self {
    case .first, .last, .size, .expression(.constant): true
    case .expression: false
    }
  }
}

extension ObjectPredicate {
  /// Returns the predicate with paths that begin at a variable replaced by
  /// their values.
  fileprivate func resolving(
    _ variable: String, as object: ManagedObject
  ) throws -> ObjectPredicate {
    try map {
      try $0.resolving(variable, as: object)
    } predicate: {
      try $0.resolving(variable, as: object)
    }
  }
}
