/// The values that were typed and picked for a new object.
public struct NewValues {
  var texts: [String: String] = [:]
  var objects: [String: [ManagedObject]] = [:]
  var labels: [String: String] = [:]
  /// A Boolean value that says whether blanks around texts count, as in files.
  package var keepsBlanks = false

  /// Nothing typed and nothing picked.
  package init() {}

  init(texts: [String: String], labels: [String: String]) {
    (self.texts, self.labels) = (texts, labels)
  }

  /// Gives a field its text.
  package mutating func setText(_ text: String, of name: String) { texts[name] = text }

  /// Gives a field what was picked.
  package mutating func setObjects(_ picked: [ManagedObject], of name: String) {
    objects[name] = picked
  }

  /// Says what messages call a field.
  package mutating func setLabel(_ label: String, of name: String) { labels[name] = label }

  /// The value of a field.
  ///
  /// - Throws: `FieldError` where its text is no such value.
  public func value<Value: FieldValue>(_ name: String) throws(FieldError) -> Value {
    do {
      let text = texts[name] ?? ""
      return try keepsBlanks ? Value(exactText: text) : Value(fieldText: text)
    } catch {
      throw FieldError(error.message, label: labels[name])
    }
  }

  /// The date of a field with its time of day.
  ///
  /// - Throws: `FieldError` where its text is none.
  public func time(_ name: String) throws(FieldError) -> Date {
    let moment: DateTime = try value(name)
    return moment.date
  }

  /// The case of a field.
  ///
  /// - Throws: `FieldError` where its text names none.
  public func choice<Value: StoredEnumeration>(_ name: String) throws(FieldError) -> Value {
    let value: EnumerationCase<Value> = try value(name)
    return value.value
  }

  /// The object that was picked.
  ///
  /// - Throws: `FieldError` where none was.
  public func object<Object: ManagedObject>(_ name: String) throws(FieldError) -> Object {
    guard let object = objects[name]?.first as? Object else {
      throw FieldError("has to be picked", label: labels[name])
    }
    return object
  }
}
