extension ValueRegister {
  /// The values of an object, in the order of the columns.
  func values(of object: ManagedObject) throws -> [ConstantValue] {
    do {
      return try values { statement, properties in
        var writer = RowWriter(statement, properties)
        object._write(to: &writer)
      }
    } catch {
      throw object.refusedValue(by: statement, error) ?? error
    }
  }
}
