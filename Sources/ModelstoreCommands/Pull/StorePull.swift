internal import ModelLanguage
internal import ModelRuntime

/// Creates a model from the tables of a store in Core Data's layout that does
/// not contain its model.
///
/// `Z_PRIMARYKEY` contains the entities with their parents. The columns of the
/// tables have the names of properties in upper case, and their types contain
/// little information. The documentation mentions everything that was inferred:
/// the case of names, types that only the values show, destinations without a
/// column for the entity's number, and the owners of columns that a hierarchy
/// shares.
struct StorePull {
  private let database: ForeignDatabase
  private var entities: [EntityDescription] = []
  /// The indexes of the entities by number, and the numbers of their parents.
  private var places: [Int64: Int] = [:]
  private var parents: [Int64: Int64] = [:]
  /// The tables of the roots.
  private var tables: [(root: Int64, table: DatabaseTable)] = []

  init(_ database: ForeignDatabase) { self.database = database }

  /// Returns the model.
  ///
  /// - Throws: `StoreError` if the store cannot be read.
  mutating func model(named name: String) throws -> ManagedObjectModel {
    let all = try database.tables()
    try addEntities(all, model: name)
    for (root, table) in tables { try addColumns(of: table, root) }
    for table in all where table.name.hasPrefix("Z_") { addJoin(table) }
    return ManagedObjectModel(
      name: name, version: 1,
      documentation: """
        Made of the tables of \(URL(filePath: database.path).lastPathComponent.onOneLine), which \
        brings no model; look at the guesses.
        Names are in lower case where no index has them. That all is optional, that whole numbers \
        have 64 bits, and that relationships have no inverse is not said there, but not denied.
        """, entities: entities)
  }

  // MARK: Entities

  private mutating func addEntities(_ all: [DatabaseTable], model: String) throws {
    let sql = "SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY WHERE Z_ENT < 16000 ORDER BY Z_ENT"
    try database.rows(sql) { row in
      places[row.int64(0)] = entities.count
      parents[row.int64(0)] = row.int64(2)
      let name = row.shownText(1)
      entities.append(
        EntityDescription(name: name, className: ImportedName.className(name, model: model)))
    }
    for (number, place) in places.sorted(by: { $0.key < $1.key }) {
      if let parent = parents[number].flatMap({ places[$0] }) {
        entities[place].parentName = entities[parent].name
      } else if let table = all.first(where: { $0.name == "Z" + entities[place].name.uppercased() })
      {
        tables.append((number, table))
      } else {
        entities[place].documentation = "It has no table of its name."
      }
    }
  }

  /// Returns the entity and its parents, with the root last.
  private func lineage(_ number: Int64) -> [Int64] {
    var lineage = [number]
    while let parent = parents[lineage[lineage.count - 1]], places[parent] != nil,
      !lineage.contains(parent)
    {
      lineage.append(parent)
    }
    return lineage
  }

  // MARK: Columns

  private mutating func addColumns(of table: DatabaseTable, _ root: Int64) throws {
    for column in table.columns where !["Z_PK", "Z_ENT", "Z_OPT"].contains(column.name) {
      guard column.name.hasPrefix("Z"), !column.name.hasPrefix("Z_FOK_"),
        NumberedName(column.name, after: "Z", then: "_") == nil
      else { continue }
      if let list = NumberedName(column.name, after: "Z"), let owner = places[list.number] {
        add(
          list.name.lowercased(), to: entities[places[root] ?? 0].name, isToMany: true,
          note: "Its name's case is a guess.", in: owner)
      } else {
        try add(column, of: table, root)
      }
    }
  }

  private mutating func add(
    _ column: DatabaseTable.Column, of table: DatabaseTable, _ root: Int64
  ) throws {
    var facts = ColumnFacts()
    var owners: [[Int64]] = []
    let quoted = ForeignDatabase.quoted(column.name)
    let source = "FROM \(ForeignDatabase.quoted(table.name)) WHERE \(quoted) IS NOT NULL"
    try database.rows("SELECT \(quoted) \(source) LIMIT \(DatabasePull.sampleCount)") {
      facts.add($0.storedValue(0))
    }
    try database.rows("SELECT DISTINCT Z_ENT \(source)") { owners.append(lineage($0.int64(0))) }
    // Damaged rows may contain the number of an entity of another table.
    owners.removeAll { $0.last != root }
    // The owner is the nearest common parent of the entities whose rows have a
    // value.
    let owner = owners.first?.first { number in owners.allSatisfy { $0.contains(number) } }
    let place = places[owner ?? root] ?? 0
    var notes: [String] = []
    if parents.values.contains(root) {
      notes.append("Its entity is a guess by the rows that have a value.")
    }
    let stored = storedName(of: column.name, in: table)
    if let destination = try destination(of: column.name, in: table, &notes) {
      add(stored, to: destination, note: notes.joined(separator: "\n"), in: place)
      if table.columns.contains(where: { $0.name == "Z_FOK_" + column.name.dropFirst() }) {
        addList(to: place)
      }
      return
    }
    let type = Self.type(column, facts, &notes)
    let name = ImportedName.property(stored)
    entities[place].properties.append(
      .attribute(
        AttributeDescription(
          name: name, documentation: notes.isEmpty ? nil : notes.joined(separator: "\n"),
          type: type, isOptional: true, columnName: name == stored ? nil : stored)))
  }

