/// An entity, which describes one kind of managed object.
public struct EntityDescription: Sendable, Hashable, Codable {
  /// The name of the entity, which is unique in its model.
  public var name: String
  /// The name of the generated class; nil for the name of the entity.
  public var className: String?
  /// The documentation comment, with its lines joined by line feeds; nil if there is none.
  public var documentation: String?
  /// True if no object can belong to this entity itself, only to its subentities.
  public var isAbstract: Bool
  /// The name of the parent entity; nil if there is none.
  public var parentName: String?
  /// The entity's own properties, in the order in which they were declared; inherited properties
  /// belong to the parent.
  public var properties: [PropertyDescription]
  /// The named uniqueness constraints on several properties. A constraint on a single attribute
  /// belongs to the attribute (`isUnique`).
  public var uniquenessConstraints: [UniquenessConstraint]
  /// The declared indexes. The index of a single attribute belongs to the attribute (`isIndexed`).
  public var indexes: [FetchIndexDescription]
  /// The full-text indexes that the entity itself declares.
  public var fullTextIndexes: [FullTextIndexDescription]
  /// The conditions that every object must satisfy when it is saved.
  public var checks: [CheckDescription]
  /// The fetch request templates, in the order in which they were declared.
  public var fetchTemplates: [FetchTemplate]
  /// The access level of the generated class; nil for the access level of the
  /// model.
  public var access: AccessLevel?
  /// The name of the table in a database that is not a file, for a root entity; nil for the name of
  /// the entity.
  public var tableName: String?
  /// For a root entity, the name of the entity's own property whose value determines the machine
  /// that stores a row; nil if rows are not distributed by a value.
  public var shardName: String?
  /// The name that this entity had in older versions; nil if it has not been
  /// renamed.
  public var renamingIdentifier: String?
  /// Text that changes the version hash without changing anything else; nil if
  /// there is none.
  public var versionHashModifier: String?
  /// Keys and values chosen by the author of the model, for tools to read.
  public var userInfo: [String: String]

  /// Creates an entity. By default it is concrete and has no parent.
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
  /// The entity's own attributes, in the order in which they were declared.
  public var attributes: [AttributeDescription] { properties.compactMap(\.attribute) }

  /// The entity's own relationships, in the order in which they were declared.
  public var relationships: [RelationshipDescription] { properties.compactMap(\.relationship) }

  /// The entity's own fetched properties, in the order in which they were declared.
  public var fetchedProperties: [FetchedPropertyDescription] {
    properties.compactMap(\.fetchedProperty)
  }

  /// Returns the entity's own property with the given name; nil if there is none.
  public func property(named name: String) -> PropertyDescription? {
    properties.first { $0.name == name }
  }

  /// All uniqueness constraints of the entity itself: first those of single attributes, named after
  /// the attribute, then the named constraints.
  public var allUniquenessConstraints: [UniquenessConstraint] {
    attributes.filter(\.isUnique).map { UniquenessConstraint(name: $0.name, keyPaths: [$0.name]) }
      + uniquenessConstraints
  }
}
