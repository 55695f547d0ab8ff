// Fetches of objects by entity name and by the values of keys. Keys are paths that are
// checked against the model and never inserted into text.

/// The ways in which several conditions can be joined.
public enum LogicalType: Sendable {
  /// All conditions must be true.
  case and
  /// At least one condition must be true.
  case or
}

extension ManagedObjectContext {
  /// Returns the objects of an entity with the given value for a key. If the
  /// value is nil, these are the objects whose value is nil.
  ///
  /// - Throws: `StoreError` (`.unknownName`) if the entity or the key is unknown,
  ///   `.wrongType` if a predicate cannot contain the value.
  public func objects(
    entityName: String, matching value: (any PredicateArgument)?, forKey key: String
  ) throws -> [ManagedObject] {
    try objects(entityName: entityName, matching: [key: value])
  }

  /// Returns the only object of an entity with the given value for a key; nil
  /// if there is no such object.
  ///
  /// - Throws: The errors of `objects(entityName:matching:forKey:)`, and
  ///   `StoreError` (`.tooManyObjects`) if there are several such objects, of
  ///   which at most two are fetched.
  public func object(
    entityName: String, matching value: (any PredicateArgument)?, forKey key: String
  ) throws -> ManagedObject? {
    let entity = try entity(named: entityName)
    return try single(try predicate([key: value], .and, entity), entity)
  }

  /// Returns the objects of an entity that have the given values for all, or
  /// for at least one, of several keys. Without keys, the result contains all
  /// objects.
  ///
  /// - Throws: The errors of `objects(entityName:matching:forKey:)`.
  public func objects(
    entityName: String, matching values: [String: (any PredicateArgument)?],
    joinedBy junction: LogicalType = .and
  ) throws -> [ManagedObject] {
    let entity = try entity(named: entityName)
    return try objects(FetchPlan(predicate: predicate(values, junction, entity)), entity)
  }

  // MARK: By class

  /// Returns the objects of a class with the given value for a key. If the
  /// value is nil, these are the objects whose value is nil.
  ///
  /// - Throws: The errors of `objects(entityName:matching:forKey:)`.
  public func objects<Object: ManagedObject>(
    _ type: Object.Type, matching value: (any PredicateArgument)?, forKey key: String
  ) throws -> [Object] {
    try objects(type, matching: [key: value])
  }

  /// Returns the only object of a class with the given value for a key; nil if there is
  /// no such object.
  ///
  /// - Throws: The errors of `object(entityName:matching:forKey:)`.
  public func object<Object: ManagedObject>(
    _ type: Object.Type, matching value: (any PredicateArgument)?, forKey key: String
  ) throws -> Object? {
    let entity = entity(of: type)
    return try single(try predicate([key: value], .and, entity), entity) as? Object
  }

  /// Returns the objects of a class that have the given values for all, or for
  /// at least one, of several keys. Without keys, the result contains all
  /// objects.
  ///
  /// - Throws: The errors of `objects(entityName:matching:forKey:)`.
  public func objects<Object: ManagedObject>(
    _ type: Object.Type, matching values: [String: (any PredicateArgument)?],
    joinedBy junction: LogicalType = .and
  ) throws -> [Object] {
    let entity = entity(of: type)
    let plan = FetchPlan(predicate: try predicate(values, junction, entity))
    return unsafeDowncast(try objects(plan, entity), to: type)
  }

  // MARK: Parts

  private func single(
    _ predicate: ObjectPredicate?, _ entity: CompiledEntity
  ) throws -> ManagedObject? {
    let found = try objects(FetchPlan(predicate: predicate, limit: 2), entity)
    guard found.count < 2 else {
      throw StoreError(
        .tooManyObjects, "there are several objects of '\(entity.name)' where one is expected",
        objectIDs: found.map(\.objectID))
    }
    return found.first
  }

  private func predicate(
    _ values: [String: (any PredicateArgument)?], _ junction: LogicalType, _ entity: CompiledEntity
  ) throws -> ObjectPredicate? {
    guard !values.isEmpty else { return nil }
    let parts = values.sorted { $0.key < $1.key }.map { key, value in
      let names = key.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      return ObjectPredicate.compare(
        .keyPath(names, of: .evaluatedObject), .equal,
        value?.predicateExpression ?? .constant(.null))
    }
    let predicate: ObjectPredicate = junction == .and ? .and(parts) : .or(parts)
    let errors = predicate.errors(for: entity.description, in: model)
    guard let error = errors.first else { return predicate }
    throw StoreError(
      error.reason.isUnknownName ? .unknownName : .wrongType, error.message,
      propertyNames: values.keys.sorted())
  }
}

extension ObjectPredicateError.Reason {
  /// True if the error is about a name that the model does not contain.
  fileprivate var isUnknownName: Bool {
    switch self {
    case .unknownKey, .unknownEntity, .unknownCollectionOperator, .invalidKeyPath: true
    default: false
    }
  }
}

extension ManagedObject: PredicateArgument {
  /// The ID of the object as a constant of a predicate.
  public final var predicateExpression: ObjectExpression { .constant(.objectID(objectID)) }
}
