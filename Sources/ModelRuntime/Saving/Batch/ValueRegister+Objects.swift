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

extension RowRegisters {
  /// Calls a closure with a row that contains the given values, as the row of
  /// an object.
  func read(
    _ values: [ConstantValue], of object: ManagedObject,
    _ body: @escaping (RowRegister, Row) throws -> Void
  ) throws {
    let sink = RowSink(self, body)
    try sink.begin(
      entityIndex: object._batch.entity.index, key: object._key, version: object._version)
    for value in values { sink.add(value) }
    try sink.end()
  }
}
