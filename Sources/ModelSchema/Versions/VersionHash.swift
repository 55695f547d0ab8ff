extension ManagedObjectModel {
  /// A version hash, which has 32 bytes.
  public typealias EntityHash = Data

  /// The version hashes of the entities by name, as Core Data computes them.
  ///
  /// Two models with equal hashes have the same storage. An entity's hash
  /// covers its name, its parent's hash, whether it is abstract, its stored
  /// properties, including inherited properties, its uniqueness constraints and
  /// the hash modifiers. It does not cover its class, defaults, rules, delete
  /// rules, indexes or user info.
  ///
  /// `unconfirmedHashFeatures` lists the features of a model for which Core Data may compute a
  /// different hash. A hash that Core Data itself wrote, which is kept in an entity's user info as
  /// `versionHash`, takes precedence over a computed one.
  public var versionHashes: [String: EntityHash] {
    VersionHasher(self).hashes.mapValues { Data($0.known ?? $0.computed) }
  }

  /// The version hashes that version 0.1 of this library computed and wrote into stores, if they
  /// differ from Core Data's.
  package var formerVersionHashes: [String: EntityHash] {
    VersionHasher(self, isFormer: true).hashes.mapValues { Data($0.known ?? $0.computed) }
  }

  /// The names of the entities whose hashes were written by Core Data.
  var entityNamesOfKnownHashes: Set<String> {
    // Most models have no such hashes, and need not be hashed.
    let key = EntityDescription.versionHashKey
    guard entities.contains(where: { $0.userInfo[key] != nil }) else { return [] }
    return Set(VersionHasher(self).hashes.filter { $0.value.known != nil }.keys)
  }

  /// All hashes as one string, in the form that Core Data writes into stores and compiled models.
  /// The strings are equal for models with the same storage.
  public var versionChecksum: String { Self.versionChecksum(of: versionHashes) }

  /// Returns the checksum of hashes: SHA-256 of the hashes in the order of the entities' names.
  package static func versionChecksum(of hashes: [String: EntityHash]) -> String {
    let bytes = hashes.sorted { $0.key < $1.key }.flatMap { Array($0.value) }
    return Data(SHA256.hash(bytes)).base64EncodedString()
  }

  /// Returns the digest of hashes, which stores keep beside them: SHA-512 of names and hashes, in
  /// the order of the names.
  package static func versionDigest(of hashes: [String: EntityHash]) -> String {
    let bytes = hashes.sorted { $0.key < $1.key }.flatMap { Array($0.key.utf8) + Array($0.value) }
    return Data(SHA512.hash(bytes)).base64EncodedString()
  }
}

extension EntityDescription {
  /// The key of user info under which a hash from Core Data is kept, in Base64.
  ///
  /// The hash is followed by the beginning of the hash that is computed for the same entity. The
  /// kept hash is valid as long as the computed hash has the same beginning, so it becomes invalid
  /// when the entity is changed; a hash without such a beginning is always valid.
  package static let versionHashKey = "versionHash"

  /// Returns the hash that Core Data wrote for the entity in its current form; nil if it is
  /// unknown.
  fileprivate func knownVersionHash(beside computed: [UInt8]) -> [UInt8]? {
    let parts = (userInfo[Self.versionHashKey] ?? "").split(separator: " ").map(String.init)
    guard let text = parts.first, let hash = Data(base64Encoded: text), hash.count == 32,
      parts.count == 1 || parts[1] == Self.mark(of: computed)
    else { return nil }
    return Array(hash)
  }

  /// Returns the beginning of a computed hash, in Base64.
  fileprivate static func mark(of computed: [UInt8]) -> String {
    Data(computed.prefix(9)).base64EncodedString()
  }
}

extension RelationshipDescription {
  /// The key of user info under which an import keeps the name of an inverse whose own inverse is
  /// another relationship.
  package static let hashedInverseKey = "xcode.inverseName"

  /// The key of user info under which an import records that a to-one relationship is ordered,
  /// which affects only its hash.
  package static let hashedOrderKey = "xcode.ordered"

  /// The keys of user info under which an import records that a relationship is
  /// required, although it is optional in the model: if two objects required
  /// each other, neither could be created first.
  private static let requiredKeys = ["xcode.no.optional=YES", "xcode.optional=YES"]

