/// A row that SQL selects, with values by the names of their columns or by their
/// places.
///
/// ```swift
/// let row = try context.rows(sql: "select count(*) as banks, max(ZNAME) from ZBANK")[0]
/// let banks: Int = try row["banks"]
/// let name = try row[1, as: String?.self]
/// ```
public struct SQLRow: Sendable, Hashable {
  /// The names of the columns.
  public let columnNames: [String]
  /// The values as SQLite keeps them: nil, integers, doubles, texts and bytes.
  public let values: [ConstantValue]

  /// The value of the column with a name, read as a type. If several columns share the
  /// name, it is the value of the first.
  ///
  /// The case of the name does not matter, as in SQL. A date is read from the seconds
  /// that a store keeps for it, a UUID from its bytes, an enumeration from its raw
  /// value, a Boolean value from 0 and 1.
  ///
  /// - Throws: `StoreError` (`.unknownName`, `.inaccessible`) if the column does not
  ///   exist, if it holds another type, or if it holds NULL and the type has no nil.
  public subscript<Value: AttributeValue>(name: String, as type: Value.Type = Value.self) -> Value {
    get throws {
      let lowercased = name.lowercased()
      guard
        let place = columnNames.firstIndex(of: name)
          ?? columnNames.firstIndex(where: { $0.lowercased() == lowercased })
      else {
        let hint = nearestWord(to: name, in: columnNames)
        throw StoreError(
          .unknownName,
          "the row has no column '\(name.abbreviated)'"
            + (hint.map { "; did you mean '\($0)'?" } ?? ""))
      }
      return try self[place, as: type]
    }
  }

  /// The value of the column at a place, counted from 0, read as a type.
  ///
  /// - Throws: As the subscript with a name.
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
  /// The names and values of the columns.
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
