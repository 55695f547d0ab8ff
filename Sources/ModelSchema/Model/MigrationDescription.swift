/// The steps that convert the data of an older version to this version.
public struct MigrationDescription: Sendable, Hashable, Codable {
  /// A value that a step computes.
  public struct Assignment: Sendable, Hashable, Codable {
    /// The key path of the property that is assigned.
    public var keyPath: String
    /// The value that is assigned. In the expression, `old` is the object of
    /// the older version.
    public var expression: ObjectExpression

    /// Creates the assignment of an expression to a property.
    public init(_ keyPath: String, _ expression: ObjectExpression) {
      self.keyPath = keyPath
      self.expression = expression
    }
  }

  /// A step that converts, inserts or drops data, or calls Swift code.
  public enum Step: Sendable, Hashable, Codable {
    /// Converts objects of an old entity to objects of a new entity.
    case map(from: String, to: String, [Assignment])
    /// Inserts one new object for each distinct value of an old property.
    case insert(entity: String, fromDistinct: String, [Assignment])
    /// Allows the data of an old property or entity to be lost.
    case drop(keyPath: String, reason: String?)
    /// Calls a Swift function before all other steps.
    case before(String)
    /// Calls a Swift function after all other steps.
    case after(String)
    /// Creates the objects of an entity of this version in Swift. The generated
    /// code contains the types for writing a policy, and a migration without
    /// the policy throws an error.
    case policy(entity: String)
    /// Creates the objects in Swift, with a policy that may be missing in a
    /// program.
    case optionalPolicy(entity: String)
    /// Converts the objects of an entity according to an entity mapping of Core
    /// Data; the mappings of a block form one mapping model.
    case mapping(MappingModel.Entity)
  }

  /// The documentation comment, with its lines joined by line feeds; nil if
  /// there is none.
  public var documentation: String?
  /// The number of the older version.
  public var fromVersion: Int
  /// The steps, in the order in which the model lists them.
  public var steps: [Step]

  /// Creates the migration from the version with the given number.
  public init(documentation: String? = nil, fromVersion: Int, steps: [Step]) {
    self.documentation = documentation
    self.fromVersion = fromVersion
    self.steps = steps
  }
}

extension MigrationDescription {
  /// The mapping model that the steps contain; nil if no step is a mapping.
  public var mapping: MappingModel? { steps.mapping }
}

extension [MigrationDescription.Step] {
  /// The mapping model that the steps contain; nil if no step is a mapping.
  package var mapping: MappingModel? {
    let entities = compactMap { step -> MappingModel.Entity? in
      if case .mapping(let entity) = step { entity } else { nil }
    }
    return entities.isEmpty ? nil : MappingModel(entities: entities)
  }
}
