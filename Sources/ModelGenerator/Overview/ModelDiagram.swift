/// A diagram of a model, like the diagram in Xcode's editor. It has a box for
/// each entity, and an arrow for each pair of relationships, with one head for
/// a to-one relationship and two heads for a to-many relationship.
public struct ModelDiagram: Sendable, Hashable {
  struct Box: Sendable, Hashable {
    let name: String
    let isAbstract: Bool
    /// The names and types of the entity's attributes, one attribute in each
    /// row.
    let rows: [Row]
  }

  /// An attribute in a box, with its name and type.
  struct Row: Sendable, Hashable {
    let name: String
    let type: String
  }

  /// The symbol at one end of an arrow.
  enum Head: Sendable, Hashable {
    case none
    /// An optional to-one relationship, which pictures show in the same way as
    /// `one`.
    case optional
    case one
    /// A to-many relationship with the minimum and the maximum number of
    /// objects; 0 if there is no such bound.
    case many(min: Int, max: Int)
    case parent
  }

  /// An arrow that represents a pair of relationships, or leads from an entity
  /// to its parent.
  struct Arrow: Sendable, Hashable {
    let from: String
    let to: String
    /// The symbol at the start of the arrow, which shows to how many objects
    /// the entity at its end refers.
    let tail: Head
    let head: Head
    let label: String
  }

  /// The name of the model, which is the title of the diagram.
  let title: String
  let boxes: [Box]
  let arrows: [Arrow]

  /// Creates the diagram of a model, with a box for each entity.
  public init(_ model: ManagedObjectModel) {
    let shape = ModelShape(model)
    title = model.name
    boxes = model.entities.map { entity in
      Box(
        name: entity.name, isAbstract: entity.isAbstract,
        rows: entity.attributes.map {
          Row(name: $0.name, type: PropertyText.type(of: .attribute($0), in: shape))
        })
    }
    arrows = Self.parents(in: model) + Self.relationships(in: model)
  }

  private static func parents(in model: ManagedObjectModel) -> [Arrow] {
    model.entities.compactMap { entity in
      entity.parentName.map {
        Arrow(from: entity.name, to: $0, tail: .none, head: .parent, label: "")
      }
    }
  }

  /// Returns an arrow for each relationship and its inverse. The arrow begins
  /// at the entity of the relationship that is declared first.
  private static func relationships(in model: ManagedObjectModel) -> [Arrow] {
    var drawn: Set<[String]> = []
    var arrows: [Arrow] = []
    for entity in model.entities {
      for relationship in entity.relationships {
        let key = [entity.name, relationship.name]
        guard !drawn.contains(key) else { continue }
        drawn.insert(key)
        let inverse = inverse(of: relationship, in: model)
        if let inverse { drawn.insert([inverse.owner, inverse.relationship.name]) }
        arrows.append(
          Arrow(
            from: entity.name, to: relationship.destinationName,
            tail: inverse.map { head(of: $0.relationship) } ?? .none,
            head: head(of: relationship),
            label: [relationship.name, inverse?.relationship.name].compactMap(\.self)
              .joined(separator: " / ")))
      }
    }
    return arrows
  }

  private static func head(of relationship: RelationshipDescription) -> Head {
    if relationship.isToMany {
      return .many(min: relationship.minCount, max: relationship.maxCount)
    }
    return relationship.isOptional ? .optional : .one
  }

  /// Returns the inverse of a relationship, with the entity that declares it,
  /// which is the destination or one of its parents; nil if there is none.
  private static func inverse(
    of relationship: RelationshipDescription, in model: ManagedObjectModel
  ) -> (owner: String, relationship: RelationshipDescription)? {
    guard let name = relationship.inverseName,
      let destination = model.entity(named: relationship.destinationName)
    else { return nil }
    for owner in model.lineage(of: destination).reversed() {
      if let found = owner.property(named: name)?.relationship { return (owner.name, found) }
    }
    return nil
  }
}
