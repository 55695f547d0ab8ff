internal import Foundation
internal import ModelRuntime
internal import ModelSQLite
internal import ModelSchema

/// The rows of a database as objects of a store, in one save.
///
/// The model says in its user info where a property comes from
/// (`PulledInfo`); what it does not say is found by its name.
struct DatabaseImport {
  /// A value that does not fit, in words.
  private(set) var misfits: [String] = []
  private(set) var misfitCount = 0
  /// The number of objects of each entity, in the model's order.
  private(set) var counts: [(name: String, count: Int)] = []

  private let database: ForeignDatabase
  private let tables: [String: DatabaseTable]
  private let context: ManagedObjectContext
  private let model: ManagedObjectModel
  /// The objects by a column that others refer to, by its value.
  private var objects: [Column: [Key: ManagedObject]] = [:]
  private var links: [Link] = []

  private struct Column: Hashable {
    let table: String
    let name: String

    init(_ table: String, _ name: String) {
      (self.table, self.name) = (table.lowercased(), name.lowercased())
    }
  }

  /// A value of a column that others refer to.
  private enum Key: Hashable {
    case integer(Int64)
    case double(Double)
    case text(String)
    case bytes([UInt8])

    init?(_ value: FunctionResult) {
      switch value {
      case .null, .error, .failure: return nil
      case .integer(let value): self = .integer(value)
      case .double(let value):
        self = Int64(exactly: value).map(Key.integer) ?? .double(value)
      case .text(let value): self = .text(value)
      case .bytes(let value): self = .bytes(value)
      }
    }
  }

  private struct Link {
    let object: ManagedObject
    let relationship: RelationshipDescription
    let target: Column
    let value: FunctionResult
    let row: String
  }

  /// So many are told in words.
  private static let limit = 100

  init(_ database: ForeignDatabase, into context: ManagedObjectContext) throws {
    self.database = database
    self.context = context
    model = context.model
    tables = Dictionary(
      try database.tables().map { ($0.name.lowercased(), $0) }, uniquingKeysWith: { one, _ in one })
  }

  /// Makes the objects; nothing is saved.
  mutating func run() throws {
    let sources = model.entitiesInStoreOrder.compactMap { entity in
      table(of: entity).map { (entity, $0) }
    }
    for (_, table) in sources {
      for key in table.foreignKeys where key.columns.count == 1 {
        if let target = target(of: key) { objects[target] = [:] }
      }
    }
    for join in tables.values {
      for key in join.foreignKeys where key.columns.count == 1 {
        if let target = target(of: key) { objects[target] = [:] }
      }
    }
    for (entity, table) in sources { try addRows(entity, table) }
    for link in links { relate(link) }
    for (entity, _) in sources { try addJoins(entity) }
  }

  /// The tables that no entity takes its rows from.
  var leftOut: [String] {
    let entities = model.entities.compactMap { table(of: $0)?.name }
    let joins = model.entities.flatMap(\.relationships).compactMap { $0.userInfo[PulledInfo.join] }
    let used = Set((entities + joins).map { $0.lowercased() })
    return tables.filter { !used.contains($0.key) }.map(\.value.name).sorted()
  }

  private func table(of entity: EntityDescription) -> DatabaseTable? {
    if let name = entity.userInfo[PulledInfo.table] { return tables[name.lowercased()] }
    return tables[entity.name.lowercased()]
      ?? tables.values.filter { EnglishWords.entityName($0.name) == entity.name }
      .min { $0.name < $1.name }
  }

  private func target(of key: DatabaseTable.ForeignKey) -> Column? {
    guard let table = tables[key.table.lowercased()] else { return nil }
    return (key.targets.first ?? table.key.first).map { Column(table.name, $0) }
  }

  private mutating func report(_ words: String) {
    misfitCount += 1
    if misfits.count < Self.limit { misfits.append(words) }
  }

  // MARK: Rows

  /// The properties that an entity's columns fill.
  private struct Plan {
    var attributes: [(AttributeDescription, Int32, DateForm)] = []
    var links: [(RelationshipDescription, Int32, Column)] = []
    /// The columns that others refer to.
    var keys: [(Column, Int32)] = []
  }

