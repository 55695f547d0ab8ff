/// The names that Core Data gives to tables, columns and indexes.
package enum StoreNames {
  /// Returns the column of a property.
  package static func column(_ name: String) -> String { "Z" + name.uppercased() }

  /// Returns the column of positions for the column of a relationship.
  package static func order(_ column: String) -> String {
    "Z_FOK_" + (column.hasPrefix("Z_") ? column.dropFirst(2) : column.dropFirst(1))
  }

  /// Returns the schema name that a connection gives to one of several stores.
  static func schema(_ index: Int) -> String { index == 0 ? "main" : "s\(index)" }

  /// Returns the given number of question marks, as in the list of IN.
  static func places(_ count: Int) -> String {
    String(repeating: "?, ", count: max(count - 1, 0)) + "?"
  }

  /// Returns a name in SQL, quoted unless it needs no quotes: a Z followed by plain
  /// characters, as in Core Data's own names, or `REFLEXIVE`, the second column of a
  /// table of pairs between objects of one entity.
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

extension Set<String> {
  /// Returns a name, followed by a counter if the set already contains the name.
  func numbered(_ name: String) -> String {
    guard contains(name) else { return name }
    var number = 1
    while contains("\(name)\(number)") { number += 1 }
    return "\(name)\(number)"
  }

  /// Inserts a name, followed by a counter if the set already contains the name.
  mutating func insertNumbered(_ name: String) -> String {
    let name = numbered(name)
    insert(name)
    return name
  }
}
