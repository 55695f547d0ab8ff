extension SearchKind {
  /// Creates a search for strings that contain the typed text, ignoring case and
  /// accents.
  public static func contains<Object: ManagedObject>(
    _ name: String, _ title: String, in type: Object.Type,
    _ path: @escaping @Sendable (Paths<Object>) -> ValueExpression<String>
  ) -> SearchKind {
    SearchKind(name, title) { text in
      path(Paths<Object>()).contains(text, .caseInsensitive, .diacriticInsensitive).predicate
    }
  }

  /// Creates a search for values that equal the typed value.
  public static func equal<Object: ManagedObject, Value: FieldValue & AttributeValue>(
    _ name: String, _ title: String, in type: Object.Type,
    _ path: @escaping @Sendable (Paths<Object>) -> ValueExpression<Value>
  ) -> SearchKind {
    SearchKind(name, title) { text in
      (path(Paths<Object>()) == (try Value(fieldText: text))).predicate
    }
  }

  /// Creates a search for enumeration cases that equal the case with the typed name.
  public static func choice<Object: ManagedObject, Value: StoredEnumeration>(
    _ name: String, _ title: String, in type: Object.Type,
    _ path: @escaping @Sendable (Paths<Object>) -> ValueExpression<Value>
  ) -> SearchKind {
    SearchKind(name, title) { text in
      (path(Paths<Object>()) == (try EnumerationCase<Value>(fieldText: text)).value).predicate
    }
  }

  /// Creates a search for dates within the typed day, which is the interval
  /// from its midnight, in UTC, to the next.
  public static func day<Object: ManagedObject>(
    _ name: String, _ title: String, in type: Object.Type,
    _ path: @escaping @Sendable (Paths<Object>) -> ValueExpression<Date>
  ) -> SearchKind {
    SearchKind(name, title) { text in
      let day = ScreenDate.startOfDay(try Date(fieldText: text))
      return (path(Paths<Object>()) == day).predicate.comparingDays([.date(day)])
    }
  }

  /// Creates a search for dates with a time of day that are within the typed
  /// day in the user's time zone.
  public static func dayOfTime<Object: ManagedObject>(
    _ name: String, _ title: String, in type: Object.Type,
    _ path: @escaping @Sendable (Paths<Object>) -> ValueExpression<Date>
  ) -> SearchKind {
    SearchKind(name, title) { text in
      // The user can also type a date in the form in which lists show it, with its time
      // of day.
      let day = ScreenDate.localDay(try Date(fieldText: text), hasTime: text.contains(":"))
      let date = path(Paths<Object>())
      return (date >= day.start && date < day.end).predicate
    }
  }

  /// Creates a search for objects with at least one related object. The search
  /// takes no text.
  public static func any<Object: ManagedObject>(
    _ name: String, _ title: String, in type: Object.Type,
    _ count: @escaping @Sendable (Paths<Object>) -> ValueExpression<Int>
  ) -> SearchKind {
    SearchKind(name, title, takesText: false) { _ in (count(Paths<Object>()) > 0).predicate }
  }
}
