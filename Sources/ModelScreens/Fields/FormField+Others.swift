extension FormField {
  /// Creates a field for a value of any type that is shown but not edited.
  public static func described<Object: ManagedObject, Value>(
    _ name: String, _ keyPath: any KeyPath<Object, Value> & Sendable, label: String? = nil
  ) -> FormField {
    var field = shown(name, label: label) { (object: Object) in
      Self.text(of: object[keyPath: keyPath])
    }
    field.json = { ($0 as? Object).flatMap { json(of: $0[keyPath: keyPath]) } }
    return field
  }

  /// Returns the JSON of a list, data or a composite value; nil for a value
  /// that is shown as plain text.
  private static func json(of value: Any) -> String? {
    guard !(value is any FieldValue), let value = value as? any Encodable else { return nil }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) }
  }

  private static func text(of value: Any) -> String {
    if let value = value as? any FieldValue { return value.fieldText }
    if let objects = value as? any Collection { return "\(objects.count)" }
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .optional else { return String(describing: value) }
    return mirror.children.first.map { text(of: $0.value) } ?? ""
  }

  /// Creates a field for a to-one relationship that is set when an object is made and
  /// cannot be changed later.
  public static func constantToOne<Object: ManagedObject, Destination: ManagedObject>(
    _ name: String, _ keyPath: any KeyPath<Object, Destination> & Sendable,
    _ entityName: String, label: String? = nil
  ) -> FormField {
    var field = FormField(name, label, .toOne(entityName: entityName, isOptional: false))
    field.related = { ($0 as? Object).map { [$0[keyPath: keyPath]] } ?? [] }
    return field
  }

  /// Creates a field for an optional to-one relationship that can be set only
  /// when an object is created.
  public static func constantToOne<Object: ManagedObject, Destination: ManagedObject>(
    _ name: String, _ keyPath: any KeyPath<Object, Destination?> & Sendable,
    _ entityName: String, label: String? = nil
  ) -> FormField {
    var field = FormField(name, label, .toOne(entityName: entityName, isOptional: true))
    field.related = { ($0 as? Object).flatMap { $0[keyPath: keyPath] }.map { [$0] } ?? [] }
    return field
  }
}

// MARK: - Elements of composite values

extension FormField {
  /// Returns the label for an element of a composite, which begins with the
  /// name of the composite, such as `Billing street`.
  private static func wholeLabel(_ name: String) -> String {
    let labels = name.split(separator: ".").map { label(String($0)) }
    return labels.enumerated().map { $0 == 0 ? $1 : $1.lowercased() }.joined(separator: " ")
  }

  /// Creates a field for an element of a composite value.
  public static func element<
    Object: ManagedObject, Composite: StoredComposite, Value: FieldValue
  >(
    _ name: String, of keyPath: any ReferenceWritableKeyPath<Object, Composite> & Sendable,
    _ element: any WritableKeyPath<Composite, Value> & Sendable
  ) -> FormField {
    reading(
      name, wholeLabel(name),
      get: { (object: Object) in object[keyPath: keyPath][keyPath: element] },
      write: { $0[keyPath: keyPath][keyPath: element] = $1 })
  }

  /// Creates a field for an element of an optional composite value. If the
  /// value is nil, it is created when the element is written.
  public static func element<
    Object: ManagedObject, Composite: StoredComposite, Value: FieldValue
  >(
    _ name: String, of keyPath: any ReferenceWritableKeyPath<Object, Composite?> & Sendable,
    _ element: any WritableKeyPath<Composite, Value> & Sendable
  ) -> FormField {
    var field = reading(
      name, wholeLabel(name),
      get: { (object: Object) in object[keyPath: keyPath].map { $0[keyPath: element] } },
      write: { object, value in
        guard let value = value ?? (try? Value(fieldText: "")) else { return }
        // No value for an element that may be nil is no reason to create a composite.
        let isNil = value.fieldText.isEmpty && Value.self != String.self
        guard var composite = object[keyPath: keyPath] ?? (isNil ? nil : Composite()) else {
          return
        }
        composite[keyPath: element] = value
        object[keyPath: keyPath] = composite
      })
    // A required string is missing only together with the composite value, so `write`
    // already sets an empty string.
    if Value.self == String.self { field.writeEmpty = nil }
    return field
  }
}
