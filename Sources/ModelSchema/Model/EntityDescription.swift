/// An entity, which describes one kind of managed object.
public struct EntityDescription: Sendable, Hashable, Codable {
  /// The name of the entity, unique in its model.
  public var name: String
  /// The name of the generated class; nil for the entity's own name.
  public var className: String?
  /// The documentation comment, its lines joined by line feeds; nil if there is none.
  public var documentation: String?
  /// True if no object can be of this entity itself.
  public var isAbstract: Bool
  /// The name of the entity that this entity inherits from.
  public var parentName: String?
  /// Own properties, in the order they were declared; inherited properties belong to
  /// the parent.
  public var properties: [PropertyDescription]
  /// Named uniqueness constraints over several properties; a constraint of a single
  /// attribute belongs to the attribute (`isUnique`).
  public var uniquenessConstraints: [UniquenessConstraint]
  /// Declared indexes; the index of a single attribute belongs to the attribute
  /// (`isIndexed`).
  public var indexes: [FetchIndexDescription]
  /// The full-text indexes that the entity declares itself.
  public var fullTextIndexes: [FullTextIndexDescription]
  /// Conditions that every object has to meet when it is saved.
  public var checks: [CheckDescription]
  /// Fetch request templates, in the order they were declared.
  public var fetchTemplates: [FetchTemplate]
  /// The access level of the generated class; nil for the model's.
  public var access: AccessLevel?
  /// The name of the table in a database that is not a file, for a root entity; nil for the
  /// entity's own name.
  public var tableName: String?
  /// The name of the own property whose value determines the machine that holds a row, for
  /// a root entity; nil for rows that are not distributed by a value.
  public var shardName: String?
  /// The name that this entity had in older versions.
  public var renamingIdentifier: String?
  /// The text that changes the version hash without changing anything else.
  public var versionHashModifier: String?
  /// Keys and values that the model's author chose, for tools to read.
  public var userInfo: [String: String]

  /// Creates an entity, by default concrete and without a parent.
  public init(
    name: String, className: String? = nil, documentation: String? = nil,
    isAbstract: Bool = false, parentName: String? = nil,
    properties: [PropertyDescription] = [],
    uniquenessConstraints: [UniquenessConstraint] = [],
    indexes: [FetchIndexDescription] = [], fullTextIndexes: [FullTextIndexDescription] = [],
    checks: [CheckDescription] = [], fetchTemplates: [FetchTemplate] = [],
    access: AccessLevel? = nil, tableName: String? = nil, shardName: String? = nil,
    renamingIdentifier: String? = nil, versionHashModifier: String? = nil,
    userInfo: [String: String] = [:]
  ) {
    self.name = name
    self.className = className
    self.documentation = documentation
    self.isAbstract = isAbstract
    self.parentName = parentName
    self.properties = properties
    self.uniquenessConstraints = uniquenessConstraints
    self.indexes = indexes
    self.fullTextIndexes = fullTextIndexes
    self.checks = checks
    self.fetchTemplates = fetchTemplates
    self.access = access
    self.tableName = tableName
    self.shardName = shardName
    self.renamingIdentifier = renamingIdentifier
    self.versionHashModifier = versionHashModifier
    self.userInfo = userInfo
  }
}

extension EntityDescription {
  /// Own attributes, in the order they were declared.
  public var attributes: [AttributeDescription] { properties.compactMap(\.attribute) }

  /// Own relationships, in the order they were declared.
  public var relationships: [RelationshipDescription] { properties.compactMap(\.relationship) }

  /// Own fetched properties, in the order they were declared.
  public var fetchedProperties: [FetchedPropertyDescription] {
    properties.compactMap(\.fetchedProperty)
  }

  /// The entity's own property with a name; nil if there is none.
  public func property(named name: String) -> PropertyDescription? {
    properties.first { $0.name == name }
  }

  /// All own uniqueness constraints: first those of single attributes, named after the
  /// attribute, then the named constraints.
  public var allUniquenessConstraints: [UniquenessConstraint] {
    attributes.filter(\.isUnique).map { UniquenessConstraint(name: $0.name, keyPaths: [$0.name]) }
      + uniquenessConstraints
  }
}
