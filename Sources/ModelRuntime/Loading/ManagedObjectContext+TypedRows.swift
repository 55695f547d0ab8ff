extension ManagedObjectContext {
  /// Returns the value of an expression for each object of a request, including
  /// unsaved changes.
  ///
  /// - Throws: The errors of `rows(_:)`.
  public func rows<Object: ManagedObject, Selection: RowColumn>(
    _ request: FetchRequest<Object>, _ column: (Paths<Object>) -> Selection
  ) throws -> [Selection.ColumnValue?] {
    try rows(request.selecting(column))
  }

  /// Returns rows of values of a request's objects, including unsaved changes.
  ///
  /// ```swift
  /// for (city, total) in try context.rows(Order.all, { ($0.customer.city, $0.total) }) {}
  /// let all = try context.rows(Order.all) { ($0.objectCount, $0.total.sum) }
  /// ```
  ///
  /// A request created by `selecting(_:)` can be grouped and limited before it is
  /// executed.
  ///
  /// - Throws: The errors of `rows(_:)`.
  public func rows<Object: ManagedObject, each Selection: RowColumn>(
    _ request: FetchRequest<Object>,
    _ columns: (Paths<Object>) -> (repeat each Selection)
  ) throws -> [(repeat (each Selection).ColumnValue?)] {
    try rows(request.selecting(columns))
  }

  /// Returns the rows of a request, including unsaved changes.
  ///
  /// - Throws: The errors of `rows(_:)` for a `RowRequest`, and `StoreError`
  ///   (`.inaccessible`) if a type cannot represent its value.
  public func rows<Object: ManagedObject, each Column: RowValue>(
    _ rows: TypedRows<Object, repeat each Column>
  ) throws -> [(repeat (each Column)?)] {
    try self.rows(rows.request).map { row in
      var number = -1
      func value<Value: RowValue>(_ type: Value.Type) throws -> Value? {
        number += 1
        return try row.optional(number)
      }
      return (repeat try value((each Column).self))
    }
  }
}