  private func plan(_ entity: EntityDescription, _ table: DatabaseTable) -> Plan {
    var plan = Plan()
    func place(_ property: PropertyDescription, _ info: [String: String]) -> Int32? {
      let wanted = info[PulledInfo.column]?.lowercased()
      let found = table.columns.firstIndex { column in
        if let wanted { return column.name.lowercased() == wanted }
        return column.name.lowercased() == property.name.lowercased()
          || EnglishWords.propertyName(column.name) == property.name
          || property.relationship != nil && EnglishWords.linkName(column.name) == property.name
      }
      return found.map(Int32.init)
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
            $0.columns.map { $0.lowercased() } == [table.columns[Int(place)].name.lowercased()]
          }), let target = target(of: key)
        else { continue }
        plan.links.append((relationship, place, target))
      case .fetched: continue
      }
    }
    for (place, column) in table.columns.enumerated() {
      let key = Column(table.name, column.name)
      if objects[key] != nil { plan.keys.append((key, Int32(place))) }
    }
    return plan
  }

  private mutating func addRows(_ entity: EntityDescription, _ table: DatabaseTable) throws {
    let plan = plan(entity, table)
    let names = table.columns.map { ForeignDatabase.quoted($0.name) }.joined(separator: ", ")
    var number = 0
    var count = 0
    try database.rows("SELECT \(names) FROM \(ForeignDatabase.quoted(table.name))") { row in
      number += 1
      if try add(row, "'\(table.name.onOneLine)' row \(number)", entity, plan) { count += 1 }
    }
    counts.append((entity.name, count))
  }

  /// Makes the object of a row; a row that lacks a value that is needed is left
  /// out.
  private mutating func add(
    _ row: Row, _ name: String, _ entity: EntityDescription, _ plan: Plan
  ) throws -> Bool {
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
        // What is stored comes before what new objects start with.
        values[attribute.name] = .some(nil)
        continue
      }
      if let value = attribute.type.value(of: stored, dates: form) {
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
    for (key, place) in plan.keys {
      if let value = Key(row.storedValue(place)) { objects[key]?[value] = object }
    }
    for (relationship, place, target) in plan.links {
      let value = row.storedValue(place)
      if case .null = value { continue }
      links.append(
        Link(object: object, relationship: relationship, target: target, value: value, row: name))
    }
    return true
  }

  // MARK: Links

  private mutating func relate(_ link: Link) {
    let name = link.relationship.name
    guard let key = Key(link.value), let other = objects[link.target]?[key] else {
      report("\(link.row): '\(name)' leads to \(link.value.words), which is not there")
      if !link.relationship.isOptional { context.delete(link.object) }
      return
    }
    do {
      try link.object.setValue(other, forKey: name)
    } catch {
      report("\(link.row): \(error)")
    }
  }

  private mutating func addJoins(_ entity: EntityDescription) throws {
    for relationship in entity.relationships {
      guard let name = relationship.userInfo[PulledInfo.join],
        let column = relationship.userInfo[PulledInfo.column],
        let table = tables[name.lowercased()],
        let owner = table.foreignKeys.first(where: { $0.columns == [column] }),
        let member = table.foreignKeys.first(where: {
          $0.columns.count == 1 && $0.columns != [column]
        }),
        let owners = target(of: owner), let members = target(of: member)
      else { continue }
      try addJoin(relationship, table, (column, owners), (member.columns[0], members))
    }
  }

  private mutating func addJoin(
    _ relationship: RelationshipDescription, _ table: DatabaseTable,
    _ owner: (column: String, target: Column), _ member: (column: String, target: Column)
  ) throws {
    var found: [ObjectID: (object: ManagedObject, members: [ManagedObject])] = [:]
    var order: [ObjectID] = []
    var number = 0
    let names = [owner.column, member.column].map(ForeignDatabase.quoted).joined(separator: ", ")
    try database.rows("SELECT \(names) FROM \(ForeignDatabase.quoted(table.name))") { row in
      number += 1
      let values = [row.storedValue(0), row.storedValue(1)]
      guard let one = Key(values[0]).flatMap({ objects[owner.target]?[$0] }),
        let other = Key(values[1]).flatMap({ objects[member.target]?[$0] })
      else {
        report(
          "'\(table.name.onOneLine)' row \(number): \(values[0].words) and \(values[1].words) "
            + "are not both there")
        return
      }
      if found[one.objectID] == nil { order.append(one.objectID) }
      found[one.objectID, default: (one, [])].members.append(other)
    }
    for id in order {
      guard let (object, members) = found[id] else { continue }
      try object.setValue(members, forKey: relationship.name)
    }
  }
}

extension FunctionResult {
  /// The value in a message.
  var words: String {
    switch self {
    case .null: "NULL"
    case .integer(let number): "\(number)"
    case .double(let number): "\(number)"
    case .text(let text): "'\(text.count > 60 ? text.prefix(60) + "…" : text[...])'".onOneLine
    case .bytes(let bytes): "\(bytes.count) bytes"
    case .error(let text): text
    case .failure(let error): "\(error)"
    }
  }
}
