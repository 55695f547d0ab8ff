// Access to properties by name, for code that does not know the class. In cases where
// typed properties trap, these methods throw an error.

extension ManagedObject {
  /// Returns the value of the property with the given name; nil if the value is
  /// nil.
  ///
  /// The value of a to-many relationship is its `ObjectSet` or
  /// `OrderedObjects`. Fetched properties can only be fetched through their
  /// typed properties; for them, this method throws an error.
  ///
  /// - Throws: `StoreError`: `.unknownName`, with a suggestion, if the entity
  ///   has no such property; `.missingFile` if the file that contains the value
  ///   is missing, in which case the typed property is nil.
  public final func value(forKey key: String) throws -> Any? {
    let binding = try binding(key)
    let value = binding.value(self)
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .optional else { return value }
    if mirror.children.isEmpty { try requireFile(of: binding.number) }
    return mirror.children.first?.value
  }

  /// Checks that an attribute whose value is nil does not lack the file that
  /// contains the value.
  ///
  /// - Throws: `StoreError` (`.missingFile`) if the file is missing.
  private final func requireFile(of number: Int) throws {
    guard _batch.entity.properties[number].description.attribute?.allowsExternalStorage == true,
      !_flags.contains(.inserted), !_changes.contains(number), let context = _batch.context,
      let path = try context.services.missingFile(of: self, number)
    else { return }
    let key = _batch.entity.properties[number].name
    throw StoreError(
      .missingFile, "the value of '\(entityName).\(key)' is in '\(path)', which is not there",
      objectIDs: [objectID], propertyNames: [key])
  }

  /// Sets the property with the given name.
  ///
  /// Numbers of another type are accepted if they fit; a to-many relationship accepts
  /// any sequence of objects.
  ///
  /// - Throws: `StoreError`: `.unknownName` if the entity has no such property,
  ///   `.wrongType` if the value has another type, `.readOnlyProperty` if the property
  ///   cannot be set, `.differentContexts` if the value is an object in another
  ///   context.
  public final func setValue(_ value: Any?, forKey key: String) throws {
    let binding = try binding(key)
    guard let write = binding.write else {
      throw StoreError(
        .readOnlyProperty, "'\(entityName).\(key)' cannot be set", objectIDs: [objectID],
        propertyNames: [key])
    }
    if _batch.entity.relationship(binding.number) != nil { try requireSameContext(value, key) }
    guard write(self, value) else {
      let given = value.map { "a value of type \(type(of: $0))" } ?? "nil"
      throw StoreError(
        .wrongType, "'\(entityName).\(key)' cannot be \(given)", objectIDs: [objectID],
        propertyNames: [key])
    }
  }

  /// Returns the values of several properties by name; properties whose values
  /// are nil are left out.
  ///
  /// - Throws: The errors of `value(forKey:)`.
  public final func values(forKeys keys: [String]) throws -> [String: Any] {
    var values: [String: Any] = [:]
    for key in keys { values[key] = try value(forKey: key) }
    return values
  }

  /// Sets several properties by name, in alphabetical order.
  ///
  /// - Throws: The errors of `setValue(_:forKey:)`; the properties before the one that
  ///   fails have been set.
  public final func setValues(_ values: [String: Any?]) throws {
    for (key, value) in values.sorted(by: { $0.key < $1.key }) {
      try setValue(value, forKey: key)
    }
  }

  private final func binding(_ key: String) throws -> PropertyBinding {
    let entity = _batch.entity
    if let property = entity.property(named: key), let binding = entity.bindings[property.number] {
      return binding
    }
    let suggestion = nearestQuestion(for: key, in: entity.properties.map(\.name))
    throw StoreError(
      .unknownName,
      "'\(entityName)' has no property '\(key)'\(suggestion)", propertyNames: [key])
  }

  private final func requireSameContext(_ value: Any?, _ key: String) throws {
    let objects: any Sequence = value as? any Sequence ?? CollectionOfOne(value)
    for case let object as ManagedObject in objects where object._batch.context !== _batch.context {
      throw StoreError(
        .differentContexts,
        "'\(entityName).\(key)' cannot lead to \(object.objectID), which is of another context",
        objectIDs: [objectID, object.objectID], propertyNames: [key])
    }
  }
}

extension Sequence where Element: ManagedObject {
  /// Returns the values of a property of all objects, in order.
  ///
  /// - Throws: The errors of `ManagedObject.value(forKey:)`.
  public func values(forKey key: String) throws -> [Any?] {
    try map { try $0.value(forKey: key) }
  }

  /// Returns the values of several properties of all objects, by name;
  /// properties whose values are nil are left out.
  ///
  /// - Throws: The errors of `ManagedObject.value(forKey:)`.
  public func values(forKeys keys: [String]) throws -> [[String: Any]] {
    try map { try $0.values(forKeys: keys) }
  }

  /// Sets several properties of all objects, by name.
  ///
  /// - Throws: The errors of `ManagedObject.setValues(_:)`; the objects before the one
  ///   that fails have been changed.
  public func setValues(_ values: [String: Any?]) throws {
    for object in self { try object.setValues(values) }
  }

  /// Sets a property of all objects.
  ///
  /// - Throws: The errors of `ManagedObject.setValue(_:forKey:)`; the objects before
  ///   the one that fails have been changed.
  public func setValue(_ value: Any?, forKey key: String) throws {
    for object in self { try object.setValue(value, forKey: key) }
  }
}
