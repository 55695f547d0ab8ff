// Functions of one value of all objects of a request, including unsaved changes.
//
// - Throws: The errors of `rows(_:)`, and `StoreError` (`.inaccessible`) if the type
//   cannot represent the result.

extension ManagedObjectContext {
  /// Returns the sum of a number in each object, which is exact for decimals
  /// and integers; 0 if there are no objects.
  ///
  /// ```swift
  /// let total = try context.sum(Order.all) { $0.total }
  /// ```
  ///
  /// - Throws: The errors of `rows(_:)`.
  public func sum<Object: ManagedObject, Value: AttributeValue & Numeric>(
    _ request: FetchRequest<Object>, _ value: (Paths<Object>) -> ValueExpression<Value>?
  ) throws -> Value {
    try aggregate("sum:", request, value)
  }

  /// Returns the sum of an integer in each object; 0 if there are no objects.
  ///
  /// - Throws: The errors of `rows(_:)`.
  public func sum<Object: ManagedObject, Value: AttributeValue & FixedWidthInteger>(
    _ request: FetchRequest<Object>, _ value: (Paths<Object>) -> ValueExpression<Value>?
  ) throws -> Int {
    try aggregate("sum:", request, value)
  }

  /// Returns the mean of a number in each object; nil if there are no objects.
  ///
  /// - Throws: The errors of `rows(_:)`.
  public func average<Object: ManagedObject, Value: AttributeValue & Numeric>(
    _ request: FetchRequest<Object>, _ value: (Paths<Object>) -> ValueExpression<Value>?
  ) throws -> Double? {
    try aggregate("average:", request, value)
  }

  /// Returns the mean of a decimal in each object, computed in decimal
  /// arithmetic; nil if there are no objects.
  ///
  /// - Throws: The errors of `rows(_:)`.
  public func average<Object: ManagedObject>(
    _ request: FetchRequest<Object>, _ value: (Paths<Object>) -> ValueExpression<Decimal>?
  ) throws -> Decimal? {
    try aggregate("average:", request, value)
  }

  /// Returns the least value of an expression in all objects; nil if there are
  /// no values.
  ///
  /// - Throws: The errors of `rows(_:)`.
  public func minimum<Object: ManagedObject, Value: AttributeValue>(
    _ request: FetchRequest<Object>, _ value: (Paths<Object>) -> ValueExpression<Value>?
  ) throws -> Value? {
    try aggregate("min:", request, value)
  }

  /// Returns the greatest value of an expression in all objects; nil if there
  /// are no values.
  ///
  /// - Throws: The errors of `rows(_:)`.
  public func maximum<Object: ManagedObject, Value: AttributeValue>(
    _ request: FetchRequest<Object>, _ value: (Paths<Object>) -> ValueExpression<Value>?
  ) throws -> Value? {
    try aggregate("max:", request, value)
  }

  private func aggregate<Object: ManagedObject, Value, Result: AttributeValue>(
    _ name: String, _ request: FetchRequest<Object>,
    _ value: (Paths<Object>) -> ValueExpression<Value>?
  ) throws -> Result {
    let value = value(Paths()).path().expression
    let column = ObjectExpression.function(name, [value])
    if request.limit != nil || request.offset > 0 {
      // The request's limit and offset apply to the objects; in a row request, they
      // would apply to the single row.
      let values = try rows(RowRequest(request, columns: [.init(value)])).map(\.values[0])
      let whole = ObjectExpression.function(name, [.constant(.list(values))])
      return try Self.result(try whole.value(with: .null).constant, of: column)
    }
    let unsorted = changed(request) { $0.sortKeys = [] }
    guard let row = try rows(RowRequest(unsorted, columns: [.init(column)])).first else {
      throw StoreError(.inaccessible, "'\(name)' has no result")
    }
    return try Self.result(row.values[0], of: column)
  }

  private static func result<Result: AttributeValue>(
    _ value: ConstantValue, of column: ObjectExpression
  ) throws -> Result {
    if let result = Result(computed: value) { return result }
    throw StoreError(
      .inaccessible,
      "'\(column.format.abbreviated)' is \(ObjectExpression.constant(value).format), which no "
        + "\(Result.self) holds")
  }
}
