/// An object of an entity that has no class. Its properties are read and set by name.
///
/// The objects of models that are created or loaded at run time have this type:
///
/// ```swift
/// let container = try PersistentContainer(CompiledModel(model), configuration: configuration)
/// let context = try container.makeContext()
/// let bank = try context.insert(entityName: "Bank", ["name": "First", "cert": 7])
/// try context.save()
/// let name = try bank.value(forKey: "name")
/// ```
///
/// Values have the same types as in generated classes, except for enumerations, which
/// are raw values; composites, which are dictionaries; documents and `Codable` values,
/// which are `JSONValue`s; and transformed values, which are bytes.
public final class DynamicObject: ManagedObject {
  /// The stored values of the object, one for each column.
  @exclusivity(unchecked) private var values: [ConstantValue]
  /// The values of transient properties, by property number.
  @exclusivity(unchecked) private var transients: [Int: ConstantValue] = [:]

  /// Creates a fault or a new object.
  public required init(_batch batch: FaultBatch, key: Int64, flags: ObjectFlags) {
    values = Array(repeating: .null, count: batch.entity.dynamicLayout.fields.count)
    super.init(_batch: batch, key: key, flags: flags)
  }

  /// Creates an object from a row.
  public required init(_batch batch: FaultBatch, key: Int64, row: Row) {
    values = row.constants(batch.entity.dynamicLayout)
    super.init(_batch: batch, key: key, row: row)
  }

  private var layout: DynamicLayout { _batch.entity.dynamicLayout }

  /// Sets the values of the object to the values in a row.
  public override func _decode(_ row: Row) { values = row.constants(layout) }

  /// Writes the values that the writer requests.
  public override func _write(to row: inout RowWriter) {
    for (field, value) in zip(layout.fields, values) { row.write(value, field) }
  }

  /// Returns a copy of the object's values.
  public override func _copyValues() -> AnyObject { CommittedValues(values) }

  /// Sets the values of the object to the values in a copy.
  public override func _restore(_ committed: AnyObject) { values = CommittedValues.of(committed) }

  /// Returns the properties of a set whose values differ from the values in a
  /// copy.
  public override func _changes(since old: AnyObject, among: PropertySet) -> PropertySet {
    let old: [ConstantValue] = CommittedValues.of(old)
    var changes = PropertySet()
    for (index, field) in layout.fields.enumerated()
    where among.contains(field.number) && !values[index].isStored(as: old[index]) {
      changes.insert(field.number)
    }
    return changes
  }

  /// Returns whether the composite that contains an element, or a composite
  /// around it, is nil.
  private func isOfMissingComposite(_ field: DynamicLayout.Field) -> Bool {
    guard !field.elements.isEmpty else { return false }
    guard let whole: [String: Any?] = composite(field.number) else { return true }
    return field.optionalDepths.contains { whole.value(field.elements[..<$0]) == nil }
  }

  /// Checks the object's values, and records every rule of the model that they
  /// break.
  public override func _validate(_ validation: inout Validation) {
    for (field, value) in zip(layout.fields, values) {
      if !isOfMissingComposite(field) { validation.check(value, field, in: _batch.entity) }
    }
  }

  /// Returns the key of the object to which a to-one relationship refers, after
  /// setting it if requested; 0 if there is none.
  public override func _reference(_ number: Int, _ access: ReferenceAccess) -> Int64 {
    guard let place = layout.places(number).first else { return 0 }
    if case .write(let key) = access { values[place] = key == 0 ? .null : .integer(key) }
    guard case .integer(let key) = values[place] else { return 0 }
    return key
  }
}

// MARK: - Attributes

extension DynamicObject {
  /// Returns the value of an attribute as a constant; null for a composite.
  func constant(_ number: Int) -> ConstantValue {
    if _flags.contains(.fault) { fire() }
    let places = layout.places(number)
    if places.isEmpty { return transients[number] ?? .null }
    return places.count == 1 ? values[places.lowerBound] : .null
  }

