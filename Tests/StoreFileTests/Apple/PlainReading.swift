import Foundation
import ModelSchema
import TestSupport

/// The content of a store, read with plain SQL and without the runtime.
///
/// Values are texts, in the form in which SQLite shows numbers, texts and hexadecimal
/// digits.
struct PlainReading {
  let url: URL
  let model: ManagedObjectModel
  /// The names of the columns, by table.
  let columns: [String: Set<String>]
  /// The entity numbers, by entity name.
  let numbers: [String: Int]

  init(_ url: URL, _ model: ManagedObjectModel) throws {
    self.url = url
    self.model = model
    var columns: [String: Set<String>] = [:]
    for row in try rows(
      "SELECT m.name, c.name FROM sqlite_schema m, pragma_table_info(m.name) c", in: url)
    {
      let parts = row.split(separator: "|").map(String.init)
      columns[parts[0], default: []].insert(parts[1])
    }
    self.columns = columns
    var numbers: [String: Int] = [:]
    for row in try rows("SELECT Z_NAME, Z_ENT FROM Z_PRIMARYKEY", in: url) {
      let parts = row.split(separator: "|").map(String.init)
      let renamed = model.entities.first { $0.renamingIdentifier == parts[0] }
      let name = model.entity(named: parts[0]) == nil ? renamed?.name : parts[0]
      numbers[name ?? parts[0]] = Int(parts[1])
    }
    self.numbers = numbers
  }

  /// Returns the name of the table of an entity's hierarchy.
  func table(_ entity: EntityDescription) -> String {
    "Z" + model.lineage(of: entity)[0].name.uppercased()
  }

  /// Returns the SQL condition for an entity's rows. If no other entity uses the table, the
  /// condition accepts all rows, because a store may still have the entity numbers of an
  /// older version.
  private func condition(_ entity: EntityDescription) -> String {
    let isAlone = entity.parentName == nil && model.subentities(of: entity).isEmpty
    return isAlone ? "1" : "Z_ENT = \(numbers[entity.name] ?? -1)"
  }

  /// Returns the keys of an entity's objects without those of its subentities, in ascending
  /// order.
  func keys(_ entity: EntityDescription) throws -> [Int64] {
    try rows(
      "SELECT Z_PK FROM \(table(entity)) WHERE \(condition(entity)) ORDER BY 1",
      in: url
    ).compactMap { Int64($0) }
  }

  /// Returns the values of an attribute by key. Returns nil if siblings have an attribute
  /// with the same name, because the name does not identify the column then.
  func values(_ name: String, _ entity: EntityDescription) throws -> [Int64: String]? {
    let table = table(entity)
    let column = "Z" + name.uppercased()
    guard columns[table]?.contains(column) == true, columns[table]?.contains(column + "1") != true
    else { return nil }
    return try pairs(
      """
      SELECT Z_PK, CASE typeof(\(column)) WHEN 'null' THEN 'nil' WHEN 'blob' THEN hex(\(column)) \
      WHEN 'real' THEN printf('%!.17g', \(column)) ELSE replace(\(column), char(10), '\u{1}') END \
      FROM \(table) WHERE \(condition(entity))
      """)
  }

  /// Returns the destination keys of a to-one relationship by key, with the text `nil` if
  /// there is no destination or its row is gone.
  func destinations(
    _ relationship: RelationshipDescription, _ entity: EntityDescription
  ) throws -> [Int64: String]? {
    guard let destination = model.entity(named: relationship.destinationName),
      let values = try values(relationship.columnName ?? relationship.name, entity)
    else { return nil }
    let there = Set(try rows("SELECT Z_PK FROM \(table(destination))", in: url))
    return values.mapValues { there.contains($0) ? $0 : "nil" }
  }

  private func pairs(_ sql: String) throws -> [Int64: String] {
    var values: [Int64: String] = [:]
    for row in try rows(sql, in: url) {
      guard let bar = row.firstIndex(of: "|"), let key = Int64(row[..<bar]) else { continue }
      values[key] = String(row[row.index(after: bar)...])
    }
    return values
  }

  /// Returns the keys of the members of a to-many relationship by owner, each list sorted,
  /// without members whose rows are gone. Returns nil if the columns cannot be identified.
  func members(
    _ relationship: RelationshipDescription, _ entity: EntityDescription
  ) throws -> [Int64: [Int64]]? {
    guard let destination = model.entity(named: relationship.destinationName) else { return nil }
    let inverse = relationship.inverseName.flatMap { name in
      model.properties(of: destination).first { $0.name == name }?.relationship
    }
    let target = table(destination)
    let sql: String
    if let inverse, !inverse.isToMany {
      sql = "SELECT Z\(inverse.name.uppercased()), Z_PK FROM \(target)"
    } else if let inverse {
      guard let join = join(relationship.name, inverse.name) else { return nil }
      sql = "SELECT \(join.owner), \(join.member) FROM \(join.table)"
    } else {
      let name = columns[target]?.first {
        $0.range(
          of: "^Z[0-9]+\(relationship.name.uppercased())$", options: .regularExpression) != nil
      }
      guard let name else { return nil }
      sql = "SELECT \(name), Z_PK FROM \(target)"
    }
    var members: [Int64: [Int64]] = [:]
    for row in try rows(sql, in: url) {
      let parts = row.split(separator: "|").map(String.init)
      guard parts.count == 2, let owner = Int64(parts[0]), let member = Int64(parts[1]) else {
        continue
      }
      members[owner, default: []].append(member)
    }
    let there = Set(try rows("SELECT Z_PK FROM \(target)", in: url).compactMap { Int64($0) })
    return members.mapValues { $0.filter(there.contains).sorted() }
  }

  /// Returns the join table and its columns, which are named after both ends.
  private func join(
    _ name: String, _ inverse: String
  ) -> (table: String, owner: String, member: String)? {
    for (table, columns) in columns.sorted(by: { $0.key < $1.key }) where table.hasPrefix("Z_") {
      func column(_ name: String) -> String? {
        columns.first {
          $0.range(of: "^Z_[0-9]+\(name.uppercased())[0-9]*$", options: .regularExpression) != nil
        }
      }
      if let owner = column(inverse), let member = column(name), owner != member {
        return (table, owner, member)
      }
    }
    return nil
  }

  /// Returns each row of a table as a text of hexadecimal digits, in the order of row
  /// numbers.
  func content(_ table: String) throws -> [String] {
    let names = (columns[table] ?? []).sorted().map { "hex(\"\($0)\")" }.joined(separator: ", ")
    return try rows("SELECT \(names) FROM \"\(table)\" ORDER BY rowid", in: url)
  }
}
