/// A managed object model: the entities of an application with their properties and
/// relationships.
///
/// A model is a plain value: `modelgen` reads it from text, the generator writes it as
/// Swift, the runtime opens stores with it. Equal models are equal values.
public struct ManagedObjectModel: Sendable, Hashable, Codable {
  /// Name of the model, such as `Bank`.
  public var name: String
  /// Number of this version, assigned by the keeper of the model.
  public var version: Int?
  /// Free identifiers of this version; never used to match a store.
  public var versionIdentifiers: [String]
  /// Documentation comment, lines joined by line feeds, without the slashes.
  public var documentation: String?
  /// Access level of the generated declarations.
  public var access: AccessLevel
  /// Named scalar types with their rules, in the order they were declared.
  public var typeAliases: [TypeAliasDescription]
  /// Enumerations, in the order they were declared.
  public var enumerations: [EnumerationDescription]
  /// Composite attribute types, in the order they were declared.
  public var composites: [CompositeDescription]
  /// Entities, in the order they were declared.
  public var entities: [EntityDescription]
  /// Named subsets of the entities.
  public var configurations: [ConfigurationDescription]
  /// Raw SQL queries, kept as text.
  public var queries: [SQLQueryDescription]
  /// The changes that the data of older versions need, one for each version.
  public var migrations: [MigrationDescription]
  /// Free keys and values, kept for tools.
  public var userInfo: [String: String]

  /// Makes a model from its parts.
  public init(
    name: String, version: Int? = nil, versionIdentifiers: [String] = [],
    documentation: String? = nil, access: AccessLevel = .internal,
    typeAliases: [TypeAliasDescription] = [], enumerations: [EnumerationDescription] = [],
    composites: [CompositeDescription] = [], entities: [EntityDescription] = [],
    configurations: [ConfigurationDescription] = [], queries: [SQLQueryDescription] = [],
    migrations: [MigrationDescription] = [], userInfo: [String: String] = [:]
  ) {
    self.name = name
    self.version = version
    self.versionIdentifiers = versionIdentifiers
    self.documentation = documentation
    self.access = access
    self.typeAliases = typeAliases
    self.enumerations = enumerations
    self.composites = composites
    self.entities = entities
    self.configurations = configurations
    self.queries = queries
    self.migrations = migrations
    self.userInfo = userInfo
  }
}

/// The level of access of a generated declaration.
public enum AccessLevel: String, Sendable, Hashable, Codable, CaseIterable {
  case `internal`
  case `package`
  case `public`
}

/// A named subset of a model's entities.
public struct ConfigurationDescription: Sendable, Hashable, Codable {
  /// Name of the configuration.
  public var name: String
  /// Documentation comment.
  public var documentation: String?
  /// Names of the configuration's entities, in the order they were declared.
  public var entityNames: [String]
  /// Free keys and values, kept for tools.
  public var userInfo: [String: String]

  /// Makes a configuration.
  public init(
    name: String, documentation: String? = nil, entityNames: [String],
    userInfo: [String: String] = [:]
  ) {
    self.name = name
    self.documentation = documentation
    self.entityNames = entityNames
    self.userInfo = userInfo
  }
}
