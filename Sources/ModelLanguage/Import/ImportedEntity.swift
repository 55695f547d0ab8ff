/// An entity during the import, with its XML element and the current state of
/// its description.
final class ImportedEntity {
  let element: XMLElementNode
  var description: EntityDescription
  /// The parent, or nil if it is unknown or would close a cycle.
  var parent: ImportedEntity?
  /// The entity's own properties, in the order of the file.
  var properties: [ImportedProperty] = []

  init(_ element: XMLElementNode, name: String) {
    self.element = element
    description = EntityDescription(name: name)
  }

  var name: String { description.name }

  /// The entity's own and inherited properties.
  var allProperties: [ImportedProperty] {
    sequence(first: self, next: \.parent).flatMap(\.properties)
  }

  /// Returns the property of the entity or its parents with the given name in
  /// the data model; nil if there is none.
  func property(storedAs name: String) -> ImportedProperty? {
    var entity: ImportedEntity? = self
    while let current = entity {
      if let found = current.properties.first(where: { $0.storedName == name }) { return found }
      entity = current.parent
    }
    return nil
  }

  /// Returns whether the entity equals another entity or inherits from it.
  func inherits(from other: ImportedEntity) -> Bool {
    sequence(first: self, next: \.parent).contains { $0 === other }
  }

  /// Returns whether either entity inherits from the other.
  func isRelated(to other: ImportedEntity) -> Bool {
    inherits(from: other) || other.inherits(from: self)
  }
}

/// A property during the import, with its XML element and, once the property
/// has been read, its description.
final class ImportedProperty {
  let element: XMLElementNode
  // The importer keeps the entities alive, and entities keep their properties
  // alive, so a strong reference would create a cycle.
  unowned let owner: ImportedEntity
  /// The name of the property in the data model.
  let storedName: String
  /// The name of the property in Swift.
  var name: String
  /// The description, or nil if the property has not been read yet or cannot be
  /// read.
  var description: PropertyDescription?
  /// The entity that a relationship leads to, or nil for any other property.
  unowned var destination: ImportedEntity?
  /// The inverse relationship, or nil if there is none or it has not been found yet.
  unowned var inverse: ImportedProperty?

  init(_ element: XMLElementNode, storedName: String, owner: ImportedEntity) {
    self.element = element
    self.storedName = storedName
    self.owner = owner
    name = storedName
  }

  /// The name of the property in messages, such as `Entity.property`.
  var title: String { "\(owner.name).\(storedName)" }

  /// The name of the column, or nil if it equals the name of the property.
  var columnName: String? { name == storedName ? nil : storedName }

  var relationship: RelationshipDescription? { description?.relationship }

  var attribute: AttributeDescription? { description?.attribute }
}

extension XMLElementNode {
  /// Returns whether an attribute is set to `YES`, `true` or `1`.
  func isYes(_ name: String) -> Bool { self[name]?.isYes ?? false }

  /// Returns the value of an attribute, or nil if the attribute is missing or
  /// empty.
  func filled(_ name: String) -> String? {
    self[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Returns the offset of an attribute's value, or of the element if it has no
  /// such attribute.
  func place(of name: String) -> Int { attribute(name)?.offset ?? offset }
}

extension String {
  var isYes: Bool { self == "YES" || self == "true" || self == "1" }

  var isNo: Bool { self == "NO" || self == "false" || self == "0" }
}
