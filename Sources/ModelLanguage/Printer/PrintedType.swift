internal import ModelSchema

/// What the printer knows of a value's type, by names: it mirrors what the
/// checker will find when it reads the text.
indirect enum PrintedType: Hashable {
  case unknown
  case null
  case attribute(AttributeType)
  case object(String)
  case collection(String)
  case list(PrintedType)

  /// The type of a parameter.
  init(_ type: ValueType) {
    switch type {
    case .attribute(.list(let element), _): self = .list(.attribute(element))
    case .attribute(let attribute, _): self = .attribute(attribute)
    case .object(let name): self = .object(name)
    case .list(let element): self = .list(PrintedType(element))
    case .optional(let wrapped): self = PrintedType(wrapped)
    }
  }
}

/// The declarations of a model by their names.
struct ModelIndex {
  private let entities: [String: EntityDescription]
  private let composites: [String: CompositeDescription]
  let enumerations: [String: EnumerationDescription]
  /// Every entity's properties, inherited ones included.
  private let properties: [String: [String: PropertyDescription]]

  init(_ model: ManagedObjectModel) {
    entities = model.entitiesByName
    composites = Dictionary(
      model.composites.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    enumerations = Dictionary(
      model.enumerations.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    var properties: [String: [String: PropertyDescription]] = [:]
    for entity in model.entities {
      properties[entity.name] = Dictionary(
        Self.lineage(of: entity, in: entities).flatMap(\.properties).map { ($0.name, $0) },
        uniquingKeysWith: { first, _ in first })
    }
    self.properties = properties
  }

  private static func lineage(
    of entity: EntityDescription, in entities: [String: EntityDescription]
  ) -> [EntityDescription] {
    var lineage = [entity]
    var seen: Set = [entity.name]
    while let name = lineage[lineage.count - 1].parentName, seen.insert(name).inserted,
      let parent = entities[name]
    {
      lineage.append(parent)
    }
    return lineage
  }

  /// Whether one of two entities inherits from the other.
  func areRelated(_ a: String, _ b: String) -> Bool {
    guard let first = entities[a], let second = entities[b] else { return false }
    return Self.lineage(of: first, in: entities).contains { $0.name == b }
      || Self.lineage(of: second, in: entities).contains { $0.name == a }
  }

  /// The type that a name leads to; nil where the checker would refuse it.
  func step(_ name: String, from type: PrintedType) -> PrintedType? {
    switch type {
    case .unknown: return .unknown
    case .object(let entity):
      switch properties[entity]?[name] {
      case .attribute(let attribute)?: return .attribute(attribute.type)
      case .relationship(let relationship)?:
        let destination = relationship.destinationName
        return relationship.isToMany ? .collection(destination) : .object(destination)
      default: return nil
      }
    case .attribute(.composite(let composite)):
      return composites[composite]?.elements.first { $0.name == name }.map { .attribute($0.type) }
    default: return nil
    }
  }

  /// The type of a path; unknown where it leads nowhere.
  func type(of names: [String], from start: PrintedType) -> PrintedType {
    var type = start
    for name in names { type = step(name, from: type) ?? .unknown }
    return type
  }

  /// Whether the attribute of a name is kept in memory only.
  func isTransient(_ name: String, of type: PrintedType) -> Bool {
    guard case .object(let entity) = type else { return false }
    return properties[entity]?[name]?.attribute?.isTransient ?? false
  }
}
