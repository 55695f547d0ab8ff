extension ManagedObjectModel {
  /// The model without the parts that stores and migrations do not need: documentation,
  /// fetches, rules, access levels. Its version hashes are the same.
  package var storedPart: ManagedObjectModel {
    var model = self
    model.documentation = nil
    model.access = .internal
    model.typeAliases = []
    model.queries = []
    model.configurations = []
    model.userInfo = [:]
    for index in model.enumerations.indices { model.enumerations[index].documentation = nil }
    for index in model.composites.indices {
      model.composites[index].documentation = nil
      model.composites[index].elements = model.composites[index].elements.map(\.storedPart)
    }
    model.entities = model.entities.map(\.storedPart)
    return model
  }
}

extension EntityDescription {
  fileprivate var storedPart: EntityDescription {
    var entity = self
    entity.documentation = nil
    entity.className = nil
    entity.access = nil
    entity.checks = []
    entity.fetchTemplates = []
    entity.fullTextIndexes = []
    // A hash from Core Data takes precedence over a computed one.
    entity.userInfo = userInfo.filter { $0.key == Self.versionHashKey }
    for index in entity.indexes.indices { entity.indexes[index].documentation = nil }
    for index in entity.uniquenessConstraints.indices {
      entity.uniquenessConstraints[index].documentation = nil
    }
    entity.properties = properties.compactMap { property in
      switch property {
      case .attribute(let attribute): .attribute(attribute.storedPart)
      case .relationship(let relationship): .relationship(relationship.storedPart)
      case .fetched: nil
      }
    }
    return entity
  }
}

extension AttributeDescription {
  fileprivate var storedPart: AttributeDescription {
    var attribute = self
    attribute.documentation = nil
    attribute.typeAlias = nil
    attribute.rules = []
    attribute.isConstant = false
    attribute.isSensitive = false
    attribute.deprecation = nil
    attribute.userInfo = [:]
    return attribute
  }
}

extension RelationshipDescription {
  fileprivate var storedPart: RelationshipDescription {
    var relationship = self
    relationship.documentation = nil
    relationship.isConstant = false
    relationship.deprecation = nil
    relationship.userInfo = userInfo.filter { Self.hashedKeys.contains($0.key) }
    return relationship
  }
}
