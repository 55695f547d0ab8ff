extension ObjectSnapshot {
  /// The stored properties whose values differ from another snapshot's.
  ///
  /// `changes.contains(Bank.Key.name)` asks for one of them,
  /// `changes.keys(Bank.Key.self)` lists them.
  public func changes(since old: Self) -> PropertySet {
    values.changes(since: old.values, among: .all)
  }
}

extension PropertySet {
  /// True if a property is in the set.
  @inlinable
  public func contains(_ key: some PropertyKey) -> Bool { contains(key.rawValue) }

  /// The properties of the set, in the order of their numbers.
  ///
  /// As text, a key is the property's name.
  public func keys<Key: PropertyKey>(_ type: Key.Type) -> [Key] {
    type.allCases.filter { contains($0.rawValue) }
  }
}

extension ManagedObject {
  /// Sets the stored properties that differ from a snapshot's, as if each was assigned:
  /// inverses follow, and only different values count as changes.
  ///
  /// Constants, derived properties and to-many relationships stay as they are. The
  /// snapshot may be of another object; its identity does not matter.
  ///
  /// - Returns: The properties that were set.
  /// - Throws: `StoreError`, before anything is set: `.wrongType` when the snapshot is
  ///   of another entity, `.inaccessible` when it leads to an object that is gone.
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

  /// The differences from other values: values to set, and keys of objects to relate
  /// to. The object holds the new values only while its typed properties read them.
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

  /// The object of a key, or nil for none.
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
