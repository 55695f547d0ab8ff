extension SearchKind {
  /// A text that contains another, ignoring case and accents.
  public static func contains<Object: ManagedObject>(
    _ name: String, _ title: String, in type: Object.Type,
    _ path: @escaping @Sendable (Paths<Object>) -> ValueExpression<String>
  ) -> SearchKind {
    SearchKind(name, title) { text in
      path(Paths<Object>()).contains(text, .caseInsensitive, .diacriticInsensitive).predicate
    }
  }

  /// A value that is the one that was typed.
  public static func equal<Object: ManagedObject, Value: FieldValue & AttributeValue>(
    _ name: String, _ title: String, in type: Object.Type,
    _ path: @escaping @Sendable (Paths<Object>) -> ValueExpression<Value>
  ) -> SearchKind {
    SearchKind(name, title) { text in
      (path(Paths<Object>()) == (try Value(fieldText: text))).predicate
    }
  }

  /// An enumeration's case that is the one whose name was typed.
  public static func choice<Object: ManagedObject, Value: StoredEnumeration>(
    _ name: String, _ title: String, in type: Object.Type,
    _ path: @escaping @Sendable (Paths<Object>) -> ValueExpression<Value>
  ) -> SearchKind {
    SearchKind(name, title) { text in
      (path(Paths<Object>()) == (try EnumerationCase<Value>(fieldText: text)).value).predicate
    }
  }

  /// A date within the day that was typed: from its midnight to before the
  /// next.
  public static func day<Object: ManagedObject>(
    _ name: String, _ title: String, in type: Object.Type,
    _ path: @escaping @Sendable (Paths<Object>) -> ValueExpression<Date>
  ) -> SearchKind {
    SearchKind(name, title) { text in
      let day = ScreenDate.startOfDay(try Date(fieldText: text))
      return (path(Paths<Object>()) == day).predicate.comparingDays([.date(day)])
    }
  }

  /// A moment within the day that was typed, in the user's time zone.
  public static func dayOfTime<Object: ManagedObject>(
    _ name: String, _ title: String, in type: Object.Type,
    _ path: @escaping @Sendable (Paths<Object>) -> ValueExpression<Date>
  ) -> SearchKind {
    SearchKind(name, title) { text in
      // What lists show may be typed, with its time of day.
      let day = ScreenDate.localDay(try Date(fieldText: text), hasTime: text.contains(":"))
      let date = path(Paths<Object>())
      return (date >= day.start && date < day.end).predicate
    }
  }

  /// Makes a way to find objects with at least one object of a relationship;
  /// nothing is typed.
  public static func any<Object: ManagedObject>(
    _ name: String, _ title: String, in type: Object.Type,
    _ count: @escaping @Sendable (Paths<Object>) -> ValueExpression<Int>
  ) -> SearchKind {
    SearchKind(name, title, takesText: false) { _ in (count(Paths<Object>()) > 0).predicate }
  }
}
