/// The import of a database's rows as objects of a store, in one transaction
/// but in parts: first the objects, then their links, then the tables that only
/// join others.
///
/// The source of a property is specified in the model's user info
/// (`PulledInfo`); otherwise it is found by the property's name.
struct DatabaseImport {
  /// True if values that do not fit are left out.
  var skipsMisfits = false
  /// Descriptions of values that do not fit.
  private(set) var misfits: [String] = []
  private(set) var misfitCount = 0
  /// The number of objects of each entity, in the model's order.
  private(set) var counts: [(name: String, count: Int)] = []

  private let database: ForeignDatabase
  private let tables: [SQLName: DatabaseTable]
  private let store: StoreAccess
  private var context: ManagedObjectContext { store.context }
  private let model: ManagedObjectModel
  /// The objects, by their rows and by the values of referenced columns.
  private var places: KeyTable
  /// The columns that other columns refer to.
  private var targets: Set<Column> = []

  private struct Column: Hashable {
    let table: SQLName
    let name: SQLName

    init(_ table: String, _ name: String) {
      (self.table, self.name) = (SQLName(table), SQLName(name))
    }
  }

  /// Returns the string that identifies the object with the given value in a
  /// column; nil if there is no value.
  private static func word(_ column: Column, _ value: FunctionResult) -> String? {
    let text: String
    switch value {
    case .null, .error, .failure: return nil
    case .integer(let value): text = "\(value)"
    case .double(let value): text = Int64(exactly: value).map { "\($0)" } ?? "\(value)"
    case .text(let value): text = "'" + value
    case .bytes(let value): text = "x" + Data(value).base64EncodedString()
    }
    return "\(column.table.word)\u{1}\(column.name.word)\u{1}\(text)"
  }

  /// Returns the string that identifies the object created from a row.
  private static func word(_ table: DatabaseTable, row: Int) -> String {
    "\(SQLName(table.name).word)\u{2}\(row)"
  }

  /// The maximum number of misfits that are described.
  private static let limit = 100

  init(_ database: ForeignDatabase, into store: StoreAccess) throws {
    self.database = database
    self.store = store
    places = try KeyTable()
    model = store.model
    tables = Dictionary(first: try database.tables().map { (SQLName($0.name), $0) })
  }

  /// Creates the objects. The closure writes the objects created so far.
  mutating func run(_ write: () throws -> Void) throws {
    let sources = model.entitiesInStoreOrder.compactMap { entity in
      table(of: entity).map { (entity, $0) }
    }
    guard !sources.isEmpty || tables.isEmpty else {
      throw StoreError(
        .modelMismatch,
        "the model '\(model.name)' has no entity for a table of '\(database.path)'; it takes one that "
          + "'pull' made, or one with the names of the tables")
    }
    let keys = (sources.map(\.1) + tables.values).flatMap(\.foreignKeys)
    targets = Set(keys.filter { $0.columns.count == 1 }.compactMap(target))
    for (entity, table) in sources { try addRows(entity, table, write) }
    for (place, source) in sources.enumerated() {
      try addLinks(source.0, source.1, counting: place, write)
    }
    for (entity, _) in sources { try addJoins(entity, write) }
    guard misfitCount == 0 || skipsMisfits else { return }
    var broken: [String] = []
    for (_, place, failure) in try places.failures(in: store) {
      let name = name(of: place)
      let reason = failure.message.map { ": \($0)" } ?? ""
      broken.append("\(name): '\(failure.propertyName)' \(failure.ruleText)\(reason)")
    }
    guard broken.isEmpty else {
      throw StoreError(.wrongType, broken.joined(separator: "\n"))
    }
  }

  /// Returns the error of a save, together with the row that caused it.
  func located(_ error: StoreError) throws -> StoreError {
    guard let id = error.objectIDs.first, let (_, place) = try places.origin(of: id) else {
      return error
    }
    var error = error
    error.message = "\(name(of: place)): \(error.message)"
    error.underlying = nil
    return error
  }

  /// Returns the name of an object's row in messages.
  private func name(of place: KeyTable.Place) -> String {
    let table = model.entity(named: place.entityName).flatMap { self.table(of: $0)?.name }
    return "'\((table ?? place.entityName).onOneLine)' row \(place.line)"
  }

  /// The tables whose rows are not imported.
  var leftOut: [String] {
    let entities = model.entities.compactMap { table(of: $0)?.name }
    let joins = model.entities.flatMap(\.relationships).compactMap { $0.userInfo[PulledInfo.join] }
    let used = Set((entities + joins).map(SQLName.init))
    return tables.filter { !used.contains($0.key) }.map(\.value.name).sorted()
  }

  private func table(of entity: EntityDescription) -> DatabaseTable? {
    if let name = entity.userInfo[PulledInfo.table] { return tables[SQLName(name)] }
    return tables[SQLName(entity.name)]
      ?? tables.values.filter { EnglishWords.entityName($0.name) == entity.name }
      .min { $0.name < $1.name }
  }

