extension ValueExpression where Value == Date {
  /// The time at which the fetch runs.
  public static var now: ValueExpression<Date> { ValueExpression(.function("now", [])) }

  /// Returns the number of seconds from the second date to the first.
  public static func - (one: ValueExpression, other: ValueExpression) -> ValueExpression<Double> {
    .combining("from:subtract:", one, other)
  }

  /// Returns the number of seconds from the given date to the value of an
  /// expression.
  public static func - (one: ValueExpression, other: Date) -> ValueExpression<Double> {
    one - ValueExpression(other)
  }

  /// Returns the number of seconds from the date of an expression to the given
  /// date.
  public static func - (one: Date, other: ValueExpression) -> ValueExpression<Double> {
    ValueExpression(one) - other
  }

  /// Returns the date that is the given number of seconds later.
  public static func + (one: ValueExpression, seconds: Double) -> ValueExpression {
    one.calling("add:to:", .constant(.double(seconds)))
  }

  /// Returns the date that is the given number of seconds earlier.
  public static func - (one: ValueExpression, seconds: Double) -> ValueExpression {
    one.calling("from:subtract:", .constant(.double(seconds)))
  }

  /// Returns the date that is the given number of seconds later.
  public func addingTimeInterval(_ seconds: Double) -> ValueExpression { self + seconds }

  /// Returns the number of seconds from the given date expression to this date.
  public func timeIntervalSince(_ other: ValueExpression) -> ValueExpression<Double> {
    self - other
  }

  /// Returns the number of seconds from the given date to this date.
  public func timeIntervalSince(_ date: Date) -> ValueExpression<Double> { self - date }

  /// The number of seconds from the time at which the fetch runs to this date.
  public var timeIntervalSinceNow: ValueExpression<Double> {
    self - ValueExpression.now
  }

  /// Returns the number of seconds from this date to the given date expression.
  public func distance(to other: ValueExpression) -> ValueExpression<Double> { other - self }

  /// Returns the number of seconds from this date to the given date.
  public func distance(to date: Date) -> ValueExpression<Double> { date - self }

  /// The number of seconds since the beginning of 2001, in UTC.
  public var timeIntervalSinceReferenceDate: ValueExpression<Double> {
    computing { .cast($0, type: "NSNumber") }
  }

  /// The number of seconds since the beginning of 1970, in UTC.
  public var timeIntervalSince1970: ValueExpression<Double> {
    timeIntervalSinceReferenceDate + Date.timeIntervalBetween1970AndReferenceDate
  }
}

extension Date {
  /// Returns the number of seconds from an object's date to this date.
  @_disfavoredOverload
  public func timeIntervalSince(_ other: ValueExpression<Date>) -> ValueExpression<Double> {
    self - other
  }
}

// The components of a date in the Gregorian calendar, in UTC or in a time zone.
extension ValueExpression where Value == Date {
  /// The year, in UTC.
  public var year: ValueExpression<Int> { calling("year:") }

  /// Returns the year in the given time zone.
  public func year(in zone: TimeZone) -> ValueExpression<Int> { year(in: zone.identifier) }

  /// The month, from 1, in UTC.
  public var month: ValueExpression<Int> { calling("month:") }

  /// Returns the month in the given time zone, from 1.
  public func month(in zone: TimeZone) -> ValueExpression<Int> { month(in: zone.identifier) }

  /// The day of the month, from 1, in UTC.
  public var day: ValueExpression<Int> { calling("day:") }

  /// Returns the day of the month in the given time zone, from 1.
  public func day(in zone: TimeZone) -> ValueExpression<Int> { day(in: zone.identifier) }

  /// The hour, from 0, in UTC.
  public var hour: ValueExpression<Int> { calling("hour:") }

  /// Returns the hour in the given time zone, from 0.
  public func hour(in zone: TimeZone) -> ValueExpression<Int> { hour(in: zone.identifier) }

  /// The minute, from 0, in UTC.
  public var minute: ValueExpression<Int> { calling("minute:") }

  /// Returns the minute in the given time zone, from 0.
  public func minute(in zone: TimeZone) -> ValueExpression<Int> { minute(in: zone.identifier) }

  /// The second, from 0, without its fraction, in UTC.
  public var second: ValueExpression<Int> { calling("second:") }

  /// Returns the second in the given time zone, from 0, without its fraction.
  public func second(in zone: TimeZone) -> ValueExpression<Int> { second(in: zone.identifier) }

  /// The day of the week, from 1 for Sunday, in UTC.
  public var weekday: ValueExpression<Int> { calling("weekday:") }

  /// Returns the day of the week in the given time zone, from 1 for Sunday.
  public func weekday(in zone: TimeZone) -> ValueExpression<Int> { weekday(in: zone.identifier) }
}

// Components in a time zone that is given by name; a fetch throws
// `ObjectPredicateError` if the name is unknown.
extension ValueExpression where Value == Date {
  /// Returns the year in the given time zone.
  public func year(in zone: String) -> ValueExpression<Int> { part("year:", in: zone) }

  /// Returns the month in the given time zone, from 1.
  public func month(in zone: String) -> ValueExpression<Int> { part("month:", in: zone) }

  /// Returns the day of the month in the given time zone, from 1.
  public func day(in zone: String) -> ValueExpression<Int> { part("day:", in: zone) }

  /// Returns the hour in the given time zone, from 0.
  public func hour(in zone: String) -> ValueExpression<Int> { part("hour:", in: zone) }

  /// Returns the minute in the given time zone, from 0.
  public func minute(in zone: String) -> ValueExpression<Int> { part("minute:", in: zone) }

  /// Returns the second in the given time zone, from 0, without its fraction.
  public func second(in zone: String) -> ValueExpression<Int> { part("second:", in: zone) }

  /// Returns the day of the week in the given time zone, from 1 for Sunday.
  public func weekday(in zone: String) -> ValueExpression<Int> { part("weekday:", in: zone) }

  private func part(_ name: String, in zone: String) -> ValueExpression<Int> {
    calling(name, .constant(.string(zone)))
  }
}
