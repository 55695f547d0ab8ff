extension ManagedObjectContext {
  /// Returns the rows of a fetch template, unsaved changes included.
  ///
  /// Generated functions call this, and give the rows types.
  ///
  /// - Throws: As `RowRequest.init(template:of:_:)` and `rows(_:)`.
  public func rows<Object: ManagedObject>(
    of type: Object.Type, _ template: String, _ values: [String: ConstantValue] = [:]
  ) throws -> [ResultRow] {
    try rows(RowRequest(template: template, of: type, values))
  }

  /// Returns the one row of a fetch template whose values are computed over all
  /// objects.
  ///
  /// - Throws: As `rows(of:_:_:)`, and `StoreError` (`.inaccessible`) when the result
  ///   has no row.
  public func row<Object: ManagedObject>(
    of type: Object.Type, _ template: String, _ values: [String: ConstantValue] = [:]
  ) throws -> ResultRow {
    guard let row = try rows(of: type, template, values).first else {
      throw StoreError(.inaccessible, "'\(type.entityDescription.name).\(template)' has no row")
    }
    return row
  }
}
