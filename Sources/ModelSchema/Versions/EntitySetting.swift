/// The part of a version that determines the findings about one of its entities
/// when versions are compared only by names.
///
/// Most entities stay the same through many versions, so the findings about one
/// pair of versions apply to all of these versions.
struct EntitySetting: Hashable {
  /// The entity that a relationship leads to.
  struct Destination: Hashable {
    let relationship: String
    let name: String
    /// The entity's ancestors and the entity itself, identified by the numbers
    /// of their descriptions.
    let lineage: [Int]
    /// The names of the entity and all of its descendants.
    let family: [String]
  }

  /// The entity's ancestors and the entity itself, identified by the numbers of
  /// their descriptions.
  let lineage: [Int]
  let destinations: [Destination]
  /// The enumerations that can be the types of attributes.
  let enumerations: [EnumerationDescription]

  /// Describes an entity of a model, given the numbers of the model's
  /// descriptions.
  init(_ entity: EntityDescription, in model: ManagedObjectModel, _ numbers: [String: Int]) {
    let lineage = { (entity: EntityDescription) in
      model.lineage(of: entity).compactMap { numbers[$0.name] }
    }
    self.lineage = lineage(entity)
    enumerations = model.enumerations
    destinations = model.properties(of: entity).compactMap(\.relationship).compactMap {
      relationship in
      model.entity(named: relationship.destinationName).map { destination in
        Destination(
          relationship: relationship.name, name: destination.name, lineage: lineage(destination),
          family: model.family(of: destination).map(\.name))
      }
    }
  }

  /// Returns the destinations of the relationships that are new since an older
  /// setting, with all of their descendants. Each of them may have had the
  /// inverse, so that its former description is also relevant. The result is
  /// nil if an entity left the family of a relationship's destination, because
  /// its new position is then also relevant.
  func added(since before: EntitySetting) -> [String]? {
    let older = Dictionary(first: before.destinations.map { ($0.relationship, $0.family) })
    var added: [String] = []
    for destination in destinations {
      guard let family = older[destination.relationship] else {
        added += destination.family
        continue
      }
      guard Set(destination.family).isSuperset(of: family) else { return nil }
    }
    return added
  }
}

/// The change of an entity between two versions. It is equal for versions that
/// are compared in the same way.
struct EntityStride: Hashable {
  /// The number of the older entity's setting.
  let before: Int
  let after: Int
  /// The settings, in the older model, of the entities to which new
  /// relationships lead, as numbers; nil for an entity that the older model
  /// does not have.
  let others: [Int?]
}

/// The findings about one entity when two versions are compared.
struct EntityFindings {
  let mapping: MappingModel.Entity
  let diagnostics: ArraySlice<MappingDiagnostic>
  let conditions: ArraySlice<DataCondition>
}

extension ManagedObjectModel {
  /// The properties of each entity, including inherited properties.
  var propertiesByEntity: [String: [PropertyDescription]] {
    Dictionary(first: entities.map { ($0.name, properties(of: $0)) })
  }
}
