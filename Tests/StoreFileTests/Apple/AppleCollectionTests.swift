import Foundation
import ModelRuntime
import ModelSchema
import TestSupport
import XCTest

/// Tests every store of Apple's: opens it, reads all of it, changes it, saves it, and opens
/// it again.
final class AppleCollectionTests: XCTestCase {
  func testEveryStoreReadsAsPlainSQLReadsIt() throws {
    let files = try AppleFiles()
    var counts = (stores: 0, objects: 0, values: 0, members: 0)
    for store in files.tried {
      let copy = try TemporaryCopy(of: store.url)
      var reader = try WholeReading(store, at: copy.url)
      try reader.compare()
      XCTAssertEqual(reader.differences, [], store.name)
      counts.stores += 1
      counts.objects += reader.objectCount
      counts.values += reader.valueCount
      counts.members += reader.memberCount
    }
    print("Apple's stores, read: \(counts)")
    XCTAssertEqual(counts.stores, files.tried.count)
    XCTAssertGreaterThan(counts.values, TestRun.isLong ? 30_000 : 1_000)
    XCTAssertGreaterThan(counts.members, TestRun.isLong ? 1_000 : 100)
  }

  func testEveryStoreIsChangedAndOpensAgain() throws {
    let files = try AppleFiles()
    var counts = (stores: 0, changed: 0, inserted: 0, linked: 0, deleted: 0)
    for store in files.tried {
      let copy = try TemporaryCopy(of: store.url)
      var change = try StoreChange(store, at: copy.url)
      do {
        try change.run()
      } catch {
        XCTFail("\(store.name): \(error)")
        continue
      }
      XCTAssertEqual(change.differences, [], store.name)
      counts.stores += 1
      counts.changed += change.changed
      counts.inserted += change.inserted
      counts.linked += change.linked
      counts.deleted += change.deleted
    }
    print("Apple's stores, changed: \(counts)")
    XCTAssertEqual(counts.stores, files.tried.count)
    XCTAssertGreaterThan(counts.linked, TestRun.isLong ? 20 : 5)
  }
}

/// Compares all values of a store's objects with the values that plain SQL reads.
struct WholeReading {
  let plain: PlainReading
  let context: ManagedObjectContext
  let model: ManagedObjectModel
  var differences: [String] = []
  var objectCount = 0
  var valueCount = 0
  var memberCount = 0

  init(_ store: AppleFiles.Store, at url: URL) throws {
    model = store.model
    plain = try PlainReading(url, model)
    var configuration = StoreConfiguration(url: url)
    configuration.isReadOnly = true
    context = try PersistentContainer(
      CompiledModel(model), configuration: configuration
    ).makeContext()
  }

  mutating func compare() throws {
    for entity in model.entities where !entity.isAbstract {
      let objects = try context.fetch(entityName: entity.name)
        .filter { $0.entityName == entity.name }
      let keys = objects.map(\.objectID.key).sorted()
      if keys != (try plain.keys(entity)) { differences.append("\(entity.name): other objects") }
      objectCount += objects.count
      for property in model.properties(of: entity) {
        switch property {
        case .attribute(let attribute): try compare(attribute, entity, objects)
        case .relationship(let relationship): try compare(relationship, entity, objects)
        case .fetched: break
        }
      }
    }
  }

  private mutating func compare(
    _ attribute: AttributeDescription, _ entity: EntityDescription, _ objects: [ManagedObject]
  ) throws {
    guard !attribute.isTransient, !attribute.allowsExternalStorage,
      let values = try plain.values(attribute.columnName ?? attribute.name, entity)
    else { return }
    for object in objects {
      let expected = values[object.objectID.key] ?? "?"
      let found = ShownValue.text(try object.value(forKey: attribute.name))
      valueCount += 1
      guard !ShownValue.areSame(expected, found, attribute.type), differences.count < 10 else {
        continue
      }
      differences.append("\(object.objectID).\(attribute.name): \(found), not \(expected)")
    }
  }

  private mutating func compare(
    _ relationship: RelationshipDescription, _ entity: EntityDescription,
    _ objects: [ManagedObject]
  ) throws {
    guard !relationship.isTransient else { return }
    if relationship.isToMany {
      guard let lists = try plain.members(relationship, entity) else {
        differences.append("\(entity.name).\(relationship.name): not in the file")
        return
      }
      for object in objects {
        let found = members(object, relationship.name).sorted()
        memberCount += found.count
        let expected = lists[object.objectID.key] ?? []
        if found != expected, differences.count < 10 {
          differences.append("\(object.objectID).\(relationship.name): \(found), not \(expected)")
        }
      }
    } else if let values = try plain.destinations(relationship, entity) {
      for object in objects {
        let other = try object.value(forKey: relationship.name) as? ManagedObject
        let expected = values[object.objectID.key] ?? "?"
        memberCount += 1
        if other.map({ String($0.objectID.key) }) ?? "nil" != expected {
          differences.append("\(object.objectID).\(relationship.name): not \(expected)")
        }
      }
    }
  }

  /// Returns the keys of the members that exist. Reading members whose rows are gone must
  /// not crash.
  private func members(_ object: ManagedObject, _ name: String) -> [Int64] {
    guard let members = try? object.value(forKey: name) as? any Sequence else { return [] }
    var keys: [Int64] = []
    for case let member as ManagedObject in members {
      _ = try? member.values(
        forKeys: model.entity(named: member.entityName)?.attributes.prefix(1)
          .map(\.name) ?? [])
      if !member.isInaccessible { keys.append(member.objectID.key) }
    }
    return keys
  }
}

/// Converts values to texts for comparison.
enum ShownValue {
  static func text(_ value: Any?) -> String {
    switch value {
    case nil: "nil"
    case let value as Bool: value ? "1" : "0"
    case let value as any BinaryInteger: String(value)
    case let value as Double: String(value)
    case let value as Float: String(Double(value))
    case let value as Date: String(value.timeIntervalSinceReferenceDate)
    case let value as Decimal: value.isNaN ? "NaN" : value.description
    case let value as String: value.replacingOccurrences(of: "\n", with: "\u{1}")
    case let value as URL: value.absoluteString
    case let value as Data: value.map { String(format: "%02X", $0) }.joined()
    case let value as UUID:
      withUnsafeBytes(of: value.uuid) { $0.map { String(format: "%02X", $0) }.joined() }
    case let value?: "\(value)"
    }
  }

  static func areSame(_ one: String, _ other: String, _ type: AttributeType) -> Bool {
    if one == other { return true }
    guard let one = Double(one), let other = Double(other) else { return false }
    if case .float = type { return Float(one) == Float(other) }
    return one == other || one.isNaN && other.isNaN
  }
}
