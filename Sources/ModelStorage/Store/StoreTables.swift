/// The tables of a store's file, with the names of their columns.
package struct StoreTables: Sendable {
  private let columns: [String: Set<String>]

  /// Reads the schema of a connection's main database.
  package init(_ connection: Connection) throws {
    var columns: [String: Set<String>] = [:]
    try connection.prepare(
      """
      SELECT m.name, c.name FROM sqlite_schema AS m, pragma_table_info(m.name) AS c \
      WHERE m.type = 'table'
      """
    ).forEachRow { columns[$0.string(0), default: []].insert($0.string(1)) }
    self.columns = columns
  }

  var names: Set<String> { Set(columns.keys) }

  /// The columns of a table; nil if there is no such table.
  package subscript(table: String) -> Set<String>? { columns[table] }

  /// The tables of pairs, sorted by name.
  var joins: [(name: String, columns: Set<String>)] {
    columns.filter { $0.key.hasPrefix("Z_") && $0.value.allSatisfy(NumberedName.isJoinColumn) }
      .sorted { $0.key < $1.key }.map { (name: $0.key, columns: $0.value) }
  }
}

/// A name that begins with an entity's number, such as `Z_14ARTISTS1` or
/// `Z7_COVER`.
///
/// The number is the one that the entity had when the name was created; a
/// counter at the end distinguishes names that would be equal.
package struct NumberedName {
  package let number: Int64
  package let name: Substring

  /// Splits a name into its parts after a prefix; nil if the name has another
  /// form.
  package init?(_ text: String, after prefix: String, then separator: String = "") {
    guard text.hasPrefix(prefix) else { return nil }
    let rest = text.dropFirst(prefix.count)
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    guard let number = Int64(digits), rest.dropFirst(digits.count).hasPrefix(separator) else {
      return nil
    }
    self.number = number
    name = rest.dropFirst(digits.count + separator.count)
  }

  /// Returns whether the name is equal to another, with or without a counter at
  /// the end.
  func isOf(_ name: String) -> Bool {
    self.name.hasPrefix(name) && self.name.dropFirst(name.count).allSatisfy(\.isNumber)
  }

  /// Returns whether a name is the name of a column that only tables of pairs
  /// have.
  package static func isJoinColumn(_ name: String) -> Bool {
    NumberedName(name, after: "Z_") != nil || name.hasPrefix("Z_FOK_") || name == "REFLEXIVE"
  }
}