  /// The keys of user info that are covered by version hashes.
  package static let hashedKeys = Set([hashedInverseKey, hashedOrderKey] + requiredKeys)

  /// True if the relationship is hashed as optional by Core Data.
  var isHashedAsOptional: Bool {
    isOptional && !Self.requiredKeys.contains { ["", "NO"].contains(userInfo[$0]) }
  }

  /// True if the relationship is marked as ordered although it is to-one.
  var isOrderedToOne: Bool { !isToMany && userInfo[Self.hashedOrderKey] == "YES" }

  /// The name of the inverse that is included in Core Data's hash although the
  /// relationship has no inverse in the model; nil if there is none.
  var hashedInverseName: String? { userInfo[Self.hashedInverseKey] }
}

extension ManagedObjectModel {
  /// Returns the model with hashes that Core Data wrote, which are valid until an entity is
  /// changed; hashes of entities that do not exist in the model are ignored.
  public func keeping(versionHashes hashes: [String: EntityHash]) -> ManagedObjectModel {
    var model = self
    let key = EntityDescription.versionHashKey
    for index in model.entities.indices {
      guard let hash = hashes[model.entities[index].name] else { continue }
      model.entities[index].userInfo[key] = hash.base64EncodedString()
    }
    // The hashes of subentities are computed from those of their parents, so the
    // parents' hashes are set first.
    let own = VersionHasher(model).hashes
    for index in model.entities.indices where hashes[model.entities[index].name] != nil {
      guard let computed = own[model.entities[index].name]?.computed else { continue }
      model.entities[index].userInfo[key]? += " " + EntityDescription.mark(of: computed)
    }
    return model
  }
}

// The bytes that are hashed; integers have the lowest byte first, strings are in UTF-8:
//
//   property      P = H(name, optional u8, transient u8, modifier)
//   attribute     A = H(P, type i32, 01 where external, 01 where kept after deletion)
//   derived         = H(expression)
//   composite       = H(elements by name)
//   relationship  R = H(P, destination, inverse, max i32, min i32, 01 00 where ordered)
//   entity        E = H(name, abstract u8, parent's E, properties by name, modifier, constraints)

private struct VersionHasher {
  private let model: ManagedObjectModel
  private let entities: [String: EntityDescription]
  /// True if composites and required pairs are hashed in the same way as in version 0.1.
  private let isFormer: Bool

  init(_ model: ManagedObjectModel, isFormer: Bool = false) {
    self.model = model
    self.isFormer = isFormer
    entities = model.entitiesByName
  }

  /// The hashes of all entities, by name: the computed hash, and the hash that
  /// Core Data wrote, which is nil if the model has none.
  var hashes: [String: (computed: [UInt8], known: [UInt8]?)] {
    var hashes: [String: (computed: [UInt8], known: [UInt8]?)] = [:]
    for entity in model.entitiesInStoreOrder {
      let parent = entity.parentName.flatMap { hashes[$0] }
      let computed = hash(of: entity, parent: parent.map { $0.known ?? $0.computed })
      hashes[entity.name] = (computed, entity.knownVersionHash(beside: computed))
    }
    return hashes
  }

  private func hash(of entity: EntityDescription, parent: [UInt8]?) -> [UInt8] {
    var bytes = Array(entity.name.utf8)
    bytes.append(entity.isAbstract ? 1 : 0)
    bytes += parent ?? []
    let parts = model.lineage(of: entity).flatMap { owner in
      owner.properties.compactMap { property in
        hash(of: property, owner).map { (name: property.storedName, hash: $0) }
      }
    }
    // The properties are sorted by name, since the order of declarations does not
    // affect stored data.
    for part in parts.sorted(by: { $0.name < $1.name }) { bytes += part.hash }
    bytes += Array((entity.versionHashModifier ?? "").utf8)
    let constraints = entity.allUniquenessConstraints.map {
      model.storedNames(of: $0.keyPaths, in: entity).joined(separator: ".")
    }
    for names in constraints.sorted() { bytes += Array(names.utf8) }
    return SHA256.hash(bytes)
  }

