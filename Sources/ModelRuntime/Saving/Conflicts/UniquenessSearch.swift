/// A search for objects of a change set whose unique values occur in other unsaved
/// objects or in rows of the store.
///
/// Strings are equal if their bytes are equal, as in the store's indexes. Nil
/// is not equal to any value.
struct UniquenessSearch {
  private let context: ManagedObjectContext
  private var owners: [Values: ManagedObject] = [:]

  /// The values of the attributes in a constraint, which are compared as in an
  /// index.
  private struct Values: Hashable {
    let entityIndex: Int
    let name: String
    let texts: [[UInt8]]
    let others: [ConstantValue]

    init(_ constants: [ConstantValue], of constraint: UniquenessConstraint, _ entityIndex: Int) {
      self.entityIndex = entityIndex
      name = constraint.name
      texts = constants.compactMap {
        if case .string(let text) = $0 { Array(text.utf8) } else { nil }
      }
      others = constants.filter { if case .string = $0 { false } else { true } }
    }
  }

  init(context: ManagedObjectContext) {
    self.context = context
  }

  /// Returns the first conflict of each object. Conflicts with objects that
  /// have a conflict themselves are left out.
  mutating func conflicts(_ changes: ChangeSet) throws -> [FoundConflict] {
    // Saved objects come first, so that a new object yields if it conflicts with a
    // saved one.
    let objects = changes.updates.map(\.object) + changes.inserts
    var found: [FoundConflict] = []
    var yielding: Set<ManagedObject> = []
    for object in objects {
      guard let conflict = try conflict(of: object) else { continue }
      // A yielding object may be merged or lose its value, so the next attempt
      // determines the remaining conflicts.
      if let other = conflict.other, yielding.contains(other) { continue }
      yielding.insert(object)
      found.append(conflict)
    }
    return found
  }

  private mutating func conflict(of object: ManagedObject) throws -> FoundConflict? {
    for index in object._batch.entity.lineage {
      let entity = context.store.model.entities[index]
      for constraint in entity.description.allUniquenessConstraints {
        guard let constants = try constants(constraint, of: object) else { continue }
        let values = Values(constants, of: constraint, index)
        if let owner = owners[values] {
          // The object may be recorded as the object of the row with which another one
          // conflicted.
          guard owner === object else { return clash(object, owner, constraint) }
          continue
        }
        let owner = try storedOwner(constraint, constants, entity, of: object)
        // All new objects with the values of a row conflict with the row's object,
        // which is kept.
        owners[values] = owner ?? object
        if let owner { return clash(object, owner, constraint) }
      }
    }
    return nil
  }

  /// Returns the values of the attributes in a constraint; nil if one of them
  /// is nil.
  private func constants(
    _ constraint: UniquenessConstraint, of object: ManagedObject
  ) throws -> [ConstantValue]? {
    var constants: [ConstantValue] = []
    for keyPath in constraint.keyPaths {
      let value = try value(keyPath, of: object)
      guard value != .null else { return nil }
      constants.append(try kept(value, keyPath, of: object))
    }
    return constants
  }

  /// Returns a value in the form in which the store keeps it, which can be the
  /// same for different values.
  private func kept(
    _ value: ConstantValue, _ keyPath: String, of object: ManagedObject
  ) throws -> ConstantValue {
    guard let incremental = context.store.incremental,
      let column = incremental.schema.entities[object._batch.entity.index].columns
        .first(where: { $0.keyPath == keyPath })
    else { return value }
    return try incremental.store.keptValue(for: value, in: column) ?? value
  }

  private func value(_ keyPath: String, of object: ManagedObject) throws -> ConstantValue {
    if let read = object._batch.entity.readers[keyPath] { return read(object) }
    let names = keyPath.split(separator: ".").map(String.init)
    return try ObjectExpression.keyPath(names, of: .evaluatedObject)
      .value(with: .object(object)).constant
  }

  /// Returns the object of the row that has the given unique values; nil if
  /// there is none, or if this save changes the values of that row.
  private func storedOwner(
    _ constraint: UniquenessConstraint, _ constants: [ConstantValue], _ entity: CompiledEntity,
    of object: ManagedObject
  ) throws -> ManagedObject? {
    let mapping = context.store.mapping.mapping(of: entity)
    let columns = constraint.keyPaths.compactMap { mapping.column($0) }
    guard columns.count == constants.count else { return nil }
    let keys = try context.source.keys(of: entity, where: Array(zip(columns, constants)))
    // The row may have the values while its object has changed them in this context, or
    // vice versa.
    for key in keys where key != object._key {
      // This updates an unchanged object in memory.
      try context.loadOne(key, of: entity)
      guard let owner = context.maps[entity.rootIndex].object(key),
        !owner._flags.contains(.deleted)
      else { continue }
      guard let others = try self.constants(constraint, of: owner) else { continue }
      if Values(others, of: constraint, 0) == Values(constants, of: constraint, 0) { return owner }
    }
    return nil
  }

  private func clash(
    _ object: ManagedObject, _ owner: ManagedObject, _ constraint: UniquenessConstraint
  ) -> FoundConflict {
    let names = constraint.keyPaths.map { $0.split(separator: ".").first.map(String.init) ?? $0 }
    let kind: SaveConflict.Kind =
      object._flags.contains(.inserted) ? .uniqueInsert(names) : .uniqueUpdate(names)
    var found = FoundConflict(kind, object, theirs: owner)
    found.other = owner
    return found
  }
}
