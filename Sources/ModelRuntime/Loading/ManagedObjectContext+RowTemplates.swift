extension ManagedObjectContext {
  /// Returns the rows of a fetch template, including unsaved changes.
  ///
  /// Generated functions call this method, and convert the rows to typed ones.
  ///
  /// - Throws: The errors of `RowRequest.init(template:of:_:)` and `rows(_:)`.
  public func rows<Object: ManagedObject>(
    of type: Object.Type, _ template: String, _ values: [String: ConstantValue] = [:]
  ) throws -> [ResultRow] {
    try rows(RowRequest(template: template, of: type, values))
  }

  /// Returns the only row of a fetch template whose values are computed from all
  /// objects.
  ///
  /// - Throws: The errors of `rows(of:_:_:)`, and `StoreError` (`.inaccessible`) if the
  ///   result has no row.
  public func row<Object: ManagedObject>(
    of type: Object.Type, _ template: String, _ values: [String: ConstantValue] = [:]
  ) throws -> ResultRow {
    guard let row = try rows(of: type, template, values).first else {
      throw StoreError(.inaccessible, "'\(type.entityDescription.name).\(template)' has no row")
    }
    return row
  }
}
