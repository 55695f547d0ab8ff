import Foundation
import ModelRuntime
import ModelSchema
import TestSupport
import XCTest

/// Changes a store of Apple's: sets values, and makes, links and deletes objects.
struct StoreChange {
  private let url: URL
  private let model: ManagedObjectModel
  private let before: PlainReading
  private(set) var differences: [String] = []
  private(set) var changed = 0
  private(set) var inserted = 0
  private(set) var linked = 0
  private(set) var deleted = 0

  init(_ store: AppleFiles.Store, at url: URL) throws {
    self.url = url
    model = store.model
    before = try PlainReading(url, model)
  }

  mutating func run() throws {
    let contents = try allContents()
    let metadata = try rows("SELECT Z_UUID, hex(Z_PLIST) FROM Z_METADATA", in: url)
    try change()
    for (table, content) in try allContents() where !touched.contains(table) {
      if contents[table] != content { differences.append("\(table) changed") }
    }
    if try rows("SELECT Z_UUID, hex(Z_PLIST) FROM Z_METADATA", in: url) != metadata {
      differences.append("the metadata changed")
    }
    try checkEntityColumns()
    try openAgain()
  }

  private var touched: Set<String> = ["Z_PRIMARYKEY", "Z_METADATA", "sqlite_stat1"]
  private var expected: [String: Int] = [:]

  private func allContents() throws -> [String: [String]] {
    var contents: [String: [String]] = [:]
    for table in before.columns.keys where table.hasPrefix("Z") {
      contents[table] = try before.content(table)
    }
    return contents
  }

  private func open() throws -> ManagedObjectContext {
    try PersistentContainer(
      CompiledModel(model), configuration: StoreConfiguration(url: url)
    ).makeContext()
  }

  // MARK: Changes

  private mutating func change() throws {
    let context = try open()
    var made: [String: ManagedObject] = [:]
    for entity in model.entities where !entity.isAbstract && isFree(entity) {
      made[entity.name] = try context.insert(
        entityName: entity.name, values(entity, suffix: entity.name))
      inserted += 1
      touched.insert(before.table(entity))
    }
    for (name, object) in made.sorted(by: { $0.key < $1.key }) {
      try link(object, model.entity(named: name), made)
    }
    try context.save()
    for (name, object) in made.sorted(by: { $0.key < $1.key }) {
      guard let entity = model.entity(named: name) else { continue }
      try set(entity, object)
      expected[name] = try context.count(entityName: name)
    }
    try context.save()
    try changeExisting(context, Set(made.values.map(\.objectID)))
    try deleteOne(made, context)
  }

  /// Sets a text of one object of every entity that Core Data wrote. Other values of the
  /// object must not prevent this.
  private mutating func changeExisting(
    _ context: ManagedObjectContext, _ made: Set<ObjectID>
  ) throws {
    for entity in model.entities where !entity.isAbstract {
      let attribute = model.properties(of: entity).compactMap(\.attribute).first {
        !$0.isTransient && $0.type == .string && $0.rules.isEmpty && $0.derivation == nil
      }
      guard let attribute,
        let object = try context.fetch(entityName: entity.name).first(where: {
          $0.entityName == entity.name && !made.contains($0.objectID)
        })
      else { continue }
      let key = object.objectID.key
      try object.setValue("existing \(key)", forKey: attribute.name)
      touched.insert(before.table(entity))
      do {
        try context.save()
        changed += 1
        existing.append((entity.name, key, attribute.name))
      } catch {
        differences.append("\(entity.name) p\(key): \(error)")
        context.rollback()
      }
    }
  }

  /// The objects written by Core Data that were changed.
  private var existing: [(entity: String, key: Int64, attribute: String)] = []

  private mutating func deleteOne(
    _ made: [String: ManagedObject], _ context: ManagedObjectContext
  ) throws {
    guard let name = made.keys.sorted().last, let object = made[name] else { return }
    context.delete(object)
    do {
      try context.save()
    } catch is ValidationError {
      context.rollback()
      return
    }
    deleted += 1
    for name in expected.keys { expected[name] = try context.count(entityName: name) }
  }

  /// Returns true if an object of an entity needs no other objects.
  private func isFree(_ entity: EntityDescription) -> Bool {
    model.properties(of: entity).compactMap(\.relationship).allSatisfy {
      $0.isTransient || $0.isOptional
    }
  }

