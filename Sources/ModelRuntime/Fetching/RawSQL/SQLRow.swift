/// A row selected by SQL, whose values are accessed by column name or by index.
///
/// ```swift
/// let row = try context.rows(sql: "select count(*) as banks, max(ZNAME) from ZBANK")[0]
/// let banks: Int = try row["banks"]
/// let name = try row[1, as: String?.self]
/// ```
public struct SQLRow: Sendable, Hashable {
  /// The names of the columns, in the order of the SQL statement.
  public let columnNames: [String]
  /// The values in SQLite's own types, which are nil, integers, doubles,
  /// strings and bytes.
  public let values: [ConstantValue]

  /// The value of the column with the given name, as the given type. If several
  /// columns have this name, it is the value of the first of them.
  ///
  /// As in SQL, the case of the name does not matter. A date is read from the seconds
  /// that a store keeps for it, a UUID from its bytes, an enumeration from its raw
  /// value, a Boolean from 0 or 1.
  ///
  /// - Throws: `StoreError` (`.unknownName`, `.inaccessible`) if the column does not
  ///   exist, if it contains another type, or if it contains NULL and the type is not
  ///   optional.
  public subscript<Value: AttributeValue>(name: String, as type: Value.Type = Value.self) -> Value {
    get throws {
      let lowercased = name.lowercased()
      guard
        let place = columnNames.firstIndex(of: name)
          ?? columnNames.firstIndex(where: { $0.lowercased() == lowercased })
      else {
        let hint = nearestQuestion(for: name, in: columnNames)
        throw StoreError(
          .unknownName, "the row has no column '\(name.abbreviated)'\(hint)")
      }
      return try self[place, as: type]
    }
  }

  /// The value of the column at the given index, as the given type.
  ///
  /// - Throws: The same errors as the subscript that takes the name of a
  ///   column.
  public subscript<Value: AttributeValue>(place: Int, as type: Value.Type = Value.self) -> Value {
    get throws {
      guard values.indices.contains(place) else {
        throw StoreError(
          .unknownName, "the row has \(values.count) columns, and none with number \(place)")
      }
      if let value = Value(stored: values[place]) { return value }
      throw StoreError(
        .inaccessible,
        "column '\(columnNames[place])' of a row holds \(values[place].kindName), no \(type)")
    }
  }
}

extension SQLRow: CustomStringConvertible {
  /// The names and values of the columns as text.
  public var description: String {
    zip(columnNames, values)
      .map { "\($0): \(ObjectExpression.constant($1).format)" }.joined(separator: ", ")
  }
}

extension ConstantValue {
  fileprivate var kindName: String {
    switch self {
    case .null: "NULL"
    case .integer, .boolean: "a whole number"
    case .double, .decimal: "a number"
    case .string, .url: "a text"
    case .data, .uuid: "bytes"
    case .date: "a date"
    case .objectID: "an object"
    case .list: "a list"
    }
  }
}
