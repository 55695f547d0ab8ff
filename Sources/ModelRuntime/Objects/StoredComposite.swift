/// A composite value, whose elements are stored in several columns of a row.
///
/// Generated code declares a type for each composite type in a model.
public protocol StoredComposite: Sendable, Hashable {
  /// The number of columns that the value occupies.
  static var columnCount: Int { get }
  /// Creates a composite with blank elements.
  init()
  /// Reads the elements from consecutive columns, beginning with the given one.
  init(_ row: Row, _ first: Int32)
  /// Writes all elements of the composite, as parts of a property.
  func write(to row: inout RowWriter, as key: some PropertyKey)
}

extension StoredComposite {
  /// Returns the composite in consecutive columns; nil if all of them are NULL.
  public static func optional(_ row: Row, _ first: Int32) -> Self? {
    let columns = first..<first + Int32(columnCount)
    return columns.allSatisfy(row.isNull) ? nil : Self(row, first)
  }
}

extension RowWriter {
  /// Writes all elements of a composite value.
  public mutating func write(_ value: some StoredComposite, _ key: some PropertyKey) {
    if takes(key) { value.write(to: &self, as: key) }
  }

  /// Writes all elements of a composite value; if it is nil, NULL for each of
  /// them.
  public mutating func write<Value: StoredComposite>(_ value: Value?, _ key: some PropertyKey) {
    guard takes(key) else { return }
    guard let value else {
      for _ in 0..<Value.columnCount { statement.bindNull() }
      return
    }
    value.write(to: &self, as: key)
  }
}
