// Views of values for which a form has a field of its own. A key path leads to them:
// `\ToDo.dueDate.asTime`.

/// A date that is edited with its time of day.
public struct DateTime: FieldValue {
  var date: Date

  /// The kind of a field for a day and its time.
  public static var fieldKind: FieldKind { .date(hasTime: true) }

  init(_ date: Date) { self.date = date }

  /// Creates a date from its text.
  ///
  /// - Throws: `FieldError` if the text is not a time.
  public init(fieldText: String) throws(FieldError) {
    let text = try fieldText.needed("a time such as May 27, 2012 14:30")
    guard let date = ScreenDate.moment(text) else {
      throw FieldError("'\(text)' is not a time such as May 27, 2012 14:30, 14:30 or +10")
    }
    self.date = date
  }

  /// The text of the day and its time.
  public var fieldText: String { ScreenDate.text(date, hasTime: true) }
}

extension Date {
  /// The date as a value that is edited with its time of day.
  public var asTime: DateTime {
    get { DateTime(self) }
    set { self = newValue.date }
  }
}

extension Date? {
  /// The date as a value that is edited with its time of day.
  public var asTime: DateTime? {
    get { map { DateTime($0) } }
    set { self = newValue?.date }
  }
}

/// An enumeration case that is edited by its name.
public struct EnumerationCase<Value: StoredEnumeration>: FieldValue {
  var value: Value

  /// The kind of a field for one of the cases.
  public static var fieldKind: FieldKind { .choice(Value.allCases.map { "\($0)" }) }

  init(_ value: Value) { self.value = value }

  /// Creates a case from its name.
  ///
  /// - Throws: `FieldError` if the text does not name a case.
  public init(fieldText: String) throws(FieldError) {
    let text = String(fieldText: fieldText)
    guard let value = Value.allCases.first(where: { "\($0)" == text }) else {
      let names = Value.allCases.map { "\($0)" }.joined(separator: ", ")
      throw FieldError("'\(text)' is none of: \(names)")
    }
    self.value = value
  }

  /// The name of the case.
  public var fieldText: String { "\(value)" }
}

extension StoredEnumeration {
  /// The case as a value that is edited by its name.
  public var asChoice: EnumerationCase<Self> {
    get { EnumerationCase(self) }
    set { self = newValue.value }
  }
}

extension Optional where Wrapped: StoredEnumeration {
  /// The case as a value that is edited by its name.
  public var asChoice: EnumerationCase<Wrapped>? {
    get { map { EnumerationCase($0) } }
    set { self = newValue?.value }
  }
}
