/// The names of a model as they are written in XML stores: entities in upper
/// case, properties in lower case, with the names of the data model.
struct XMLStoreNames {
  /// An entity with its stored properties, including inherited properties.
  struct Entity {
    let description: EntityDescription
    /// The name of the entity's type in a file.
    let typeName: String
    /// The attributes in the order of the model.
    fileprivate(set) var attributes: [Attribute] = []
    /// The relationships in the order of the model.
    fileprivate(set) var relationships: [(name: String, description: RelationshipDescription)] = []

    /// Returns the attribute with the given name, spelled as in a file; nil if
    /// there is none.
    func attribute(_ name: String) -> Attribute? {
      // Older files have the attribute's name in Swift, whatever name its
      // column has.
      attributes.first { $0.name == name }
        ?? attributes.first { $0.keyPath.lowercased() == name.lowercased() }
    }

    /// Returns the relationship with the given name, spelled as in a file; nil
    /// if there is none.
    func relationship(_ name: String) -> RelationshipDescription? {
      let found =
        relationships.first { $0.name == name }
        ?? relationships.first { $0.description.name.lowercased() == name.lowercased() }
      return found?.description
    }
  }

  /// An attribute, or an element of a composite attribute.
  struct Attribute {
    let name: String
    let keyPath: String
    let type: AttributeType
  }

  let model: ManagedObjectModel
  private var byType: [String: Entity] = [:]
  private var byName: [String: Entity] = [:]
  private var families: [String: Set<String>] = [:]

  init(_ model: ManagedObjectModel) {
    self.model = model
    for description in model.entities {
      let entity = entity(description)
      byType[entity.typeName] = entity
      byName[description.name] = entity
      for parent in model.lineage(of: description) {
        families[parent.name, default: []].insert(description.name)
      }
    }
  }

  func entity(ofType name: String) -> Entity? { byName[name] ?? byType[name.uppercased()] }

  func entity(named name: String) -> Entity? { byName[name] }

  /// Returns the names of an entity and its subentities.
  func family(of name: String) -> Set<String> { families[name] ?? [] }

  private func entity(_ description: EntityDescription) -> Entity {
    let clashes = model.entities.filter {
      $0.name.uppercased() == description.name.uppercased()
    }
    var entity = Entity(
      description: description,
      typeName: clashes.count > 1 ? description.name : description.name.uppercased())
    let properties = model.properties(of: description)
    let names = properties.map { $0.storedName.lowercased() }
    for property in properties {
      let lower = property.storedName.lowercased()
      let name = names.filter { $0 == lower }.count > 1 ? property.storedName : lower
      if let attribute = property.attribute, !attribute.isTransient {
        entity.attributes += attributes(attribute, name: name, keyPath: attribute.name)
      } else if let relationship = property.relationship, !relationship.isTransient {
        entity.relationships.append((name, relationship))
      }
    }
    return entity
  }

  private func attributes(
    _ attribute: AttributeDescription, name: String, keyPath: String
  ) -> [Attribute] {
    guard case .composite(let typeName) = attribute.type else {
      return [Attribute(name: name, keyPath: keyPath, type: attribute.type)]
    }
    return (model.composite(named: typeName)?.elements ?? []).flatMap { element in
      attributes(
        element, name: "\(name).\(element.name.lowercased())",
        keyPath: "\(keyPath).\(element.name)")
    }
  }
}
