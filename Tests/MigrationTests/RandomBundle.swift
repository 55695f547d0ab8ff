import Foundation
import ModelSchema
import TestSupport

/// A random bundle of versions. Every element has an identity, which stays the same through
/// all versions and renames, so the data that it should keep is known without comparing
/// models.
struct RandomBundle {
  struct Attribute: Hashable {
    let identity: Int
    var name: String
    let original: String
    var type: AttributeType
    var isRequired = false
    var hasDefault = false
  }

  /// A to-one relationship, with or without a to-many inverse.
  struct Link: Hashable {
    let identity: Int
    let name: String
    var destination: Int
    var hasEnd: Bool
    var isOrdered: Bool
  }

  struct Entity: Hashable {
    let identity: Int
    var name: String
    let original: String
    let parent: Int?
    var attributes: [Attribute]
    var links: [Link]
  }

  struct Version: Hashable {
    var entities: [Entity]
    /// The steps of the migration block from the previous version.
    var steps: [MigrationDescription.Step] = []
    /// The identities of the elements that the block drops.
    var dropped: Set<Int> = []

    func entity(_ identity: Int) -> Entity? { entities.first { $0.identity == identity } }

    /// The entity and its parents, with the root last.
    func lineage(_ entity: Entity) -> [Entity] {
      [entity] + (entity.parent.flatMap(self.entity).map(lineage) ?? [])
    }
  }

  private(set) var versions: [Version] = []
  private var random: RandomSource
  private var identities = 0
  /// The removed elements, which may return under their old names.
  private var gone: (entities: [Entity], attributes: [Int: [Attribute]], links: [Int: [Link]]) =
    ([], [:], [:])

  init(seed: UInt64, count: Int) {
    random = RandomSource(seed: seed)
    var first = Version(entities: [])
    for _ in 0..<random.number(below: 3) + 2 { first.entities.append(newEntity(in: first)) }
    for index in first.entities.indices where random.once(in: 2) {
      first.entities[index].links.append(newLink(in: first))
    }
    versions = [first]
    while versions.count < count { versions.append(next()) }
  }

  // MARK: Growing

  private mutating func identity() -> Int {
    identities += 1
    return identities
  }

  private mutating func newEntity(in version: Version) -> Entity {
    let number = identity()
    let parent = random.once(in: 4) ? version.entities.randomElement(using: &random) : nil
    return Entity(
      identity: number, name: "E\(number)", original: "E\(number)", parent: parent?.identity,
      attributes: (0...random.number(below: 3)).map { _ in newAttribute() }, links: [])
  }

  private static let types: [AttributeType] = [
    .string, .string, .int16, .int32, .int64, .boolean, .double, .data,
  ]

  private mutating func newAttribute() -> Attribute {
    let number = identity()
    return Attribute(
      identity: number, name: "a\(number)", original: "a\(number)", type: random.pick(Self.types))
  }

  private mutating func newLink(in version: Version) -> Link {
    let number = identity()
    return Link(
      identity: number, name: "r\(number)", destination: random.pick(version.entities).identity,
      hasEnd: !random.once(in: 4), isOrdered: random.once(in: 3))
  }

  private mutating func next() -> Version {
    var version = versions[versions.count - 1]
    (version.steps, version.dropped) = ([], [])
    for _ in 0...random.number(below: 3) { change(&version) }
    if random.once(in: 12) { addBlock(to: &version) }
    return version
  }

  private mutating func change(_ version: inout Version) {
    guard !version.entities.isEmpty else {
      return version.entities.append(newEntity(in: version))
    }
    let index = random.number(below: version.entities.count)
    switch random.number(below: 16) {
    case 0: version.entities.append(newEntity(in: version))
    case 1: remove(index, from: &version)
    case 2, 3: bringEntityBack(to: &version)
    case 4:
      version.entities[index].name =
        random.once(in: 2)
        ? version.entities[index].original : "E\(identity())"
    case 5:
      version.entities[index].attributes.append(newAttribute())
    case 6: removeAttribute(&version.entities[index])
    case 7, 8: bringAttributeBack(&version.entities[index])
    case 9:
      changeAttribute(&version.entities[index]) { attribute, random in
        attribute.name =
          random.once(in: 2)
          ? attribute.original : "a\(attribute.identity)x\(random.number(below: 9))"
      }
    case 10:
      changeAttribute(&version.entities[index]) { attribute, random in
        attribute.type = random.pick([.int16, .int32, .int64, .boolean, attribute.type, .string])
      }
    case 11, 12:
      changeAttribute(&version.entities[index]) { attribute, random in
        attribute.isRequired = random.once(in: 2)
        attribute.hasDefault = random.once(in: 2)
      }
    case 13: version.entities[index].links.append(newLink(in: version))
    case 14: changeLink(&version.entities[index], version)
    default: bringLinkBack(index, &version)
    }
  }

