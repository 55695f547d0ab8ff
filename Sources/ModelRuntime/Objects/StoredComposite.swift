/// A composite value: several columns of a row under one name.
///
/// Generated code declares a type for each composite type of a model.
public protocol StoredComposite: Sendable, Hashable {
  /// The number of columns of the value.
  static var columnCount: Int { get }
  /// Makes a blank value.
  init()
  /// Reads the value from consecutive columns.
  init(_ row: Row, _ first: Int32)
  /// Writes every element as part of a property.
  func write(to row: inout RowWriter, as key: some PropertyKey)
}

extension StoredComposite {
  /// Reads a value that is nil if all of its columns are NULL.
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

  /// Writes all elements of a composite value, or NULL for each.
  public mutating func write<Value: StoredComposite>(_ value: Value?, _ key: some PropertyKey) {
    guard takes(key) else { return }
    guard let value else {
      for _ in 0..<Value.columnCount { statement.bindNull() }
      return
    }
    value.write(to: &self, as: key)
  }
}
