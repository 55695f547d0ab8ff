internal import ModelLanguage

/// The keys of user info that record the source of a pulled model. The import
/// of rows uses them, so that it works even after declarations have been
/// renamed.
enum PulledInfo {
  static let table = "sqlite.table"
  static let column = "sqlite.column"
  /// The key of the form of dates, which is a `DateForm`.
  static let dates = "sqlite.dates"
  /// The key of the name of the table that joins two entities. The column under
  /// the key `column` is then the table's column that refers to the owner.
  static let join = "sqlite.join"
}

/// Creates a model from a database's schema and, if the schema is not enough,
/// its values.
///
/// 1. Tables become entities, except those that only join two others.
/// 2. Columns become attributes; those that refer to a row of another table
///    become relationships with inverses.
/// 3. The documentation mentions everything that was inferred or left out.
struct DatabasePull {
  private let database: ForeignDatabase
  private let tables: [DatabaseTable]
  private let joins: [DatabaseTable]
  private var entities: [EntityDescription] = []
  /// The indexes of the entities, by the names of their tables.
  private var places: [SQLName: Int] = [:]
  /// The properties of the columns, by table and column.
  private var properties: [SQLName: [SQLName: String]] = [:]

  /// The number of a table's rows that are read as a sample.
  static let sampleCount = 20_000

  init(_ database: ForeignDatabase) throws {
    self.database = database
    let all = try database.tables()
    let known = Set(all.map { SQLName($0.name) })
    let referenced = Set(all.flatMap(\.foreignKeys).map { SQLName($0.table) })
    func isJoin(_ table: DatabaseTable) -> Bool {
      guard let (one, other) = table.joined else { return false }
      return !referenced.contains(SQLName(table.name))
        && known.isSuperset(of: [SQLName(one.table), SQLName(other.table)])
    }
    joins = all.filter(isJoin)
    tables = all.filter { !isJoin($0) }
  }

  /// Returns the model's text, after checking that it can be read without
  /// mistakes.
  ///
  /// - Throws: `StoreError` if the database has no tables, or cannot be read.
  mutating func text(named name: String) throws -> String {
    guard !tables.isEmpty else {
      throw StoreError(.database, "'\(database.path)' has no tables")
    }
    addEntities(model: name)
    for table in tables {
      try addAttributes(table)
      addChecks(table)
    }
    for table in tables { addLinks(table) }
    for table in joins { addJoin(table) }
    for table in tables { addIndexes(table) }
    let model = ManagedObjectModel(
      name: name, version: 1, documentation: try documentation(), entities: entities)
    return try PulledText(model, of: database.path).text
  }

