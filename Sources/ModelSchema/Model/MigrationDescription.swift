/// The steps that make the data of an older version this version's.
public struct MigrationDescription: Sendable, Hashable, Codable {
  /// A value that a step computes.
  public struct Assignment: Sendable, Hashable, Codable {
    /// The property that is set.
    public var keyPath: String
    /// The value that it is set to; `old` is the object of the older version.
    public var expression: ObjectExpression

    /// Makes an assignment.
    public init(_ keyPath: String, _ expression: ObjectExpression) {
      self.keyPath = keyPath
      self.expression = expression
    }
  }

  /// One step.
  public enum Step: Sendable, Hashable, Codable {
    /// Objects of an old entity become objects of a new one.
    case map(from: String, to: String, [Assignment])
    /// One new object for each distinct value of an old property.
    case insert(entity: String, fromDistinct: String, [Assignment])
    /// An old property or entity whose data may be lost.
    case drop(keyPath: String, reason: String?)
    /// A Swift function that runs first.
    case before(String)
    /// A Swift function that runs last.
    case after(String)
    /// Objects of an entity of this version come about in Swift: code gets the
    /// types that a policy of them is written with, and a migration without the
    /// policy is refused.
    case policy(entity: String)
    /// The same of a policy that a program may leave out.
    case optionalPolicy(entity: String)
    /// Objects of an entity become those of another as an entity mapping of Core
    /// Data's says; those of a block are one mapping model.
    case mapping(MappingModel.Entity)
  }

  /// Documentation comment.
  public var documentation: String?
  /// Number of the older version.
  public var fromVersion: Int
  /// The steps, in order.
  public var steps: [Step]

  /// Makes a migration.
  public init(documentation: String? = nil, fromVersion: Int, steps: [Step]) {
    self.documentation = documentation
    self.fromVersion = fromVersion
    self.steps = steps
  }
}

extension MigrationDescription {
  /// The mapping model that its steps are parts of; nil where none is one.
  public var mapping: MappingModel? { steps.mapping }
}

extension [MigrationDescription.Step] {
  /// The mapping model that they are parts of; nil where none is one.
  package var mapping: MappingModel? {
    let entities = compactMap { step -> MappingModel.Entity? in
      if case .mapping(let entity) = step { entity } else { nil }
    }
    return entities.isEmpty ? nil : MappingModel(entities: entities)
  }
}
