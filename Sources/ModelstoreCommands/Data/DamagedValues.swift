/// A value that a command prints. An unreadable value is not replaced by the
/// default of its type.
enum ShownValue {
  case value(Any?)
  case damaged

  /// The value as human-readable text.
  var text: String {
    switch self {
    case .value(let value): StoredValue.text(value)
    case .damaged: "(damaged)"
    }
  }

  /// The value as a CSV field, which is empty if the value is damaged.
  var field: String {
    switch self {
    case .value(let value): StoredValue.field(value)
    case .damaged: ""
    }
  }

  /// The value as JSON, which is null if the value is damaged.
  var json: String {
    switch self {
    case .value(let value): StoredValue.json(value)
    case .damaged: "null"
    }
  }
}

/// A reader of the values of a store that may be damaged.
///
/// Properties cannot throw: if the column of a property contains a value of
/// another type, the property returns the default of its type. The damaged
/// values are looked up when the first damaged object is found.
final class ValueReader {
  private let container: PersistentContainer
  /// The number of values that could not be read.
  private(set) var damageCount = 0
  private var first: StoreError?
  private lazy var findings = Result { try damage() }

  /// A row, identified by the root entity of its hierarchy and its key.
  private struct Place: Hashable {
    let root: String
    let key: Int64
  }

  init(_ container: PersistentContainer) { self.container = container }

  /// Returns the value that a path of names leads to, starting at an object.
  func value(_ path: [String], of object: ManagedObject) throws -> ShownValue {
    var value: Any? = object
    for name in path {
      if let object = value as? ManagedObject {
        switch try self.value(name, of: object) {
        case .value(let next): value = next
        case .damaged: return .damaged
        }
      } else {
        value = (value as? [String: Any])?[name]
      }
    }
    return .value(value)
  }

  /// Returns the value of a property, or the information that it is damaged.
  func value(_ name: String, of object: ManagedObject) throws -> ShownValue {
    do {
      try object.load()
    } catch let error as StoreError where error.reason == .inaccessible {
      if try isDamaged(name, of: object, error) { return note(error) }
    }
    do {
      return .value(exact(try object.value(forKey: name), of: name, object))
    } catch let error as StoreError where error.reason == .missingFile {
      return note(error)
    }
  }

  /// Returns a value with all digits of the numbers in documents of a program's
  /// own types, which may be integers that no `Double` represents; any other
  /// value is unchanged.
  private func exact(_ value: Any?, of name: String, _ object: ManagedObject) -> Any? {
    guard value is JSONValue || value is [String: Any], let object = object as? DynamicObject,
      let entity = container.model.entity(named: object.entityName),
      let property = container.model.properties(of: entity).first(where: { $0.name == name }),
      let type = property.attribute?.type
    else { return value }
    return exact(value, type, at: [name], of: object)
  }

  private func exact(
    _ value: Any?, _ type: AttributeType, at path: [String], of object: DynamicObject
  ) -> Any? {
    if case .codable = type {
      guard let text = object.storedText(at: path), let line = try? JSONLine(text.utf8) else {
        return value
      }
      return line
    }
    guard case .composite(let name) = type, var members = value as? [String: Any] else {
      return value
    }
    for element in container.model.composite(named: name)?.elements ?? [] {
      guard let member = members[element.name] else { continue }
      members[element.name] = exact(member, element.type, at: path + [element.name], of: object)
    }
    return members
  }

  /// Ends a command that has printed all readable values.
  ///
  /// - Throws: `StoreError` if any of the values was damaged.
  func finish() throws {
    guard let first else { return }
    let count = damageCount == 1 ? "1 value is" : "\(damageCount) values are"
    throw StoreError(
      first.reason, "\(count) damaged; see 'check'. The first: \(first.message)",
      objectIDs: first.objectIDs, propertyNames: first.propertyNames)
  }

  private func note(_ error: StoreError) -> ShownValue {
    damageCount += 1
    first = first ?? error
    return .damaged
  }

  private func isDamaged(
    _ name: String, of object: ManagedObject, _ error: StoreError
  ) throws -> Bool {
    let model = container.model
    guard let entity = model.entity(named: object.entityName),
      model.properties(of: entity).first(where: { $0.name == name })?.relationship?.isToMany
        != true
    else { return false }
    if error.propertyNames.contains(where: { Self.property($0) == name }) { return true }
    let root = model.lineage(of: entity).first?.name ?? entity.name
    // An object that the check did not reach is treated as damaged.
    guard let known = try findings.get()[Place(root: root, key: object.objectID.key)] else {
      return true
    }
    return known.contains(name)
  }

  private func damage() throws -> [Place: Set<String>] {
    let model = container.model
    var places: [Place: Set<String>] = [:]
    for finding in try container.integrityCheck() {
      guard let key = finding.key, let path = finding.propertyName,
        let entity = finding.entityName.flatMap(model.entity(named:))
      else { continue }
      let root = model.lineage(of: entity).first?.name ?? entity.name
      places[Place(root: root, key: key), default: []].insert(Self.property(path))
    }
    return places
  }

  private static func property(_ keyPath: String) -> String {
    keyPath.split(separator: ".").first.map(String.init) ?? keyPath
  }
}
