/// An enumeration whose cases are stored as their raw values.
///
/// Generated code declares a type for each enumeration in a model.
public protocol StoredEnumeration: AttributeValue, RawRepresentable, CaseIterable, Hashable,
  Codable,
  PredicateArgument
where RawValue: AttributeValue {
  /// The case that represents stored values of no other case; nil if such a
  /// value is an error.
  static var unknownCase: Self? { get }
  /// The key path of the raw value, by which Foundation's predicates and sort
  /// descriptors refer to it; nil if they cannot refer to it.
  static var rawValueKeyPath: AnyKeyPath? { get }
}

extension StoredEnumeration {
  /// The case that represents unknown stored values; nil by default.
  public static var unknownCase: Self? { nil }

  /// The key path of the raw value; nil by default.
  public static var rawValueKeyPath: AnyKeyPath? { nil }

  /// The raw value as a constant.
  public var constantValue: ConstantValue { rawValue.constantValue }

  /// Creates the case with the given raw value; nil if there is no such case.
  public init?(constantValue: ConstantValue) {
    guard let rawValue = RawValue(constantValue: constantValue) else { return nil }
    self.init(rawValue: rawValue)
  }

  /// The case that is used if the value in a row is missing or unknown.
  fileprivate static var blank: Self {
    guard let blank = unknownCase ?? allCases.first else {
      preconditionFailure("enumeration \(Self.self) has no cases")
    }
    return blank
  }
}

extension Row {
  /// Returns the enumeration case in a column of strings.
  public func enumeration<Value: StoredEnumeration>(_ column: Int32) -> Value
  where Value.RawValue == String {
    known(Value(rawValue: string(column)), column)
  }

  /// Returns the enumeration case in a column of numbers.
  public func enumeration<Value: StoredEnumeration>(_ column: Int32) -> Value
  where Value.RawValue: FixedWidthInteger {
    known(Value.RawValue(exactly: int64(column)).flatMap(Value.init(rawValue:)), column)
  }

  /// Returns the enumeration case in a column of strings; nil for NULL.
  public func optionalEnumeration<Value: StoredEnumeration>(_ column: Int32) -> Value?
  where Value.RawValue == String {
    optionalString(column).map { known(Value(rawValue: $0), column) }
  }

  /// Returns the enumeration case in a column of numbers; nil for NULL.
  public func optionalEnumeration<Value: StoredEnumeration>(_ column: Int32) -> Value?
  where Value.RawValue: FixedWidthInteger {
    optionalInt64(column).map {
      known(Value.RawValue(exactly: $0).flatMap(Value.init(rawValue:)), column)
    }
  }

  /// Returns a case, or a substitute if it is nil because a row contains an
  /// unknown value. Without a case for unknown values, the row counts as
  /// damaged.
  private func known<Value: StoredEnumeration>(_ value: Value?, _ column: Int32) -> Value {
    if let value { return value }
    if Value.unknownCase == nil { fail(column, .mismatched) }
    return .blank
  }
}

extension RowWriter {
  /// Writes the raw value of an enumeration case.
  public func write(_ value: some StoredEnumeration, _ key: some PropertyKey) {
    if takes(key) { statement.bind(value.rawValue.constantValue) }
  }

  /// Writes the raw value of an enumeration case; NULL if it is nil.
  public func write(_ value: (some StoredEnumeration)?, _ key: some PropertyKey) {
    if takes(key) { statement.bind(value?.rawValue.constantValue ?? .null) }
  }
}
