extension FormField {
  /// Creates a field for an attribute, such as `\ToDo.name`, `\ToDo.dueDate.asTime` or
  /// `\Purchase.stage.asChoice`.
  public static func attribute<Object: ManagedObject, Value: FieldValue>(
    _ name: String, _ keyPath: any ReferenceWritableKeyPath<Object, Value> & Sendable,
    label: String? = nil
  ) -> FormField {
    value(name, keyPath, label: label, write: { $0[keyPath: keyPath] = $1 })
  }

  /// Creates a field for an attribute that can be set only when an object is
  /// created.
  public static func constant<Object: ManagedObject, Value: FieldValue>(
    _ name: String, _ keyPath: any KeyPath<Object, Value> & Sendable, label: String? = nil
  ) -> FormField {
    value(name, keyPath, label: label, write: nil)
  }

  /// Creates a field for a value that is shown but not edited.
  public static func shown<Object: ManagedObject>(
    _ name: String, label: String? = nil, _ text: @escaping @Sendable (Object) -> String
  ) -> FormField {
    var field = FormField(name, label, .shown)
    field.text = { ($0 as? Object).map(text) ?? "" }
    return field
  }

  private static func value<Object: ManagedObject, Value: FieldValue>(
    _ name: String, _ keyPath: any KeyPath<Object, Value> & Sendable, label: String?,
    write: (@Sendable (Object, Value) -> Void)?
  ) -> FormField {
    reading(name, label, get: { (object: Object) in object[keyPath: keyPath] }, write: write)
  }

  static func reading<Object: ManagedObject, Value: FieldValue>(
    _ name: String, _ label: String?, get: @escaping @Sendable (Object) -> Value,
    write: (@Sendable (Object, Value) -> Void)?
  ) -> FormField {
    var field = FormField(name, label, Value.fieldKind)
    field.text = { ($0 as? Object).map { get($0).fieldText } ?? "" }
    if case .date = Value.fieldKind {
      field.date = { ($0 as? Object).flatMap { date(of: get($0)) } }
    }
    if "" is Value { field.string = { ($0 as? Object).flatMap { get($0) as? String } } }
    field.check = { (text: String) throws(FieldError) in _ = try Value(fieldText: text) }
    field.checkExactly = { (text: String) throws(FieldError) in _ = try Value(exactText: text) }
    if let write {
      field.write = { object, text in
        guard let object = object as? Object else { return }
        write(object, try Value(fieldText: text))
      }
      field.writeExactly = { object, text in
        guard let object = object as? Object else { return }
        write(object, try Value(exactText: text))
      }
      if let empty = "" as? Value {
        field.writeEmpty = { if let object = $0 as? Object { write(object, empty) } }
      }
    }
    return field
  }

  private static func date(of value: Any) -> Date? {
    value as? Date ?? (value as? DateTime)?.date
  }
}
