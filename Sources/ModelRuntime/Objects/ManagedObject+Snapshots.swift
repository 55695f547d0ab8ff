extension ObjectSnapshot {
  /// Returns the stored properties whose values differ from the values of
  /// another snapshot.
  ///
  /// `changes.contains(Bank.Key.name)` tests for one property, and
  /// `changes.keys(Bank.Key.self)` lists all of them.
  public func changes(since old: Self) -> PropertySet {
    values.changes(since: old.values, among: .all)
  }
}

extension PropertySet {
  /// Returns whether the set contains a property.
  @inlinable
  public func contains(_ key: some PropertyKey) -> Bool { contains(key.rawValue) }

  /// Returns the properties in the set, in the order of their numbers.
  ///
  /// The text form of a key is the property's name.
  public func keys<Key: PropertyKey>(_ type: Key.Type) -> [Key] {
    type.allCases.filter { contains($0.rawValue) }
  }
}

extension ManagedObject {
  /// Assigns the values of a snapshot to the stored properties. Inverses are
  /// updated, and only values that differ count as changes.
  ///
  /// Constants, derived properties and to-many relationships are unchanged. The
  /// snapshot can be the snapshot of another object, because its ID is ignored.
  ///
  /// - Returns: The properties that were set.
  /// - Throws: `StoreError`, before anything is set: `.wrongType` if the snapshot
  ///   belongs to another entity, `.inaccessible` if it refers to an object that has
  ///   been deleted.
  /// - Complexity: O(properties), and a lookup for each relationship that differs.
  @discardableResult
  public final func apply<Values: EntityValues>(
    _ snapshot: ObjectSnapshot<Values>
  ) throws -> PropertySet {
    if _flags.contains(.fault) { fire() }
    let current = _copyValues()
    let new = snapshot.values.committed
    guard type(of: current) == type(of: new) else {
      throw StoreError(
        .wrongType,
        "a snapshot of '\(snapshot.id.entityName)' cannot be applied to a '\(entityName)'",
        objectIDs: [objectID, snapshot.id])
    }
    let differences = differences(to: new, from: current)
    let references = try differences.references.map { ($0, try destination(of: $0, key: $1)) }
    var applied = PropertySet()
    for (binding, value) in differences.values where binding.write?(self, value) == true {
      applied.insert(binding.number)
    }
    for (relationship, object) in references {
      relate(relationship, to: object)
      applied.insert(relationship.number)
    }
    return applied
  }

  /// Returns the differences between the current values and new values: the
  /// values to set, and the keys to which relationships must refer. The object
  /// temporarily has the new values, so that they can be read through its typed
  /// properties.
  private final func differences(to new: AnyObject, from current: AnyObject) -> (
    values: [(PropertyBinding, Any)], references: [(CompiledRelationship, Int64)]
  ) {
    _restore(new)
    defer { _restore(current) }
    let changed = _changes(since: current)
    var values: [(PropertyBinding, Any)] = []
    var references: [(CompiledRelationship, Int64)] = []
    for property in _batch.entity.properties where property.isStoredInRow {
      guard changed.contains(property.number),
        let binding = _batch.entity.bindings[property.number], binding.write != nil
      else { continue }
      if let relationship = _batch.entity.relationship(property.number) {
        references.append((relationship, _reference(property.number)))
      } else {
        values.append((binding, binding.value(self)))
      }
    }
    return (values, references)
  }

  /// Returns the object with the given key to which a relationship refers; nil
  /// for the key 0.
  ///
  /// - Throws: `StoreError` (`.inaccessible`) if the object has been deleted.
  private final func destination(
    of relationship: CompiledRelationship, key: Int64
  ) throws -> ManagedObject? {
    guard key != 0 else { return nil }
    let object = _batch.context.flatMap { destination(relationship, key: key, in: $0) }
    if let object {
      if object.isFault { object.fire() }
      if !object.isInaccessible { return object }
    }
    throw StoreError(
      .inaccessible,
      "'\(entityName).\(relationship.name)' cannot lead to an object that is gone",
      objectIDs: [objectID], propertyNames: [relationship.name])
  }
}
