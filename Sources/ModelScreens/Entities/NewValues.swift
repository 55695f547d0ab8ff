/// The values that a user has typed or picked for a new object.
public struct NewValues {
  /// The strings that the user has typed, by the names of their fields.
  package var texts: [String: String]
  /// The objects that were picked, by the names of their fields.
  package var objects: [String: [ManagedObject]] = [:]
  /// The names of fields in error messages.
  package var labels: [String: String]
  /// True if spaces around strings are kept, as they are when a file is
  /// imported.
  package var keepsBlanks = false

  package init(texts: [String: String] = [:], labels: [String: String] = [:]) {
    (self.texts, self.labels) = (texts, labels)
  }

  /// Returns the value of a field.
  ///
  /// - Throws: `FieldError` if the text is not valid for the type.
  public func value<Value: FieldValue>(_ name: String) throws(FieldError) -> Value {
    do {
      let text = texts[name] ?? ""
      return try keepsBlanks ? Value(exactText: text) : Value(fieldText: text)
    } catch {
      throw FieldError(error.message, label: labels[name])
    }
  }

  /// Returns the date of the text in a field, with its time of day.
  ///
  /// - Throws: `FieldError` if the text is not a date.
  public func time(_ name: String) throws(FieldError) -> Date {
    let moment: DateTime = try value(name)
    return moment.date
  }

  /// Returns the enumeration case that the text in a field names.
  ///
  /// - Throws: `FieldError` if the text does not name a case.
  public func choice<Value: StoredEnumeration>(_ name: String) throws(FieldError) -> Value {
    let value: EnumerationCase<Value> = try value(name)
    return value.value
  }

  /// Returns the object that was picked for a field.
  ///
  /// - Throws: `FieldError` if no object was picked.
  public func object<Object: ManagedObject>(_ name: String) throws(FieldError) -> Object {
    guard let object = objects[name]?.first as? Object else {
      throw FieldError("has to be picked", label: labels[name])
    }
    return object
  }
}
