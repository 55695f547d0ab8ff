extension ValueRegister {
  /// Returns the values of an object as constants, in column order.
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
