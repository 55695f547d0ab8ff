// Functions of one value over all objects of a request, unsaved changes included.
//
// - Throws: As `rows(_:)`, and `StoreError` (`.inaccessible`) for a result that its
//   type cannot hold.

extension ManagedObjectContext {
  /// The sum of a number of each object, exact for decimals and integers; 0 without
  /// objects.
  ///
  /// ```swift
  /// let total = try context.sum(Order.all) { $0.total }
  /// ```
  public func sum<Object: ManagedObject, Value: AttributeValue & Numeric>(
    _ request: FetchRequest<Object>, _ value: (Paths<Object>) -> ValueExpression<Value>?
  ) throws -> Value {
    try aggregate("sum:", request, value)
  }

  /// The sum of an integer of each object; 0 without objects.
  public func sum<Object: ManagedObject, Value: AttributeValue & FixedWidthInteger>(
    _ request: FetchRequest<Object>, _ value: (Paths<Object>) -> ValueExpression<Value>?
  ) throws -> Int {
    try aggregate("sum:", request, value)
  }

  /// The mean of a number of each object; nil without objects.
  public func average<Object: ManagedObject, Value: AttributeValue & Numeric>(
    _ request: FetchRequest<Object>, _ value: (Paths<Object>) -> ValueExpression<Value>?
  ) throws -> Double? {
    try aggregate("average:", request, value)
  }

  /// The mean of decimals, in decimal arithmetic; nil without objects.
  public func average<Object: ManagedObject>(
    _ request: FetchRequest<Object>, _ value: (Paths<Object>) -> ValueExpression<Decimal>?
  ) throws -> Decimal? {
    try aggregate("average:", request, value)
  }

  /// The least value of an attribute; nil without objects.
  public func minimum<Object: ManagedObject, Value: AttributeValue>(
    _ request: FetchRequest<Object>, _ value: (Paths<Object>) -> ValueExpression<Value>?
  ) throws -> Value? {
    try aggregate("min:", request, value)
  }

  /// The greatest value of an attribute; nil without objects.
  public func maximum<Object: ManagedObject, Value: AttributeValue>(
    _ request: FetchRequest<Object>, _ value: (Paths<Object>) -> ValueExpression<Value>?
  ) throws -> Value? {
    try aggregate("max:", request, value)
  }

  private func aggregate<Object: ManagedObject, Value, Result: AttributeValue>(
    _ name: String, _ request: FetchRequest<Object>,
    _ value: (Paths<Object>) -> ValueExpression<Value>?
  ) throws -> Result {
    let expression = value(Paths()).path().expression
    var request = request
    let column: ObjectExpression
    if request.limit != nil || request.offset > 0 {
      // The request's window applies to the objects; in a row request it would apply to
      // the one row.
      let values = try rows(RowRequest(request, columns: [.init(expression)])).map(\.values[0])
      request = FetchRequest()
      column = .function(name, [.constant(.list(values))])
      let result = try column.value(with: .null).constant
      return try Self.result(result, of: .function(name, [expression]))
    }
    request.sortKeys = []
    column = .function(name, [expression])
    guard let row = try rows(RowRequest(request, columns: [.init(column)])).first else {
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
