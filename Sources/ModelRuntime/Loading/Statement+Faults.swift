extension Statement {
  /// Returns the error of a row that contains a value that its type cannot
  /// represent.
  ///
  /// - Parameter entityName: The name of the row's entity.
  func fault(of entityName: String) -> StoreError {
    let column = columnName(Int(faults.pointee.column))
    return StoreError(
      .inaccessible,
      "a row of \(entityName) has a value in column \(column) that its type cannot hold")
  }

  /// Returns and clears the error of the rows that were read; nil if their types can
  /// represent all values.
  func takeFault(of entityName: String) -> StoreError? {
    guard faults.pointee.kind != nil else { return nil }
    defer { faults.pointee.clear() }
    return fault(of: entityName)
  }
}