  /// Returns the hash of a stored property; nil for a property that is not
  /// stored.
  private func hash(of property: PropertyDescription, _ entity: EntityDescription) -> [UInt8]? {
    switch property {
    case .attribute(let attribute): attribute.isTransient ? nil : hash(of: attribute)
    case .relationship(let relationship):
      relationship.isTransient ? nil : hash(of: relationship, entity)
    case .fetched: nil
    }
  }

  private func hash(
    of attribute: AttributeDescription, within composites: Set<String> = []
  ) -> [UInt8] {
    if let derivation = attribute.derivation {
      return SHA256.hash(Array(derivation.hashText.utf8))
    }
    // Each type is visited once on the way down, since a type that contains itself would lead to
    // endless recursion.
    if case .composite(let name) = attribute.type, !composites.contains(name), !isFormer {
      return elements(of: name, composites.union([name]))
    }
    var bytes = prefix(
      attribute.columnName ?? attribute.name, attribute.isOptional, attribute.versionHashModifier)
    bytes += Self.bytes(attribute.type.typeCode)
    if case .composite(let name) = attribute.type, !composites.contains(name) {
      bytes += elements(of: name, composites.union([name]))
    }
    if attribute.allowsExternalStorage { bytes.append(1) }
    if attribute.preservesValueOnDeletion { bytes.append(1) }
    return SHA256.hash(bytes)
  }

  private func elements(of composite: String, _ known: Set<String>) -> [UInt8] {
    let elements = model.composite(named: composite)?.elements ?? []
    return SHA256.hash(
      elements.sorted { $0.name < $1.name }.flatMap { hash(of: $0, within: known) })
  }

  private func hash(
    of relationship: RelationshipDescription, _ entity: EntityDescription
  ) -> [UInt8] {
    var bytes = prefix(
      relationship.columnName ?? relationship.name,
      isFormer ? relationship.isOptional : relationship.isHashedAsOptional,
      relationship.versionHashModifier)
    bytes += Array(relationship.destinationName.utf8)
    bytes += Array(inverseName(of: relationship, entity).utf8)
    bytes += Self.bytes(relationship.isToMany ? relationship.maxCount : 1)
    bytes += Self.bytes(relationship.minCount)
    if relationship.isOrdered || relationship.isOrderedToOne { bytes += [1, 0] }
    return SHA256.hash(bytes)
  }

  /// Returns the name of the inverse; empty if there is none, and for a relationship that is its
  /// own inverse.
  private func inverseName(
    of relationship: RelationshipDescription, _ entity: EntityDescription
  ) -> String {
    // If two relationships have the same inverse, it belongs to only one of them; Core Data still
    // includes the name of the inverse in the hash of the other relationship.
    guard let name = relationship.inverseName,
      let destination = entities[relationship.destinationName]
    else { return relationship.hashedInverseName ?? "" }
    let isItsOwn = destination.name == entity.name && name == relationship.name
    let inverse = model.properties(of: destination).first { $0.name == name }
    return isItsOwn ? "" : inverse?.storedName ?? name
  }

  /// Returns the hash of the parts that every property has, which comes first in the bytes that are
  /// hashed for a property. Transient properties are not hashed.
  private func prefix(_ name: String, _ isOptional: Bool, _ modifier: String?) -> [UInt8] {
    SHA256.hash(Array(name.utf8) + [isOptional ? 1 : 0, 0] + Array((modifier ?? "").utf8))
  }

  private static func bytes(_ number: Int) -> [UInt8] {
    let number = UInt32(truncatingIfNeeded: number)
    return [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}

extension ObjectExpression {
  /// The description of Core Data's own expression, in which a count is a function, not a step of a
  /// path. It has been confirmed by files for counts and for functions without arguments; for other
  /// expressions, equal expressions have equal strings.
  fileprivate var hashText: String {
    switch self {
    case .keyPath(let names, let start):
      let path = start == .evaluatedObject ? [] : [start.hashText]
      guard names.last == "@count" else { return (path + names).joined(separator: ".") }
      return "count:(\((path + names.dropLast()).joined(separator: ".")))"
    case .function(let name, let arguments):
      return "\(name)(\(arguments.map(\.hashText).joined(separator: ", ")))"
    case .evaluatedObject: return "SELF"
    case .variable(let name): return "$" + name
    case .constant, .element, .aggregate, .set, .subquery, .conditional, .cast:
      return String(describing: self)
    }
  }
}
