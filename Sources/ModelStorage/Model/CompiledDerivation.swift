/// A derived attribute, and the data that its values depend on.
package struct CompiledDerivation: Sendable {
  /// A property that derived values depend on.
  package struct Source: Sendable, Hashable {
    /// The names that lead from the object with the derived value to the object with
    /// the property; empty if it is the same object, and nil if no path leads back, so
    /// that every object depends on the property.
    package let path: [String]?
    /// The index of the entity that has the property.
    package let entityIndex: Int
    package let number: Int
  }

  /// Objects at the end of a path, which can be added or removed.
  package struct Members: Sendable, Hashable {
    /// The names that lead to the objects; nil if no path leads back.
    package let path: [String]?
    package let entityIndex: Int
  }

  /// The index of the entity that declares the attribute.
  package let entityIndex: Int
  package let attribute: AttributeDescription
  package let number: Int
  package let expression: ObjectExpression
  package let sources: Set<Source>
  /// The objects that the derivation reads, by path and entity.
  package let members: Set<Members>
  /// True if the value is the time at which an object was saved.
  package let isClock: Bool

  /// Returns the derived attributes that an entity itself declares.
  static func all(of entity: CompiledEntity, in entities: [CompiledEntity]) -> [CompiledDerivation]
  {
    entity.properties.compactMap { property in
      guard property.depth == entity.depth, let attribute = property.description.attribute,
        let expression = attribute.derivation, !attribute.isTransient
      else { return nil }
      var survey = SourceSurvey(entity: entity, entities: entities)
      survey.walk(expression)
      return CompiledDerivation(
        entityIndex: entity.index, attribute: attribute, number: property.number,
        expression: expression, sources: survey.sources, members: survey.members,
        isClock: survey.isClock)
    }
  }
}

/// Follows an expression and collects every property that it reads.
private struct SourceSurvey: ObjectWalk {
  /// Objects that an expression leads to.
  fileprivate struct Place {
    /// The names that lead to the objects; nil if no path leads back.
    var path: [String]? = []
    var entity: CompiledEntity
  }

  let entity: CompiledEntity
  let entities: [CompiledEntity]
  private(set) var sources: Set<CompiledDerivation.Source> = []
  private(set) var members: Set<CompiledDerivation.Members> = []
  private(set) var isClock = false
  var variables: [String: [Place]] = [:]

  var start: Place { Place(entity: entity) }

  mutating func note(_ expression: ObjectExpression) {
    if case .function("now", _) = expression { isClock = true }
  }

  /// Returns all objects of an entity, any of which can be added or removed.
  mutating func fetched(_ name: String) -> [Place] {
    guard let entity = entities.first(where: { $0.name == name }) else { return [] }
    members.insert(CompiledDerivation.Members(path: nil, entityIndex: entity.index))
    return [Place(path: nil, entity: entity)]
  }

  /// Casts places to another entity. A path of names cannot reach the
  /// properties of a subentity, so no path leads back from them.
  func cast(_ places: [Place], to type: String) -> [Place] {
    guard let entity = entities.first(where: { $0.name == type }) else { return places }
    return places.map {
      $0.entity.lineage.contains(entity.index) ? $0 : Place(path: nil, entity: entity)
    }
  }

  mutating func follow(_ names: [String], from places: [Place]) -> [Place] {
    places.compactMap { follow(names, from: $0) }
  }

  /// Returns the objects that a path of names leads to; nil if the path ends at
  /// a value. Names of operators such as `@sum` lead to no other objects.
  private mutating func follow(_ names: [String], from start: Place) -> Place? {
    var place = start
    for name in names where name != "self" && name.utf8.first != UInt8(ascii: "@") {
      guard let property = place.entity.property(named: name) else { return nil }
      sources.insert(
        CompiledDerivation.Source(
          path: place.path, entityIndex: place.entity.index, number: property.number))
      guard let relationship = place.entity.relationship(property.number) else { return nil }
      place = Place(
        path: place.path.map { $0 + [name] }, entity: entities[relationship.destinationIndex])
      members.insert(
        CompiledDerivation.Members(path: place.path, entityIndex: place.entity.index))
    }
    return place
  }
}
