import Foundation
import ModelSchema
import TestSupport

/// A store as plain SQL reads it, without anything of the runtime.
///
/// Values are texts: numbers, texts and hexadecimal digits, as SQLite shows them.
struct PlainReading {
  let url: URL
  let model: ManagedObjectModel
  /// The columns of all tables.
  let columns: [String: Set<String>]
  /// Entity numbers, by name.
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

  /// The table of an entity's hierarchy.
  func table(_ entity: EntityDescription) -> String {
    "Z" + model.lineage(of: entity)[0].name.uppercased()
  }

  /// The condition of an entity's rows: all of a table where no other entity is in it, since a
  /// store may have numbers of an older version there.
  private func condition(_ entity: EntityDescription) -> String {
    let isAlone = entity.parentName == nil && model.subentities(of: entity).isEmpty
    return isAlone ? "1" : "Z_ENT = \(numbers[entity.name] ?? -1)"
  }

  /// The keys of an entity's own objects.
  func keys(_ entity: EntityDescription) throws -> [Int64] {
    try rows(
      "SELECT Z_PK FROM \(table(entity)) WHERE \(condition(entity)) ORDER BY 1",
      in: url
    ).compactMap { Int64($0) }
  }

  /// The values of a column by key; nil where siblings have an attribute of the same name, so
  /// that the column cannot be told by its name.
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

  /// The keys that a to-one relationship has, `nil` where it has none or its row is gone.
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

  /// The members of a to-many relationship by owner, each list sorted, without those whose rows
  /// are gone; nil where the file does not say where they are.
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

  /// The table of pairs whose columns are named after both ends.
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

  /// All rows of a table as one text.
  func content(_ table: String) throws -> [String] {
    let names = (columns[table] ?? []).sorted().map { "hex(\"\($0)\")" }.joined(separator: ", ")
    return try rows("SELECT \(names) FROM \"\(table)\" ORDER BY rowid", in: url)
  }
}
