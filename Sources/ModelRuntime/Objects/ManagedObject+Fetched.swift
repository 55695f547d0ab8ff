internal import ModelPredicates
internal import ModelSchema

extension ManagedObject {
  /// The objects of a fetched property (M-70), fetched anew at each call.
  ///
  /// - Throws: As the fetch does.
  public final func _fetched<Object: ManagedObject>(_ key: some PropertyKey) throws -> [Object] {
    guard let context = _group.context,
      let request = _group.entity.properties[key.rawValue].description.fetchedProperty?.request
    else { return [] }
    let entity = context.entity(of: Object.self)
    var plan = FetchPlan()
    plan.predicate = try request.predicate.map { try $0.resolving("source", as: self) }
    plan.sortKeys = request.sortKeys
    plan.limit = request.limit?.integerConstant
    plan.offset = request.offset?.integerConstant ?? 0
    return unsafeDowncast(try context.objects(plan, entity), to: Object.self)
  }
}

extension ObjectExpression {
  /// The number that a constant is.
  fileprivate var integerConstant: Int? {
    if case .constant(.integer(let value)) = self { Int(value) } else { nil }
  }

  /// The expression with the values of paths from a variable in their place.
  fileprivate func resolving(
    _ variable: String, as object: ManagedObject
  ) throws -> ObjectExpression {
    switch self {
    case .variable(variable): return .constant(.objectID(object.objectID))
    case .keyPath(let names, .variable(variable)):
      let value = try ObjectExpression.keyPath(names, of: .evaluatedObject)
        .value(with: .object(object))
      return .constant(value.constant)
    case .keyPath(let names, let root):
      return .keyPath(names, of: try root.resolving(variable, as: object))
    case .function(let name, let arguments):
      return .function(name, try arguments.map { try $0.resolving(variable, as: object) })
    case .subquery(let collection, let name, let predicate):
      return .subquery(
        try collection.resolving(variable, as: object), variable: name,
        try predicate.resolving(variable, as: object))
    case .conditional(let condition, let then, let otherwise):
      return .conditional(
        try condition.resolving(variable, as: object),
        then: try then.resolving(variable, as: object),
        else: try otherwise.resolving(variable, as: object))
    default: return self
    }
  }
}

extension ObjectPredicate {
  /// The predicate with the values of paths from a variable in their place.
  fileprivate func resolving(
    _ variable: String, as object: ManagedObject
  ) throws -> ObjectPredicate {
    switch self {
    case .constant: return self
    case .and(let parts): return .and(try parts.map { try $0.resolving(variable, as: object) })
    case .or(let parts): return .or(try parts.map { try $0.resolving(variable, as: object) })
    case .not(let part): return .not(try part.resolving(variable, as: object))
    case .comparison(var comparison):
      comparison.left = try comparison.left.resolving(variable, as: object)
      comparison.right = try comparison.right.resolving(variable, as: object)
      return .comparison(comparison)
    }
  }
}

extension EvaluatedValue {
  /// The value as a constant of a predicate.
  var constant: ConstantValue {
    switch self {
    case .null: .null
    case .boolean(let value): .boolean(value)
    case .integer(let value): .integer(value)
    case .double(let value): .double(value)
    case .decimal(let value): .decimal(value)
    case .string(let value): .string(value)
    case .date(let value): .date(value)
    case .data(let value): .data(value)
    case .uuid(let value): .uuid(value)
    case .url(let value): .url(value)
    case .objectID(let value): .objectID(value)
    case .object(let subject): subject.predicateObjectID.map { .objectID($0) } ?? .null
    case .collection(let values): .list(values.map(\.constant))
    }
  }
}
