/// A transformer that converts values of a program's type to bytes and back.
///
/// A model refers to a transformer with `@swift("Type", by: "Transformer")`.
public protocol ValueTransformer {
  /// The type of the values.
  associatedtype Value: Sendable
  /// Returns the bytes that a store contains for a value.
  static func data(from value: Value) -> Data
  /// Returns the value that stored bytes represent; nil if they do not
  /// represent a value.
  static func value(from data: Data) -> Value?
}

extension Row {
  /// Returns the value that a transformer creates from a column's bytes. If the
  /// bytes do not represent a value, the row counts as damaged, and the result
  /// is a blank value.
  public func transformed<Transformer: ValueTransformer>(
    _ column: Int32, by transformer: Transformer.Type
  ) -> Transformer.Value where Transformer.Value: BlankInitializable {
    if let value = transformer.value(from: data(column)) { return value }
    fail(column, .mismatched)
    return Transformer.Value()
  }

  /// Returns the value that a transformer creates from a column's bytes; nil for NULL.
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
  /// Writes the bytes that a transformer creates from a value; NULL if the
  /// value is nil.
  public func write<Transformer: ValueTransformer>(
    _ value: Transformer.Value?, _ key: some PropertyKey, by transformer: Transformer.Type
  ) {
    guard takes(key) else { return }
    if let value { statement.bind(transformer.data(from: value)) } else { statement.bindNull() }
  }
}