  /// Returns the name of a column's property, with the case that is preserved
  /// in the names of indexes.
  private func storedName(
    of column: String, in table: DatabaseTable
  ) -> String {
    let plain = String(column.dropFirst())
    for index in table.indexes where index.columns.contains(where: { $0.name == column }) {
      let name = index.name
      guard let range = name.range(of: plain, options: [.caseInsensitive, .backwards]),
        name[range] != plain
      else { continue }
      let isWhole = name[..<range.lowerBound].hasSuffix("_")
      let found = name[range]
      return isWhole ? String(found) : found.prefix(1).lowercased() + found.dropFirst()
    }
    return plain.lowercased()
  }

  private static func type(
    _ column: DatabaseTable.Column, _ facts: ColumnFacts, _ notes: inout [String]
  ) -> AttributeType {
    switch column.declaredType.uppercased() {
    case "VARCHAR": return .string
    case "TIMESTAMP": return .date
    case "FLOAT": return .double
    case "DECIMAL": return .decimal
    case "INTEGER":
      guard facts.count > 0, facts.flags == facts.count else { return .int64 }
      notes.append("A guess: all values are 0 or 1.")
      return .boolean
    case "BLOB":
      guard facts.count > 0, facts.markedUUIDs == facts.count else { return .data }
      notes.append("A guess: every value has the 16 bytes of a UUID.")
      return .uuid
    default:
      let guess = ColumnGuess(column, facts)
      notes.append("A guess: it is declared as \(column.declaredType.onOneLine).")
      return guess.type
    }
  }

  // MARK: Relationships

  /// Returns the entity that a column's keys lead to; nil for a column of
  /// values.
  private func destination(
    of column: String, in table: DatabaseTable, _ notes: inout [String]
  ) throws -> String? {
    for other in table.columns {
      guard let numbered = NumberedName(other.name, after: "Z", then: "_"),
        numbered.name == column.dropFirst(), let place = places[numbered.number]
      else { continue }
      return entities[place].name
    }
    guard table.indexes.contains(where: { $0.name == "\(table.name)_\(column)_INDEX" }) else {
      return nil
    }
    var name = column.dropFirst()
    while name.last?.isNumber == true { name.removeLast() }
    let holding = try tables.filter { try holds($0.table, column, of: table) }
    let called = entities.indices.filter { place in
      let entity = entities[place].name.uppercased()
      return (entity.hasSuffix(name) || name.hasSuffix(entity))
        && holding.contains { root in places[root.root].map { isKin(place, of: $0) } == true }
    }.max { entities[$0].name.count < entities[$1].name.count }
    if let called {
      notes.append("Where it leads is a guess by its name.")
      return entities[called].name
    }
    guard holding.count == 1, let place = places[holding[0].root] else {
      notes.append("Perhaps the keys of objects; of which is not said.")
      return nil
    }
    notes.append("Where it leads is a guess: no other table has all of the keys.")
    return entities[place].name
  }

  private func isKin(_ place: Int, of root: Int) -> Bool {
    places.contains { $0.value == place && lineage($0.key).last.map { places[$0] } == root }
  }

  /// True if a table contains all of the keys in a column.
  private func holds(
    _ table: DatabaseTable, _ column: String, of source: DatabaseTable
  ) throws -> Bool {
    let column = ForeignDatabase.quoted(column)
    var isHeld = true
    try database.rows(
      """
      SELECT 1 FROM \(ForeignDatabase.quoted(source.name)) WHERE \(column) IS NOT NULL \
      AND \(column) NOT IN (SELECT Z_PK FROM \(ForeignDatabase.quoted(table.name))) LIMIT 1
      """
    ) { _ in isHeld = false }
    return isHeld
  }

  private mutating func add(
    _ stored: String, to destination: String, inverse: String? = nil, isToMany: Bool = false,
    isOrdered: Bool = false, note: String, in place: Int
  ) {
    let name = ImportedName.property(stored)
    entities[place].properties.append(
      .relationship(
        RelationshipDescription(
          name: name, documentation: note.isEmpty ? nil : note, destinationName: destination,
          inverseName: inverse, isToMany: isToMany, isOrdered: isOrdered,
          columnName: name == stored ? nil : stored)))
  }

  /// Adds the ordered to-many inverse of an entity's last relationship; its positions
  /// are beside the relationship's column.
  private mutating func addList(to place: Int) {
    let last = entities[place].properties.count - 1
    guard case .relationship(var link) = entities[place].properties[last],
      let destination = entities.firstIndex(where: { $0.name == link.destinationName })
    else { return }
    let list = ImportedName.free(EnglishWords.listName(entities[place].name)) { name in
      entities[destination].properties.contains { $0.name == name }
    }
    link.inverseName = list
    entities[place].properties[last] = .relationship(link)
    add(
      list, to: entities[place].name, inverse: link.name, isToMany: true, isOrdered: true,
      note: "Its name is a guess; the places of its members are there.", in: destination)
  }

  /// Adds both ends of a join table. A column is named after the relationship
  /// whose objects have its keys.
  private mutating func addJoin(_ table: DatabaseTable) {
    let ends = table.columns.compactMap { NumberedName($0.name, after: "Z_") }
    let isReflexive = table.columns.contains { $0.name == "REFLEXIVE" }
    guard let one = ends.first, let other = ends.last, isReflexive != (ends.count == 2) else {
      return
    }
    for (end, inverse) in isReflexive ? [(one, one)] : [(one, other), (other, one)] {
      guard let owner = places[inverse.number], let member = places[end.number] else { return }
      add(
        end.name.lowercased(), to: entities[member].name,
        inverse: ImportedName.property(inverse.name.lowercased()), isToMany: true,
        isOrdered: table.columns.contains { $0.name == "Z_FOK_\(end.number)\(end.name)" },
        note: "From the table '\(table.name.onOneLine)'; its name's case is a guess.", in: owner)
    }
  }
}