  private func values(_ entity: EntityDescription, suffix: String) -> [String: Any?] {
    var values: [String: Any?] = [:]
    for case .attribute(let attribute) in model.properties(of: entity)
    where !attribute.isTransient && !attribute.isOptional && attribute.derivation == nil {
      switch attribute.type {
      case .string: values[attribute.name] = "made \(suffix)"
      case .boolean: values[attribute.name] = true
      case .int16, .int32, .int64: values[attribute.name] = 1
      case .double, .float: values[attribute.name] = 1.5
      case .decimal: values[attribute.name] = Decimal(string: "1.25")
      case .date: values[attribute.name] = Date(timeIntervalSinceReferenceDate: 1000)
      case .uuid: values[attribute.name] = UUID()
      case .url: values[attribute.name] = URL(string: "https://example.org")
      case .data, .transformable: values[attribute.name] = Data([1, 2, 3])
      case .enumeration, .composite, .json, .list, .codable, .undefined: break
      }
    }
    return values
  }

  private mutating func set(_ entity: EntityDescription, _ object: ManagedObject) throws {
    let attribute = model.properties(of: entity).compactMap(\.attribute).first {
      !$0.isTransient && $0.type == .string
    }
    guard let attribute else { return }
    try object.setValue("changed", forKey: attribute.name)
    changed += 1
  }

  /// Links a new object with other new objects, by every relationship that is not
  /// transient.
  private mutating func link(
    _ object: ManagedObject, _ entity: EntityDescription?, _ made: [String: ManagedObject]
  ) throws {
    guard let entity else { return }
    for case .relationship(let relationship) in model.properties(of: entity)
    where !relationship.isTransient {
      guard let destination = model.entity(named: relationship.destinationName),
        let other = made[destination.name] ?? descendant(of: destination, made)
      else { continue }
      if relationship.isToMany {
        try object.setValue([other], forKey: relationship.name)
      } else {
        try object.setValue(other, forKey: relationship.name)
      }
      linked += 1
      touch(relationship, entity, destination)
    }
  }

  private func descendant(
    of entity: EntityDescription, _ made: [String: ManagedObject]
  ) -> ManagedObject? {
    model.subentities(of: entity).lazy.compactMap { made[$0.name] }.first
  }

  private mutating func touch(
    _ relationship: RelationshipDescription, _ entity: EntityDescription,
    _ destination: EntityDescription
  ) {
    touched.formUnion([before.table(entity), before.table(destination)])
    for (table, columns) in before.columns where table.hasPrefix("Z_") {
      let isOfIt = columns.contains {
        $0.range(
          of: "^Z_[0-9]+\(relationship.name.uppercased())[0-9]*$", options: .regularExpression)
          != nil
      }
      if isOfIt { touched.insert(table) }
    }
  }

  // MARK: Checks

  /// Checks that the entity numbers beside references match the entities of the destination
  /// rows.
  private mutating func checkEntityColumns() throws {
    for entity in model.entities {
      for relationship in entity.relationships where !relationship.isToMany {
        guard let destination = model.entity(named: relationship.destinationName) else { continue }
        let table = before.table(entity)
        let reference = (relationship.columnName ?? relationship.name).uppercased()
        let column = before.columns[table]?.first {
          $0.range(of: "^Z[0-9]+_\(reference)$", options: .regularExpression) != nil
        }
        guard let column else { continue }
        let wrong = try rows(
          """
          SELECT t.Z_PK FROM \(table) t JOIN \(before.table(destination)) d \
          ON d.Z_PK = t.Z\(reference) WHERE t.\(column) IS NOT d.Z_ENT
          """, in: url)
        let left = try rows(
          "SELECT Z_PK FROM \(table) WHERE Z\(reference) IS NULL AND \(column) IS NOT NULL",
          in: url)
        if !wrong.isEmpty || !left.isEmpty {
          differences.append("\(table).\(column): \(wrong.count) wrong, \(left.count) left")
        }
      }
    }
  }

  private mutating func openAgain() throws {
    let context = try open()
    for change in existing {
      let object = try context.fetch(entityName: change.entity).first {
        $0.objectID.key == change.key && $0.entityName == change.entity
      }
      let text = try object?.value(forKey: change.attribute) as? String
      if text != "existing \(change.key)" {
        differences.append("\(change.entity) p\(change.key): \(text ?? "nil")")
      }
    }
    for (name, count) in expected where try context.count(entityName: name) != count {
      differences.append("\(name): not \(count) objects when opened again")
    }
    if try rows("PRAGMA integrity_check", in: url) != ["ok"] { differences.append("damaged") }
  }
}
