/// The names that Core Data gives to tables, columns and indexes.
package enum StoreNames {
  /// The column of a property.
  static func column(_ name: String) -> String { "Z" + name.uppercased() }

  /// The column of places beside the column of a relationship.
  static func order(_ column: String) -> String {
    "Z_FOK_" + (column.hasPrefix("Z_") ? column.dropFirst(2) : column.dropFirst(1))
  }

  /// The name by which a connection knows a store of several.
  static func schema(_ index: Int) -> String { index == 0 ? "main" : "s\(index)" }

  /// Returns as many parameters as are asked for, as the list behind IN has
  /// them.
  static func places(_ count: Int) -> String {
    String(repeating: "?, ", count: max(count - 1, 0)) + "?"
  }

  /// A name as SQL wants it: in double quotes, unless it is of the store's own
  /// kind, a Z and plain characters, which no keyword begins with, or the second
  /// column of a table of pairs that a relationship makes with itself.
  package static func quoted(_ name: String) -> String {
    let isOwn = name.utf8.first == UInt8(ascii: "Z") || name == "REFLEXIVE"
    if isOwn, name.utf8.allSatisfy(isPlain) { return name }
    return name.quoted(by: "\"")
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: true
    default: false
    }
  }
}
