/// A model together with facts that the generator needs repeatedly, such as
/// class names, access levels, and declarations by name.
final class ModelShape {
  let model: ManagedObjectModel
  private let entities: [String: EntityDescription]
  private let enumerations: [String: EnumerationDescription]
  private let composites: [String: CompositeDescription]
  private let accessOverride: AccessLevel?
  private let parents: Set<String>
  /// The facts that each entity inherits from its parents, by entity name. The
  /// facts are determined only once, because they are needed for every
  /// property.
  private var inherited: [String: Inherited] = [:]

  /// The facts that depend on the parents of an entity.
  private struct Inherited {
    let level: Int
    let access: AccessLevel
  }

  /// The names of the properties of all entities.
  private let propertyNames: Set<String>
  /// True if a class or one of its properties has a type named `ID`.
  private(set) var hasTypeNamedID = false
  /// The notation for conditions in comments; nil for format strings.
  var conditions: ConditionText?
  /// The names of the constants that contain the entities' descriptions, by entity
  /// name.
  private let constants: [String: String]

  init(_ model: ManagedObjectModel, access: AccessLevel? = nil) {
    self.model = model
    accessOverride = access
    entities = model.entitiesByName
    parents = Set(model.entities.compactMap(\.parentName))
    constants = Self.constants(of: model.entities)
    propertyNames = Set(model.entities.lazy.flatMap(\.properties).map(\.name))
    enumerations = Dictionary(first: model.enumerations.map { ($0.name, $0) })
    composites = Dictionary(first: model.composites.map { ($0.name, $0) })
    // This step comes last, because it uses the properties above.
    for entity in model.entities { remember(entity) }
    hasTypeNamedID = hasType(named: "ID")
  }

  /// Determines the inherited facts of an entity, after those of its parents,
  /// unless they are known.
  private func remember(_ entity: EntityDescription) {
    var chain: [EntityDescription] = []
    // In an unchecked model, the parents can form a cycle.
    var seen: Set<String> = []
    var next: EntityDescription? = entity
    while let current = next, inherited[current.name] == nil, seen.insert(current.name).inserted {
      chain.append(current)
      next = current.parentName.flatMap { entities[$0] }
    }
    for entity in chain.reversed() { inherited[entity.name] = inherited(by: entity) }
  }

  private func inherited(by entity: EntityDescription) -> Inherited {
    let own = accessOverride ?? entity.access ?? model.access
    guard let parent = entity.parentName.flatMap({ inherited[$0] }) else {
      return Inherited(level: 0, access: own)
    }
    // A class cannot be more visible than its superclass, so the lowest access level in
    // the lineage applies.
    return Inherited(
      level: parent.level + 1, access: own.rank < parent.access.rank ? own : parent.access)
  }

  /// The access level of declarations that belong to the whole model.
  var access: AccessLevel { accessOverride ?? model.access }

  func entity(_ name: String) -> EntityDescription? { entities[name] }

  func enumeration(_ name: String) -> EnumerationDescription? { enumerations[name] }

  func composite(_ name: String) -> CompositeDescription? { composites[name] }

  /// Returns the name of an entity's class, without a module name, because the
  /// class is declared in the module of the generated code.
  func className(_ entityName: String) -> String {
    let name = entities[entityName]?.className ?? entityName
    return SwiftName.type(name.split(separator: ".").last.map(String.init) ?? entityName)
  }

  /// Returns the name of the constant that contains an entity's description.
  func constant(of entity: EntityDescription) -> String {
    constants[entity.name] ?? SwiftName.declared(entity.name)
  }

  /// Returns a different constant name for each entity, even if their names
  /// differ only in case, such as `Url` and `URL`.
  private static func constants(of entities: [EntityDescription]) -> [String: String] {
    var taken: Set<String> = []
    var constants: [String: String] = [:]
    for entity in entities {
      let name = SwiftName.lowerCamel(SwiftNames.identifier(entity.name, otherwise: "unnamed"))
      var (free, number) = (name, 1)
      while !taken.insert(free).inserted {
        number += 1
        free = "\(name)\(number)"
      }
      constants[entity.name] = SwiftName.escaped(free)
    }
    return constants
  }

  /// Returns the name of the property in which a class keeps its values, which
  /// is changed if a property of the model has the same name.
  func storageName(_ name: String) -> String {
    guard propertyNames.contains(name) else { return name }
    return storageName("stored" + name.prefix(1).uppercased() + name.dropFirst())
  }

  /// Returns the access level of an entity's class. The class is never more
  /// visible than its superclass, because Swift would not compile that.
  func access(of entity: EntityDescription) -> AccessLevel {
    (inherited[entity.name] ?? inherited(by: entity)).access
  }

  /// Returns the number of an entity's ancestors.
  func level(of entity: EntityDescription) -> Int {
    (inherited[entity.name] ?? inherited(by: entity)).level
  }

  /// Returns the access level of an entity's declarations that refer to another
  /// entity, which is the access level of the less visible class.
  func access(of entity: EntityDescription, towards destination: String) -> AccessLevel {
    let own = access(of: entity)
    // A property that is more visible than its type does not compile.
    guard let other = entities[destination].map(access(of:)) else { return own }
    return own.rank < other.rank ? own : other
  }

  /// Returns the access level of an entity's declarations that refer to several
  /// other entities, which is the access level of the least visible class.
  func access(of entity: EntityDescription, towards destinations: [String]) -> AccessLevel {
    destinations.map { access(of: entity, towards: $0) }.min { $0.rank < $1.rank }
      ?? access(of: entity)
  }

  /// The access level of enumerations, composites and aliases, which is the
  /// access level of the most visible class, because it may refer to them.
  var typeAccess: AccessLevel {
    (model.entities.map(access(of:)) + [access]).max { $0.rank < $1.rank } ?? access
  }

  /// Returns the entity and its ancestors, beginning with the root.
  func lineage(of entity: EntityDescription) -> [EntityDescription] {
    var chain = [entity]
    // In an unchecked model, the parents can form a cycle.
    var seen: Set = [entity.name]
    while let parent = chain[chain.count - 1].parentName.flatMap({ entities[$0] }),
      seen.insert(parent.name).inserted
    {
      chain.append(parent)
    }
    return chain.reversed()
  }

  /// Returns all properties of an entity, including inherited properties, in
  /// the order of their numbers.
  func properties(of entity: EntityDescription) -> [PropertyDescription] {
    lineage(of: entity).flatMap(\.properties)
  }

  func property(_ name: String, of entity: EntityDescription) -> PropertyDescription? {
    properties(of: entity).first { $0.name == name }
  }

  /// Returns whether any entity inherits from the given entity.
  func hasSubentities(_ entity: EntityDescription) -> Bool {
    parents.contains(entity.name)
  }
}

extension AccessLevel {
  /// The rank of the access level. The least visible level has the lowest rank.
  var rank: Int {
    switch self {
    case .internal: 0
    case .package: 1
    case .public: 2
    }
  }

  /// The access modifier followed by a space; empty for Swift's default level.
  var modifier: String { self == .internal ? "" : rawValue + " " }
}
