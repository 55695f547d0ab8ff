/// An entity while its data model is read.
final class ImportedEntity {
  let element: XMLElementNode
  var description: EntityDescription
  /// The parent, unless that would close a circle.
  var parent: ImportedEntity?
  /// Own properties, in the order in which they stand.
  var properties: [ImportedProperty] = []

  init(_ element: XMLElementNode, name: String) {
    self.element = element
    description = EntityDescription(name: name)
  }

  var name: String { description.name }

  /// Own and inherited properties.
  var allProperties: [ImportedProperty] {
    sequence(first: self, next: \.parent).flatMap(\.properties)
  }

  /// The property of a name in the data model, own or inherited.
  func property(storedAs name: String) -> ImportedProperty? {
    var entity: ImportedEntity? = self
    while let current = entity {
      if let found = current.properties.first(where: { $0.storedName == name }) { return found }
      entity = current.parent
    }
    return nil
  }

  /// Returns whether it is another entity, or inherits from it.
  func inherits(from other: ImportedEntity) -> Bool {
    sequence(first: self, next: \.parent).contains { $0 === other }
  }

  /// Returns whether one of two entities inherits from the other.
  func isRelated(to other: ImportedEntity) -> Bool {
    inherits(from: other) || other.inherits(from: self)
  }
}

/// A property while its data model is read.
final class ImportedProperty {
  let element: XMLElementNode
  // The importer keeps the entities, and they their properties: the other way round would be circles.
  unowned let owner: ImportedEntity
  /// Name in the data model.
  let storedName: String
  /// Name in Swift.
  var name: String
  /// The description; nil until it has been read, or where it cannot be.
  var description: PropertyDescription?
  /// The entity that a relationship leads to.
  unowned var destination: ImportedEntity?
  /// The relationship that leads back.
  unowned var inverse: ImportedProperty?

  init(_ element: XMLElementNode, storedName: String, owner: ImportedEntity) {
    self.element = element
    self.storedName = storedName
    self.owner = owner
    name = storedName
  }

  /// `Entity.property`, as messages say it.
  var title: String { "\(owner.name).\(storedName)" }

  /// The column name, where it differs from the name.
  var columnName: String? { name == storedName ? nil : storedName }

  var relationship: RelationshipDescription? { description?.relationship }

  var attribute: AttributeDescription? { description?.attribute }
}

extension XMLElementNode {
  /// Returns whether an attribute says yes, as Xcode writes it.
  func isYes(_ name: String) -> Bool { self[name]?.isYes ?? false }

  /// The value of an attribute, unless it is empty.
  func filled(_ name: String) -> String? {
    self[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The offset of the value of an attribute, or else of the element.
  func place(of name: String) -> Int { attribute(name)?.offset ?? offset }
}

extension String {
  var isYes: Bool { self == "YES" || self == "true" || self == "1" }

  var isNo: Bool { self == "NO" || self == "false" || self == "0" }
}
