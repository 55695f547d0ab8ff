/// A managed object model: the entities of an application, with their
/// properties and relationships.
///
/// A model is a plain value: `modelgen` reads it from text, the generator
/// writes it as Swift code, and the runtime opens stores with it.
public struct ManagedObjectModel: Sendable, Hashable, Codable {
  /// The name of the model, such as `Bank`.
  public var name: String
  /// The number of this version, assigned by the author of the model; nil if it
  /// has none.
  public var version: Int?
  /// Arbitrary identifiers of this version, which are never used to match a
  /// store.
  public var versionIdentifiers: [String]
  /// The documentation comment, with its lines joined by line feeds, without
  /// the slashes; nil if there is none.
  public var documentation: String?
  /// The access level of the generated declarations.
  public var access: AccessLevel
  /// The named scalar types with their rules, in the order in which they were
  /// declared.
  public var typeAliases: [TypeAliasDescription]
  /// The enumerations, in the order in which they were declared.
  public var enumerations: [EnumerationDescription]
  /// The composite attribute types, in the order in which they were declared.
  public var composites: [CompositeDescription]
  /// The entities, in the order in which they were declared.
  public var entities: [EntityDescription]
  /// The named subsets of the entities.
  public var configurations: [ConfigurationDescription]
  /// The SQL queries, stored as text.
  public var queries: [SQLQueryDescription]
  /// The changes that data of older versions need, one for each of these
  /// versions.
  public var migrations: [MigrationDescription]
  /// Keys and values chosen by the author of the model, for tools to read.
  public var userInfo: [String: String]

  /// Creates a model. By default it has no version number.
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

/// The access level of a generated declaration.
public enum AccessLevel: String, Sendable, Hashable, Codable, CaseIterable {
  case `internal`
  case `package`
  case `public`
}

/// A named subset of a model's entities.
public struct ConfigurationDescription: Sendable, Hashable, Codable {
  /// The name of the configuration. A store that is opened with this name
  /// contains only the configuration's entities.
  public var name: String
  /// The documentation comment, with its lines joined by line feeds; nil if
  /// there is none.
  public var documentation: String?
  /// The names of the configuration's entities, in the order in which they were
  /// declared.
  public var entityNames: [String]
  /// Keys and values chosen by the author of the model, for tools to read.
  public var userInfo: [String: String]

  /// Creates a configuration from the names of its entities.
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