  /// Returns the text that a store contains for an attribute, or for an element of a
  /// composite; nil if it contains no text.
  ///
  /// The text of a document contains all digits of its numbers, which a `JSONValue`
  /// rounds.
  package func storedText(at path: [String]) -> String? {
    guard let property = path.first.flatMap({ _batch.entity.property(named: $0) }) else {
      return nil
    }
    if _flags.contains(.fault) { fire() }
    let place = layout.places(property.number).first {
      layout.fields[$0].elements[...] == path.dropFirst()
    }
    let value = place.map { values[$0] } ?? transients[property.number]
    guard case .string(let text)? = value else { return nil }
    return text
  }

  /// Sets an attribute, which must not be a composite, and records this as a
  /// change.
  func setConstant(_ value: ConstantValue, _ number: Int) {
    _prepareChange(number)
    _changes.insert(number)
    if let place = layout.places(number).first {
      values[place] = value
    } else {
      transients[number] = value
    }
  }

  /// Copies a stored attribute from another object with the same layout. The
  /// stored form is copied, because the Swift value of a document has fewer
  /// digits and nil has no type.
  func takeAttribute(_ number: Int, from other: DynamicObject) {
    if other._flags.contains(.fault) { other.fire() }
    _prepareChange(number)
    _changes.insert(number)
    for (place, origin) in zip(layout.places(number), other.layout.places(number)) {
      values[place] = other.values[origin]
    }
  }

  /// Returns the elements of a composite whose values are not nil, by name,
  /// with nested composites as dictionaries; nil if the values of all elements
  /// are nil.
  func composite(_ number: Int) -> [String: Any]? {
    if _flags.contains(.fault) { fire() }
    var elements: [String: Any] = [:]
    for place in layout.places(number) {
      let field = layout.fields[place]
      guard let value = field.attribute?.type.swiftValue(values[place]) else { continue }
      elements.set(value, field.elements[...])
    }
    return elements.isEmpty ? nil : elements
  }

  /// Sets all elements of a composite attribute.
  ///
  /// - Returns: True if every value has the type of its element and every name
  ///   is the name of an element; otherwise, nothing is set.
  func setComposite(_ elements: [String: Any?], _ number: Int) -> Bool {
    let places = layout.places(number)
    guard elements.isMade(of: places.map { layout.fields[$0].elements[...] }) else { return false }
    var new: [ConstantValue] = []
    for place in places {
      let field = layout.fields[place]
      guard let value = field.constant(from: elements.value(field.elements[...])) else {
        return false
      }
      new.append(value)
    }
    _prepareChange(number)
    _changes.insert(number)
    values.replaceSubrange(places, with: new)
    return true
  }
}

extension [String: Any] {
  /// Sets the value at the end of a path of names in nested dictionaries.
  fileprivate mutating func set(_ value: Any, _ names: ArraySlice<String>) {
    guard let name = names.first else { return }
    guard names.count > 1 else {
      self[name] = value
      return
    }
    var inner = self[name] as? [String: Any] ?? [:]
    inner.set(value, names.dropFirst())
    self[name] = inner
  }
}

extension [String: Any?] {
  /// Returns the value at the end of a path of names in nested dictionaries;
  /// nil if there is none.
  fileprivate func value(_ names: ArraySlice<String>) -> Any? {
    guard let name = names.first, let value = self[name] else { return nil }
    if names.count == 1 { return value }
    return value.flatMap(Self.nested)?.value(names.dropFirst())
  }

  /// Returns whether nested dictionaries contain only the names of the given
  /// elements, and contain a nested dictionary exactly for each element that is
  /// a composite.
  fileprivate func isMade(of paths: [ArraySlice<String>]) -> Bool {
    allSatisfy { name, value in
      let inner = paths.filter { $0.first == name }.map { $0.dropFirst() }
      // A path that ends here leads to a single value, whose type is checked by its
      // field.
      if inner.isEmpty || inner.contains(where: \.isEmpty) { return !inner.isEmpty }
      guard let value else { return true }
      return Self.nested(value)?.isMade(of: inner) ?? false
    }
  }

  private static func nested(_ value: Any) -> [String: Any?]? {
    value as? [String: Any?] ?? value as? [String: Any]
  }
}