  private mutating func remove(_ index: Int, from version: inout Version) {
    let entity = version.entities[index]
    // Subentities, and relationships to any of the removed entities, are removed too.
    let all = version.entities.filter { kin in
      version.lineage(kin).contains { $0.identity == entity.identity }
    }
    let identities = Set(all.map(\.identity))
    version.entities.removeAll { identities.contains($0.identity) }
    gone.entities += all
    for index in version.entities.indices {
      let lost = version.entities[index].links.filter { identities.contains($0.destination) }
      version.entities[index].links.removeAll { identities.contains($0.destination) }
      gone.links[version.entities[index].identity, default: []] += lost
    }
  }

  private mutating func bringEntityBack(to version: inout Version) {
    guard let index = gone.entities.indices.randomElement(using: &random) else { return }
    var entity = gone.entities[index]
    if let parent = entity.parent, version.entity(parent) == nil { return }
    gone.entities.remove(at: index)
    let known = Set(version.entities.map(\.identity)).union([entity.identity])
    gone.links[entity.identity, default: []] += entity.links.filter {
      !known.contains($0.destination)
    }
    entity.links.removeAll { !known.contains($0.destination) }
    version.entities.append(entity)
  }

  private mutating func removeAttribute(_ entity: inout Entity) {
    guard let index = entity.attributes.indices.randomElement(using: &random) else { return }
    gone.attributes[entity.identity, default: []].append(entity.attributes.remove(at: index))
  }

  private mutating func bringAttributeBack(_ entity: inout Entity) {
    guard let index = gone.attributes[entity.identity]?.indices.randomElement(using: &random),
      let attribute = gone.attributes[entity.identity]?.remove(at: index)
    else { return }
    entity.attributes.append(attribute)
  }

  private mutating func changeAttribute(
    _ entity: inout Entity, _ change: (inout Attribute, inout RandomSource) -> Void
  ) {
    guard let index = entity.attributes.indices.randomElement(using: &random) else { return }
    change(&entity.attributes[index], &random)
  }

  private mutating func changeLink(_ entity: inout Entity, _ version: Version) {
    guard let index = entity.links.indices.randomElement(using: &random) else { return }
    switch random.number(below: 4) {
    case 0: gone.links[entity.identity, default: []].append(entity.links.remove(at: index))
    case 1: entity.links[index].hasEnd.toggle()
    case 2: entity.links[index].isOrdered.toggle()
    default: entity.links[index].destination = random.pick(version.entities).identity
    }
  }

  private mutating func bringLinkBack(_ index: Int, _ version: inout Version) {
    let owner = version.entities[index].identity
    guard let place = gone.links[owner]?.indices.randomElement(using: &random),
      let link = gone.links[owner]?[place], version.entity(link.destination) != nil
    else { return }
    gone.links[owner]?.remove(at: place)
    version.entities[index].links.append(link)
  }

  /// Adds a migration block that a migration path must not skip, and that may drop missing
  /// elements.
  private mutating func addBlock(to version: inout Version) {
    let before = versions[versions.count - 1]
    version.steps = [.after("Code.look")]
    guard random.once(in: 2) else { return }
    for entity in before.entities where version.entity(entity.identity) == nil {
      version.steps.append(.drop(keyPath: entity.name, reason: nil))
      version.dropped.insert(entity.identity)
    }
    for entity in before.entities {
      let kept = Set(version.entity(entity.identity)?.attributes.map(\.identity) ?? [])
      for attribute in entity.attributes where !kept.contains(attribute.identity) {
        version.steps.append(.drop(keyPath: "\(entity.name).\(attribute.name)", reason: nil))
        version.dropped.insert(attribute.identity)
      }
    }
  }
}

// MARK: - Models

extension RandomBundle {
  /// The versions as models, with numbers from 1.
  var models: [ManagedObjectModel] {
    versions.enumerated().map { index, version in
      ManagedObjectModel(
        name: "Grown", version: index + 1,
        entities: version.entities.map { description($0, version) },
        migrations: version.steps.isEmpty
          ? [] : [MigrationDescription(fromVersion: index, steps: version.steps)])
    }
  }

  private func description(_ entity: Entity, _ version: Version) -> EntityDescription {
    let ends = version.entities.flatMap { owner in
      owner.links.filter { $0.hasEnd && $0.destination == entity.identity }.map { (owner, $0) }
    }
    return EntityDescription(
      name: entity.name, parentName: entity.parent.flatMap(version.entity)?.name,
      properties: entity.attributes.map(Self.description)
        + entity.links.map { link in
          .toOne(
            link.name, version.entity(link.destination)?.name ?? "",
            inverse: link.hasEnd ? link.name + "s" : nil)
        }
        + ends.map { owner, link in
          .toMany(link.name + "s", owner.name, inverse: link.name, isOrdered: link.isOrdered)
        },
      renamingIdentifier: entity.name == entity.original ? nil : entity.original)
  }

  private static func description(_ attribute: Attribute) -> PropertyDescription {
    let value: ConstantValue =
      switch attribute.type {
      case .string: .string("default")
      case .double: .double(0.5)
      case .boolean: .boolean(true)
      case .data: .data(Data([1]))
      default: .integer(1)
      }
    return .attribute(
      attribute.name, attribute.type, isOptional: !attribute.isRequired,
      defaultValue: attribute.isRequired && attribute.hasDefault ? .constant(value) : nil,
      renamingIdentifier: attribute.name == attribute.original ? nil : attribute.original)
  }
}