  private func documentation() throws -> String {
    let file = URL(filePath: database.path).lastPathComponent.onOneLine
    var lines = ["Pulled from the database \(file); look at the guesses before you go on."]
    let views = try database.names(ofType: "view")
    if !views.isEmpty {
      lines.append("Left out: the views \(Self.list(views)); declare a fetch for what they select.")
    }
    let virtual = try database.names(ofType: "virtual")
    if !virtual.isEmpty { lines.append("Left out: the virtual tables \(Self.list(virtual)).") }
    return lines.joined(separator: "\n")
  }

  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(20).map { "'\($0.onOneLine)'" }.joined(separator: ", ")
    return names.count > 20 ? shown + " and \(names.count - 20) more" : shown
  }

  // MARK: Entities

  private mutating func addEntities(model: String) {
    var taken: Set<String> = [model]
    for table in tables {
      let name = ImportedName.free(EnglishWords.entityName(table.name)) { taken.contains($0) }
      taken.insert(name)
      var notes = ["Rows of the table '\(table.name.onOneLine)'."]
      if table.key.count > 1 {
        notes.append("Its key was \(Self.list(table.key)); objects have IDs of their own.")
      }
      places[SQLName(table.name)] = entities.count
      entities.append(
        EntityDescription(
          name: name, className: ImportedName.className(name, model: model),
          documentation: notes.joined(separator: "\n"), userInfo: [PulledInfo.table: table.name]))
    }
  }

  /// Returns a name that no property of an entity has yet.
  private func free(_ name: String, in place: Int) -> String {
    ImportedName.free(name) { name in entities[place].properties.contains { $0.name == name } }
  }

  // MARK: Attributes

  private mutating func addAttributes(_ table: DatabaseTable) throws {
    guard let place = places[SQLName(table.name)] else { return }
    let guesses = try guesses(of: table)
    let linked = Set(table.foreignKeys.filter(isLink).map { SQLName($0.columns[0]) })
    let compound = table.foreignKeys.filter { $0.columns.count > 1 }
    for (column, guess) in zip(table.columns, guesses) {
      if linked.contains(SQLName(column.name)) { continue }
      let name = free(EnglishWords.propertyName(column.name), in: place)
      var attribute = AttributeDescription(name: name, type: guess.type)
      attribute.isOptional = !column.isRequired && column.keyPosition == 0
      attribute.isUnique = table.isUnique([column.name])
      attribute.isExact = guess.isExact
      if !Self.isSame(name, column.name) {
        attribute.userInfo[PulledInfo.column] = column.name
      }
      if let dates = guess.dates { attribute.userInfo[PulledInfo.dates] = dates.rawValue }
      var notes = guess.sentences
      if attribute.isUnique, let collation = table.ownCollation(column.name) {
        notes.append(
          "It was unique by the rules of \(collation); '@unique' compares texts byte by byte.")
      }
      if column.isGenerated { notes.append("It was computed by the database.") }
      for key in compound where key.columns.contains(column.name) {
        notes.append("With \(Self.list(key.columns)) it refers to '\(key.table.onOneLine)'.")
      }
      if let text = column.defaultText {
        attribute.defaultValue = Self.defaultValue(text, guess.type)
        if attribute.defaultValue == nil, text.uppercased() != "NULL" {
          notes.append("Its default, \(text.onOneLine), is left out.")
        }
      }
      attribute.documentation = notes.isEmpty ? nil : notes.joined(separator: "\n")
      entities[place].properties.append(.attribute(attribute))
      properties[SQLName(table.name), default: [:]][SQLName(column.name)] = name
    }
  }

  /// Returns whether two strings are equal byte by byte. Swift's `==` follows
  /// Unicode's rules instead.
  private static func isSame(_ one: String, _ other: String) -> Bool {
    one.utf8.elementsEqual(other.utf8)
  }

  /// Returns the guessed types of a table's columns, tested with the sample
  /// from which they were inferred.
  private func guesses(of table: DatabaseTable) throws -> [ColumnGuess] {
    var facts = table.columns.map { _ in ColumnFacts() }
    try forEachSample(of: table) { row in
      for index in facts.indices { facts[index].add(row.storedValue(Int32(index))) }
    }
    var guesses = zip(table.columns, facts).map { column, facts in
      ColumnGuess(column, facts, isFlag: table.checks.contains { $0.isOfFlag(column.name) })
    }
    try forEachSample(of: table) { row in
      for index in guesses.indices { guesses[index].test(row.storedValue(Int32(index))) }
    }
    return guesses
  }

  private func forEachSample(of table: DatabaseTable, _ body: (Row) throws -> Void) throws {
    let names = table.columns.map { ForeignDatabase.quoted($0.name) }.joined(separator: ", ")
    let sql = """
      SELECT \(names) FROM \(ForeignDatabase.quoted(table.name)) LIMIT \(Self.sampleCount)
      """
    try database.rows(sql, nil, body)
  }

  /// Adds the CHECK constraints that the model language can express, and quotes the
  /// others in the documentation.
  private mutating func addChecks(_ table: DatabaseTable) {
    guard let place = places[SQLName(table.name)] else { return }
    var notes: [String] = []
    for check in table.checks
    where !say(check, of: table, in: place) && !sayOfRows(check, of: table, in: place) {
      let text = check.text.count > 300 ? check.text.prefix(300) + "…" : check.text[...]
      notes.append("Left out: CHECK (\(text)); see '@check'.".onOneLine)
    }
    addNotes(notes, in: place)
  }

  private mutating func say(_ check: TableCheck, of table: DatabaseTable, in place: Int) -> Bool {
    guard let conditions = check.conditions else { return false }
    let names = properties[SQLName(table.name)] ?? [:]
    var rules: [(place: Int, rules: [ValidationRule])] = []
    for (column, conditions) in Dictionary(grouping: conditions, by: { SQLName($0.column) }) {
      guard
        let found = entities[place].properties.firstIndex(where: { $0.name == names[column] }),
        case .attribute(let attribute) = entities[place].properties[found],
        let said = TableCheck.rules(conditions, for: attribute.type),
        let all = TableCheck.combined(attribute.rules + said)
      else { return false }
      rules.append((found, all))
    }
    for (found, all) in rules {
      guard case .attribute(var attribute) = entities[place].properties[found] else { continue }
      attribute.rules = all
      entities[place].properties[found] = .attribute(attribute)
    }
    return true
  }

  /// Adds a constraint on several columns as a check of the entity. Returns
  /// false if the model language cannot express it.
  private mutating func sayOfRows(
    _ check: TableCheck, of table: DatabaseTable, in place: Int
  ) -> Bool {
    let names = properties[SQLName(table.name)] ?? [:]
    func property(_ column: String) -> RowCheck.Property? {
      for case .attribute(let attribute) in entities[place].properties
      where attribute.name == names[SQLName(column)] {
        return RowCheck.Property(
          name: attribute.name, isOptional: attribute.isOptional, type: attribute.type,
          dates: attribute.userInfo[PulledInfo.dates])
      }
      return nil
    }
    guard let row = check.row, let predicate = row.predicate(property) else { return false }
    let columns = row.columns.reduce(into: [String]()) { all, column in
      if !all.contains(column) { all.append(column) }
    }
    let words = check.name ?? columns.joined(separator: "_and_")
    let taken = entities[place].properties.map(\.name) + entities[place].checks.map(\.name)
    let name = ImportedName.free(EnglishWords.propertyName(words)) { taken.contains($0) }
    entities[place].checks.append(
      CheckDescription(
        name: name, predicate: predicate, message: "\(check.text.onOneLine) does not hold"))
    return true
  }

  private mutating func addNotes(_ notes: [String], in place: Int) {
    guard !notes.isEmpty else { return }
    let lines = [entities[place].documentation].compactMap { $0 } + notes
    entities[place].documentation = lines.joined(separator: "\n")
  }

  /// Returns the value of a default in SQL; nil if it cannot be expressed in
  /// the model language.
  private static func defaultValue(_ text: String, _ type: AttributeType) -> DefaultValue? {
    var text = text.trimmingCharacters(in: .whitespaces)
    while text.hasPrefix("("), text.hasSuffix(")") { text = String(text.dropFirst().dropLast()) }
    let upper = text.uppercased()
    if type == .date {
      let isNow = upper.hasPrefix("CURRENT_") || upper.hasPrefix("DATETIME('NOW'")
      return isNow ? .now : nil
    }
    let stored: FunctionResult
    if text.count > 1, text.hasPrefix("'"), text.hasSuffix("'") {
      let inner = text.dropFirst().dropLast()
      // Any other quote ends the string, which is then part of an expression.
      guard !inner.replacing("''", with: "").contains("'") else { return nil }
      stored = .text(String(inner).replacing("''", with: "'"))
    } else if let number = Int64(text) {
      stored = .integer(number)
    } else if let number = Double(text), number.isFinite {
      stored = .double(number)
    } else if ["TRUE", "FALSE"].contains(upper) {
      stored = .text(upper)
    } else {
      return nil
    }
    switch type {
    case .boolean, .int16, .int32, .int64, .float, .double, .decimal, .string:
      let value = type.value(of: stored, dates: .text) as? any AttributeValue
      return (value?.constantValue).map(DefaultValue.constant)
    case .date, .data, .uuid, .url, .json, .enumeration, .composite, .list, .codable,
      .transformable, .undefined:
      return nil
    }
  }

  // MARK: Relationships

  /// Returns whether a foreign key becomes a relationship.
  private func isLink(_ key: DatabaseTable.ForeignKey) -> Bool {
    guard key.columns.count == 1, let table = table(key.table) else { return false }
    let targets = key.targets.isEmpty ? table.key : key.targets
    return targets.count == 1 && table.isUnique(targets)
  }

  private func table(_ name: String) -> DatabaseTable? {
    tables.first { SQLName($0.name) == SQLName(name) }
  }

  private mutating func addLinks(_ table: DatabaseTable) {
    guard let place = places[SQLName(table.name)] else { return }
    let links = table.foreignKeys.filter(isLink)
    var done: Set<SQLName> = []
    for key in links {
      guard let destination = places[SQLName(key.table)],
        let column = table.column(key.columns[0]), done.insert(SQLName(column.name)).inserted
      else { continue }
      let plain = EnglishWords.linkName(column.name)
      let name = free(plain, in: place)
      let isOnly = links.count { SQLName($0.table) == SQLName(key.table) } == 1
      let isRequired = column.isRequired || column.keyPosition > 0
      let isOneToOne = table.isUnique([column.name])
      var link = RelationshipDescription(
        name: name, destinationName: entities[destination].name, isOptional: !isRequired)
      if !Self.isSame(name, column.name) { link.userInfo[PulledInfo.column] = column.name }
      let source = entities[place].name
      var back = isOneToOne ? EnglishWords.linkName(source) : EnglishWords.listName(source)
      let isMain = plain == EnglishWords.linkName(entities[destination].name)
      if destination == place || !(isOnly || isMain) {
        back += "By" + plain.prefix(1).uppercased() + plain.dropFirst()
      }
      // Both ends may belong to one entity, which then already has this end.
      entities[place].properties.append(.relationship(link))
      back = free(back, in: destination)
      link.inverseName = back
      entities[place].properties[entities[place].properties.count - 1] = .relationship(link)
      entities[destination].properties.append(
        .relationship(
          RelationshipDescription(
            name: back, destinationName: source, inverseName: name, isToMany: !isOneToOne,
            deleteRule: Self.deleteRule(key.onDelete, isRequired: isRequired))))
      properties[SQLName(table.name), default: [:]][SQLName(column.name)] = name
    }
  }

  private static func deleteRule(_ action: String, isRequired: Bool) -> DeleteRule {
    switch action.uppercased() {
    case "CASCADE": .cascade
    case "RESTRICT": .deny
    case "SET NULL", "SET DEFAULT": isRequired ? .deny : .nullify
    default: isRequired ? .deny : .nullify
    }
  }

  private mutating func addJoin(_ table: DatabaseTable) {
    guard let (one, other) = table.joined, let owner = places[SQLName(one.table)],
      let member = places[SQLName(other.table)]
    else { return }
    let isSelf = owner == member
    func plural(_ column: String) -> String {
      EnglishWords.listName(EnglishWords.linkName(column))
    }
    let name = free(
      isSelf ? plural(other.columns[0]) : EnglishWords.listName(entities[member].name), in: owner)
    var link = RelationshipDescription(
      name: name, documentation: "From the table '\(table.name.onOneLine)'.",
      destinationName: entities[member].name, isToMany: true,
      userInfo: [PulledInfo.join: table.name, PulledInfo.column: one.columns[0]])
    entities[owner].properties.append(.relationship(link))
    let back = free(
      isSelf ? plural(one.columns[0]) : EnglishWords.listName(entities[owner].name), in: member)
    link.inverseName = back
    if let place = entities[owner].properties.firstIndex(where: { $0.name == name }) {
      entities[owner].properties[place] = .relationship(link)
    }
    entities[member].properties.append(
      .relationship(
        RelationshipDescription(
          name: back, destinationName: entities[owner].name, inverseName: name, isToMany: true)))
  }

  // MARK: Indexes

  private mutating func addIndexes(_ table: DatabaseTable) {
    guard let place = places[SQLName(table.name)] else { return }
    let names = properties[SQLName(table.name)] ?? [:]
    var seen: Set<[String]> = []
    var taken = Set(entities[place].properties.map(\.name))
    var notes: [String] = []
    var indexes = table.indexes
    if table.key.count > 1, !indexes.contains(where: \.isKey) {
      indexes.append(
        .init(
          name: "", isUnique: true, isKey: true, isPartial: false,
          columns: table.key.map { .init(name: $0) }))
    }
    for index in indexes {
      let paths = index.columns.compactMap { $0.name.flatMap { names[SQLName($0)] } }
      guard paths.count == index.columns.count, !index.isPartial else {
        notes.append("The index '\(index.name.onOneLine)' is left out.")
        continue
      }
      // For unique attributes and relationships, an index of a single column is
      // not needed, since they already have one.
      if index.columns.count == 1 {
        let isLink = entities[place].relationships.contains { $0.name == paths[0] }
        if index.isUnique || isLink { continue }
      }
      guard seen.insert(paths).inserted else { continue }
      let words = paths.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: "And")
      let name = ImportedName.free("by" + words) { taken.contains($0) }
      taken.insert(name)
      if index.isUnique {
        entities[place].uniquenessConstraints.append(
          UniquenessConstraint(name: name, keyPaths: paths))
      } else {
        let elements = zip(paths, index.columns).map {
          FetchIndexDescription.Element($0, isAscending: !$1.isDescending)
        }
        entities[place].indexes.append(FetchIndexDescription(name: name, elements: elements))
      }
    }
    addNotes(notes, in: place)
  }
}
