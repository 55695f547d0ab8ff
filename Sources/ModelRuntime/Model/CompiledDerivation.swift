internal import ModelSchema

/// A derived attribute, and what its values depend on.
struct CompiledDerivation: Sendable {
  /// A property whose values the derived ones depend on.
  struct Source: Sendable, Hashable {
    /// The names that lead from an object to the one that has the property;
    /// none where it is the object itself.
    let path: [String]
    /// Index of the entity that has the property.
    let entityIndex: Int
    let number: Int
  }

  /// Objects behind a path, any of which can come or go.
  struct Members: Sendable, Hashable {
    let path: [String]
    let entityIndex: Int
  }

  /// Index of the entity that declares the attribute.
  let entityIndex: Int
  let attribute: AttributeDescription
  let number: Int
  let expression: ObjectExpression
  let sources: Set<Source>
  /// The places of the objects that it looks at, by the entity that has them.
  let members: Set<Members>
  /// A Boolean value that says whether it says when an object was saved.
  let isClock: Bool

  /// The derived attributes that an entity declares itself.
  static func all(of entity: CompiledEntity, in entities: [CompiledEntity]) -> [CompiledDerivation]
  {
    entity.properties.compactMap { property in
      guard property.depth == entity.depth, let attribute = property.description.attribute,
        let expression = attribute.derivation, !attribute.isTransient
      else { return nil }
      var survey = SourceSurvey(entity: entity, entities: entities)
      survey.visit(expression)
      return CompiledDerivation(
        entityIndex: entity.index, attribute: attribute, number: property.number,
        expression: expression, sources: survey.sources, members: survey.members,
        isClock: survey.isClock)
    }
  }
}

/// Follows an expression and notes every property that it reads.
private struct SourceSurvey {
  /// Objects that an expression leads to.
  private struct Place {
    var path: [String] = []
    var entity: CompiledEntity
  }

  let entity: CompiledEntity
  let entities: [CompiledEntity]
  private(set) var sources: Set<CompiledDerivation.Source> = []
  private(set) var members: Set<CompiledDerivation.Members> = []
  private(set) var isClock = false
  private var variables: [String: Place] = [:]

  init(entity: CompiledEntity, entities: [CompiledEntity]) {
    self.entity = entity
    self.entities = entities
  }

  mutating func visit(_ expression: ObjectExpression) { _ = place(expression) }

  /// The objects that an expression leads to, if it leads to any.
  private mutating func place(_ expression: ObjectExpression) -> Place? {
    switch expression {
    case .constant: return nil
    case .evaluatedObject: return Place(entity: entity)
    case .variable(let name): return variables[name]
    case .keyPath(let names, let root): return place(root).flatMap { follow(names, from: $0) }
    case .element(let index, let base):
      switch index {
      case .expression(let index): visit(index)
      case .first, .last, .size: break
      }
      return place(base)
    case .function(let name, let arguments):
      if name == "now" { isClock = true }
      for argument in arguments { visit(argument) }
      return nil
    case .aggregate(let elements):
      for element in elements { visit(element) }
      return nil
    case .set(_, let first, let second):
      visit(second)
      return place(first)
    case .subquery(let collection, let name, let predicate):
      let place = place(collection)
      variables[name] = place
      visit(predicate)
      return place
    case .conditional(let predicate, let first, let second):
      visit(predicate)
      visit(second)
      return place(first)
    case .cast(let value, _): return place(value)
    }
  }

  private mutating func visit(_ predicate: ObjectPredicate) {
    predicate.forEach {
      visit($0)
    } predicate: {
      visit($0)
    }
  }

  /// Follows names; those of operators such as `@sum` lead nowhere else.
  private mutating func follow(_ names: [String], from start: Place) -> Place? {
    var place = start
    for name in names where name != "self" && name.utf8.first != UInt8(ascii: "@") {
      guard let property = place.entity.property(named: name) else { return nil }
      sources.insert(
        CompiledDerivation.Source(
          path: place.path, entityIndex: place.entity.index, number: property.number))
      guard let relationship = place.entity.relationship(property.number) else { return nil }
      place = Place(
        path: place.path + [name], entity: entities[relationship.destinationIndex])
      members.insert(
        CompiledDerivation.Members(path: place.path, entityIndex: place.entity.index))
    }
    return place
  }
}
