extension ManagedObject {
  /// Returns the new values of the properties that differ from the values last
  /// fetched or saved, by name; nil for a property whose current value is nil.
  ///
  /// For a new object, these are all properties that were set.
  public final func changedValues() -> [String: Any?] {
    var changed = _changes
    if let committed {
      changed = _changes(since: committed, among: _changes)
      changed = changed.union(PropertySet(changedLinks.map(\.number)))
    }
    return values(of: changed)
  }

  /// Returns the values that were last fetched or saved, by name; nil for a
  /// property whose value was nil. To-many relationships are left out.
  ///
  /// - Throws: `StoreError` (`.unknownName`) if the entity does not have one of the
  ///   keys.
  public final func committedValues(forKeys keys: [String]? = nil) throws -> [String: Any?] {
    guard !_flags.contains(.inserted) else { return [:] }
    if _flags.contains(.fault) { fire() }
    let current = _copyValues()
    defer { _restore(current) }
    if let committed { _restore(committed) }
    let names = keys ?? _batch.entity.properties.filter(\.isStoredInRow).map(\.name)
    var values: [String: Any?] = [:]
    for name in names { values[name] = try value(forKey: name) }
    return values
  }

  /// Returns the stored properties whose values differ from the values in a
  /// copy.
  final func _changes(since old: AnyObject) -> PropertySet { _changes(since: old, among: .all) }

  private final func values(of properties: PropertySet) -> [String: Any?] {
    var values: [String: Any?] = [:]
    for property in _batch.entity.properties where properties.contains(property.number) {
      values.updateValue(try? value(forKey: property.name), forKey: property.name)
    }
    return values
  }
}
