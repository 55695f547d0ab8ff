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
  /// The positions of the entities, by number.
  private var places: [Int64: Int] = [:]
  /// The positions of the parents, by the entities' positions.
  private var parents: [Int?] = []
  /// The tables of the roots.
  private var tables: [(root: Int, table: DatabaseTable)] = []

  init(_ database: ForeignDatabase) { self.database = database }

  /// Returns the model, which has been written and read back.
  ///
  /// - Throws: `StoreError` if the store cannot be read.
  mutating func model(named name: String) throws -> ManagedObjectModel {
    let all = try database.tables()
    try addEntities(all, model: name)
    for (root, table) in tables { try addColumns(of: table, root) }
    for table in all where table.columns.allSatisfy({ NumberedName.isJoinColumn($0.name) }) {
      addJoin(table)
    }
    let model = ManagedObjectModel(
      name: name, version: 1,
      documentation: """
        Made of the tables of \(URL(filePath: database.path).lastPathComponent.onOneLine), which \
        brings no model; look at the guesses.
        Names are in lower case where no index has them. That all is optional, that whole numbers \
        have 64 bits, and that relationships have no inverse is not said there, but not denied.
        """, entities: entities)
    return try PulledText(model, of: database.path).model
  }

  // MARK: Entities

  private mutating func addEntities(_ all: [DatabaseTable], model: String) throws {
    let stored = try StoreError.translating(database.path) {
      try StoredEntity.all(in: database.connection)
    }
    for entity in stored {
      places[entity.number] = entities.count
      entities.append(
        EntityDescription(
          name: entity.name, className: ImportedName.className(entity.name, model: model)))
    }
    parents = stored.map { places[$0.parent] }
    // In a damaged store an entity may inherit from itself.
    for place in parents.indices { parents[lineage(place).last ?? place] = nil }
    for place in entities.indices {
      if let parent = parents[place] {
        entities[place].parentName = entities[parent].name
      } else if let table = all.first(where: {
        $0.name == StoreNames.column(entities[place].name)
      }) {
        tables.append((place, table))
      } else {
        entities[place].documentation = "It has no table of its name."
      }
    }
  }

  /// Returns the positions of an entity and its parents, the root last.
  private func lineage(_ place: Int) -> [Int] {
    var lineage = [place]
    while let parent = parents[lineage[lineage.count - 1]], !lineage.contains(parent) {
      lineage.append(parent)
    }
    return lineage
  }

  /// Returns whether one of two entities is the other, or inherits from it.
  private func isKin(_ place: Int, of other: Int) -> Bool {
    lineage(place).contains(other) || lineage(other).contains(place)
  }

  /// Returns a name for a property that no other property of the entity, its
  /// parents or its subentities has.
  private func free(_ stored: String, in place: Int, besides other: String? = nil) -> String {
    let family = entities.indices.filter { isKin($0, of: place) }
    let taken = Set(family.flatMap { entities[$0].properties.map(\.name) })
    return ImportedName.free(ImportedName.property(stored)) { taken.contains($0) || $0 == other }
  }

  // MARK: Columns

  private mutating func addColumns(of table: DatabaseTable, _ root: Int) throws {
    let contents = try contents(of: table, hasFamily: parents.contains(root))
    for (column, content) in zip(table.columns, contents) {
      guard column.name.hasPrefix("Z"), !["Z", "Z_PK", "Z_ENT", "Z_OPT"].contains(column.name),
        !NumberedName.isJoinColumn(column.name), !column.name.isEntityNumber
      else { continue }
      if let list = NumberedName(column.name, after: "Z"), !list.name.isEmpty,
        let owner = places[list.number]
      {
        add(
          list.name.lowercased(), to: root, isToMany: true,
          note: "Its name's case is a guess.", in: owner)
      } else {
        try add(column, content, of: table, root)
      }
    }
  }

  /// The facts about a column's values in the rows of a table.
  private struct Content {
    var facts = ColumnFacts()
    /// The numbers of the entities whose rows have a value.
    var numbers: Set<Int64> = []
    /// The number of values that may be marks of external values.
    private var marks = 0
    /// True if a value names a file.
    private var hasFiles = false

    /// True if all values are marks, and some have files.
    var isExternal: Bool { hasFiles && marks == facts.count }

    mutating func add(_ value: FunctionResult) {
      facts.add(value)
      guard case .bytes(let bytes) = value, let first = bytes.first else { return }
      let isFile = ExternalMark(bytes).fileName != nil
      hasFiles = hasFiles || isFile
      if first == 1 || isFile { marks += 1 }
    }
  }

  /// Reads the contents of all columns at once.
  private func contents(of table: DatabaseTable, hasFamily: Bool) throws -> [Content] {
    var contents = Array(repeating: Content(), count: table.columns.count)
    let columns = table.columns.map { ", " + ForeignDatabase.quoted($0.name) }.joined()
    let source = ForeignDatabase.quoted(table.name)
    try database.rows("SELECT Z_ENT\(columns) FROM \(source)") { row in
      for place in contents.indices where !row.isNull(Int32(place) + 1) {
        if contents[place].facts.count < DatabasePull.sampleCount {
          contents[place].add(row.storedValue(Int32(place) + 1))
        }
        if hasFamily { contents[place].numbers.insert(row.int64(0)) }
      }
    }
    return contents
  }

  private mutating func add(
    _ column: DatabaseTable.Column, _ content: Content, of table: DatabaseTable, _ root: Int
  ) throws {
    // Damaged rows may have the number of an entity of another table.
    let owners = content.numbers.compactMap { places[$0] }.map(lineage).filter { $0.last == root }
    // The owner is the nearest common parent of the entities that have a value.
    let place = owners.first?.first { place in owners.allSatisfy { $0.contains(place) } } ?? root
    var notes: [String] = []
    if parents.contains(root) {
      notes.append("Its entity is a guess by the rows that have a value.")
    }
    let stored = storedName(of: column.name, in: table)
    if let destination = try destination(of: column.name, in: table, &notes) {
      add(stored, to: destination, note: notes.joined(separator: "\n"), in: place)
      if table.columns.contains(where: { $0.name == StoreNames.order(column.name) }) {
        addList(to: place, from: destination)
      }
      return
    }
    let type = Self.type(column, content.facts, &notes)
    if content.isExternal { notes.append("A guess: its values name files.") }
    let name = free(stored, in: place)
    entities[place].properties.append(
      .attribute(
        AttributeDescription(
          name: name, documentation: notes.isEmpty ? nil : notes.joined(separator: "\n"),
          type: type, isOptional: true, allowsExternalStorage: content.isExternal,
          columnName: name == stored ? nil : stored)))
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
    let declared = column.declaredType.uppercased()
    switch declared {
    case "VARCHAR": return .string
    case "TIMESTAMP": return .date
    case "FLOAT": return .double
    case "DECIMAL": return .decimal
    case "INTEGER":
      guard facts.count > 0, facts.flags == facts.count else { return .int64 }
      notes.append("A guess: all values are 0 or 1.")
      return .boolean
    case "BLOB":
      let guess = ColumnGuess(bytesOf: declared, facts)
      notes += guess.sentences
      return guess.type
    default:
      notes.append("A guess: it is declared as \(column.declaredType.onOneLine).")
      return ColumnGuess(column, facts).type
    }
  }

  // MARK: Relationships

  /// Returns the entity that a column's keys lead to; nil for a column of
  /// values.
  private func destination(
    of column: String, in table: DatabaseTable, _ notes: inout [String]
  ) throws -> Int? {
    for other in table.columns {
      guard let numbered = NumberedName(other.name, after: "Z", then: "_"),
        numbered.name == column.dropFirst(), let place = places[numbered.number]
      else { continue }
      return place
    }
    // Stores of this library have references.
    if let key = table.foreignKeys.first(where: { $0.columns == [column] }),
      let place = tables.first(where: { $0.table.name == key.table })?.root
    {
      return place
    }
    guard table.indexes.contains(where: { $0.name == "\(table.name)_\(column)_INDEX" }) else {
      return nil
    }
    var name = column.dropFirst()
    while name.last?.isNumber == true { name.removeLast() }
    let holding = try tables.filter { try holds($0.table, column, of: table) }.map(\.root)
    let called = entities.indices.filter { place in
      let entity = entities[place].name.uppercased()
      return (entity.hasSuffix(name) || name.hasSuffix(entity))
        && lineage(place).last.map(holding.contains) == true
    }.max { entities[$0].name.count < entities[$1].name.count }
    if let called {
      notes.append("Where it leads is a guess by its name.")
      return called
    }
    guard holding.count == 1 else {
      notes.append("Perhaps the keys of objects; of which is not said.")
      return nil
    }
    notes.append("Where it leads is a guess: no other table has all of the keys.")
    return holding[0]
  }

  /// Returns whether a table contains all of the keys in a column.
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
    _ stored: String, to destination: Int, inverse: String? = nil, isToMany: Bool = false,
    isOrdered: Bool = false, note: String, in place: Int
  ) {
    let name = free(stored, in: place)
    entities[place].properties.append(
      .relationship(
        RelationshipDescription(
          name: name, documentation: note.isEmpty ? nil : note,
          destinationName: entities[destination].name, inverseName: inverse, isToMany: isToMany,
          isOrdered: isOrdered, columnName: name == stored ? nil : stored)))
  }

  /// Adds the ordered to-many inverse of an entity's last relationship; its positions
  /// are beside the relationship's column.
  private mutating func addList(to place: Int, from destination: Int) {
    let last = entities[place].properties.count - 1
    guard case .relationship(var link) = entities[place].properties[last] else { return }
    let list = free(EnglishWords.listName(entities[place].name), in: destination)
    link.inverseName = list
    entities[place].properties[last] = .relationship(link)
    add(
      list, to: place, inverse: link.name, isToMany: true, isOrdered: true,
      note: "Its name is a guess; the places of its members are there.", in: destination)
  }

  /// Adds both ends of a join table. A column is named after the relationship
  /// whose objects have its keys.
  private mutating func addJoin(_ table: DatabaseTable) {
    let ends = table.columns.compactMap { column in
      NumberedName(column.name, after: "Z_").flatMap { end in
        end.name.isEmpty
          ? nil
          : places[end.number].map { (column: column.name, name: end.name.lowercased(), place: $0) }
      }
    }
    let isReflexive = table.columns.contains { $0.name == "REFLEXIVE" }
    guard let one = ends.first, let other = ends.last, isReflexive != (ends.count == 2) else {
      return
    }
    let name = free(one.name, in: other.place)
    let rival = isKin(one.place, of: other.place) ? name : nil
    let inverse = isReflexive ? name : free(other.name, in: one.place, besides: rival)
    for (end, owner, inverse) in [(one, other, inverse), (other, one, name)].prefix(ends.count) {
      add(
        end.name, to: end.place, inverse: inverse, isToMany: true,
        isOrdered: table.columns.contains { $0.name == StoreNames.order(end.column) },
        note: "From the table '\(table.name.onOneLine)'; its name's case is a guess.",
        in: owner.place)
    }
  }
}
