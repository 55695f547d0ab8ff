/// A transformer that converts values of a program's own type into bytes and back.
///
/// A model names a transformer with `@swift("Type", by: "Transformer")`.
public protocol ValueTransformer {
  /// The type of the values.
  associatedtype Value: Sendable
  /// The bytes that a store holds for a value.
  static func data(from value: Value) -> Data
  /// The value of stored bytes; nil if they are not a value of this kind.
  static func value(from data: Data) -> Value?
}

extension Row {
  /// The value that a transformer makes of a column's bytes. If it cannot, the row
  /// counts as damaged and the result is a blank value.
  public func transformed<Transformer: ValueTransformer>(
    _ column: Int32, by transformer: Transformer.Type
  ) -> Transformer.Value where Transformer.Value: BlankInitializable {
    if let value = transformer.value(from: data(column)) { return value }
    fail(column, .mismatched)
    return Transformer.Value()
  }

  /// The value that a transformer makes of a column's bytes; nil for NULL.
  public func optionalTransformed<Transformer: ValueTransformer>(
    _ column: Int32, by transformer: Transformer.Type
  ) -> Transformer.Value? {
    guard let data = optionalData(column) else { return nil }
    let value = transformer.value(from: data)
    if value == nil { fail(column, .mismatched) }
    return value
  }
}

extension RowWriter {
  /// Writes the bytes of a value that a transformer makes, or NULL.
  public func write<Transformer: ValueTransformer>(
    _ value: Transformer.Value?, _ key: some PropertyKey, by transformer: Transformer.Type
  ) {
    guard takes(key) else { return }
    if let value { statement.bind(transformer.data(from: value)) } else { statement.bindNull() }
  }
}