  private func target(of key: DatabaseTable.ForeignKey) -> Column? {
    guard let table = tables[SQLName(key.table)] else { return nil }
    return (key.targets.first ?? table.key.first).map { Column(table.name, $0) }
  }

  private mutating func report(_ words: String) {
    misfitCount += 1
    if misfits.count < Self.limit { misfits.append(words) }
  }

  // MARK: Rows

  /// The properties whose values come from an entity's columns.
  private struct Plan {
    var attributes: [(AttributeDescription, Int32, DateForm)] = []
    var links: [(RelationshipDescription, Int32, Column)] = []
    /// The columns that other columns refer to.
    var keys: [(Column, Int32)] = []
  }

  private func plan(_ entity: EntityDescription, _ table: DatabaseTable) -> Plan {
    var plan = Plan()
    func place(_ property: PropertyDescription, _ info: [String: String]) -> Int32? {
      let names = table.columns.map(\.name)
      let wanted = SQLName(info[PulledInfo.column] ?? property.name)
      if let place = names.firstIndex(where: { SQLName($0) == wanted }) { return Int32(place) }
      guard info[PulledInfo.column] == nil else { return nil }
      // An equal name takes precedence over a name that is derived from it.
      let isLink = property.relationship != nil
      return names.firstIndex { name in
        EnglishWords.propertyName(name) == property.name
          || isLink && EnglishWords.linkName(name) == property.name
      }.map(Int32.init)
    }
    for property in model.properties(of: entity) {
      switch property {
      case .attribute(let attribute):
        guard attribute.derivation == nil, !attribute.isTransient,
          let place = place(property, attribute.userInfo)
        else { continue }
        let form = attribute.userInfo[PulledInfo.dates].flatMap(DateForm.init) ?? .text
        plan.attributes.append((attribute, place, form))
      case .relationship(let relationship):
        guard !relationship.isToMany, relationship.userInfo[PulledInfo.join] == nil,
          let place = place(property, relationship.userInfo),
          let key = table.foreignKeys.first(where: {
            $0.columns.map(SQLName.init) == [SQLName(table.columns[Int(place)].name)]
          }), let target = target(of: key)
        else { continue }
        plan.links.append((relationship, place, target))
      case .fetched: continue
      }
    }
    for (place, column) in table.columns.enumerated() {
      let key = Column(table.name, column.name)
      if targets.contains(key) { plan.keys.append((key, Int32(place))) }
    }
    return plan
  }

  private mutating func addRows(
    _ entity: EntityDescription, _ table: DatabaseTable, _ write: () throws -> Void
  ) throws {
    let plan = plan(entity, table)
    var count = 0
    try forEachRow(of: table, write) { number, row in
      if try add(row, number, table, entity, plan) { count += 1 }
    }
    counts.append((entity.name, count))
  }

  /// Calls a closure with the rows of a table and their numbers, and writes the
  /// objects from time to time.
  private func forEachRow(
    of table: DatabaseTable, and more: [String] = [], _ write: () throws -> Void,
    _ body: (Int, Row) throws -> Void
  ) throws {
    let names = table.columns.map { "t0." + ForeignDatabase.quoted($0.name) } + more
    var number = 0
    try database.rows(
      "SELECT \(names.joined(separator: ", ")) FROM \(ForeignDatabase.quoted(table.name)) AS t0"
    ) { row in
      number += 1
      try body(number, row)
      if number % KeyTable.partSize == 0 { try write() }
    }
    try write()
  }

  /// Creates the object of a row, and returns true; returns false for a row
  /// that lacks a required value, which is left out.
  private mutating func add(
    _ row: Row, _ number: Int, _ table: DatabaseTable, _ entity: EntityDescription, _ plan: Plan
  ) throws -> Bool {
    let name = Self.name(table, number)
    var values: [String: Any?] = [:]
    var isWhole = true
    for (attribute, place, form) in plan.attributes {
      let stored = row.storedValue(place)
      if case .null = stored {
        guard attribute.isOptional else {
          report("\(name): '\(attribute.name)' needs a value")
          isWhole = false
          continue
        }
        // A stored NULL takes precedence over the default of new objects.
        values[attribute.name] = .some(nil)
        continue
      }
      if let value = attribute.type.value(of: stored, dates: form), attribute.keeps(value) {
        values[attribute.name] = .some(value)
      } else {
        report("\(name): '\(attribute.name)' cannot be \(stored.words)")
        if attribute.isOptional { values[attribute.name] = .some(nil) } else { isWhole = false }
      }
    }
    for (relationship, place, _) in plan.links where !relationship.isOptional {
      guard case .null = row.storedValue(place) else { continue }
      report("\(name): '\(relationship.name)' needs a value")
      isWhole = false
    }
    guard isWhole else { return false }
    let object = try context.insert(entityName: entity.name, values)
    _ = try places.add(Self.word(table, row: number), object, line: number)
    for (key, place) in plan.keys {
      if let word = Self.word(key, row.storedValue(place)) {
        _ = try places.add(word, object, line: number)
      }
    }
    return true
  }

  /// Returns the name of a row in messages.
  private static func name(_ table: DatabaseTable, _ number: Int) -> String {
    "'\(table.name.onOneLine)' row \(number)"
  }

  // MARK: Links

  private mutating func addLinks(
    _ entity: EntityDescription, _ table: DatabaseTable, counting entityPlace: Int,
    _ write: () throws -> Void
  ) throws {
    let plan = plan(entity, table)
    guard !plan.links.isEmpty else { return }
    let referred = plan.links.map { _, column, target in
      Self.referred("t0." + ForeignDatabase.quoted(table.columns[Int(column)].name), target, tables)
    }
    try forEachRow(of: table, and: referred, write) { number, row in
      guard let found = try places.find(Self.word(table, row: number)),
        let object = try store.object(found)
      else { return }
      for (place, (relationship, column, target)) in plan.links.enumerated() {
        let value = row.storedValue(column)
        if case .null = value { continue }
        let key = row.storedValue(Int32(table.columns.count + place))
        if let other = try self.object(of: Self.word(target, key)) {
          try object.setValue(other, forKey: relationship.name)
          continue
        }
        report(
          "\(Self.name(table, number)): '\(relationship.name)' leads to \(value.words), which is "
            + "not there")
        guard !relationship.isOptional else { continue }
        context.delete(object)
        counts[entityPlace].count -= 1
        return
      }
    }
  }

  /// Returns the SQL for the value that a foreign key refers to. SQLite
  /// compares values by the type and the collation of the referenced column, so
  /// '1' can refer to 1, and 'de' to 'DE'.
  ///
  /// ```sql
  /// (SELECT t1."code" FROM "country" AS t1 WHERE t1."code" = +t0."country" LIMIT 1)
  /// ```
  private static func referred(
    _ column: String, _ target: Column, _ tables: [SQLName: DatabaseTable]
  ) -> String {
    guard let table = tables[target.table],
      let found = table.columns.first(where: { SQLName($0.name) == target.name })
    else { return "NULL" }
    let name = "t1." + ForeignDatabase.quoted(found.name)
    return "(SELECT \(name) FROM \(ForeignDatabase.quoted(table.name)) AS t1 "
      + "WHERE \(name) = +\(column) LIMIT 1)"
  }

  /// Returns the object that a string identifies; nil if there is none.
  private func object(of word: String?) throws -> ManagedObject? {
    try word.flatMap { try places.find($0) }.flatMap { try store.object($0) }
  }

  private mutating func addJoins(
    _ entity: EntityDescription, _ write: () throws -> Void
  ) throws {
    for relationship in entity.relationships {
      guard let name = relationship.userInfo[PulledInfo.join],
        let column = relationship.userInfo[PulledInfo.column],
        let table = tables[SQLName(name)],
        let owner = table.foreignKeys.first(where: {
          $0.columns.map(SQLName.init) == [SQLName(column)]
        }),
        let member = table.foreignKeys.first(where: {
          $0.columns.count == 1 && $0.columns.map(SQLName.init) != [SQLName(column)]
        }),
        let owners = target(of: owner), let members = target(of: member)
      else { continue }
      try addJoin(relationship, table, (column, owners), (member.columns[0], members))
      try write()
    }
  }

  private mutating func addJoin(
    _ relationship: RelationshipDescription, _ table: DatabaseTable,
    _ owner: (column: String, target: Column), _ member: (column: String, target: Column)
  ) throws {
    let names = [owner.column, member.column].map { "t0." + ForeignDatabase.quoted($0) }
    let keys = zip(names, [owner.target, member.target]).map { Self.referred($0, $1, tables) }
    var members: [ManagedObject] = []
    var present: ManagedObject?
    func relate() throws {
      try present?.setValue(members, forKey: relationship.name)
      members = []
    }
    try database.rows(
      "SELECT \((names + keys).joined(separator: ", ")) "
        + "FROM \(ForeignDatabase.quoted(table.name)) AS t0 ORDER BY 3, 4, 1, 2"
    ) { row in
      let values = [row.storedValue(0), row.storedValue(1)]
      guard let one = try object(of: Self.word(owner.target, row.storedValue(2))),
        let other = try object(of: Self.word(member.target, row.storedValue(3)))
      else {
        report(
          "'\(table.name.onOneLine)': \(values[0].words) and \(values[1].words) "
            + "are not both there")
        return
      }
      if one != present {
        try relate()
        present = one
      }
      members.append(other)
    }
    try relate()
  }
}

extension FunctionResult {
  /// The value in the form used in messages.
  var words: String {
    switch self {
    case .null: "NULL"
    case .integer(let number): "\(number)"
    case .double(let number): "\(number)"
    case .text(let text): "'\(text.count > 60 ? text.prefix(60) + "…" : text[...])'".onOneLine
    case .bytes(let bytes):
      String(validating: bytes, as: UTF8.self) == nil
        ? "\(bytes.count) bytes, which are no text in UTF-8" : "\(bytes.count) bytes"
    case .error(let text): text
    case .failure(let error): "\(error)"
    }
  }
}
