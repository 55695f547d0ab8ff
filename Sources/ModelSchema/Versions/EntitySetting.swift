/// Everything of a version that decides what is found about one of its entities
/// when versions are compared, where names alone say what goes on.
///
/// Most entities stay as they are through many versions: what was found about
/// such a pair once holds for all of them.
struct EntitySetting: Hashable {
  /// The entity that a relationship leads to.
  struct Destination: Hashable {
    let relationship: String
    let name: String
    /// The ancestors and itself, as numbers of their descriptions.
    let lineage: [Int]
    /// The names of itself and all below it.
    let family: [String]
  }

  /// The entity's ancestors and itself, as numbers of their descriptions.
  let lineage: [Int]
  let destinations: [Destination]
  /// The types that attributes may be of.
  let enumerations: [EnumerationDescription]

  /// Describes an entity of a model, whose descriptions have these numbers.
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

  /// The entities behind the relationships that are new since an older setting,
  /// with all below them, for each may have led back: how they were decides too. Nil where one left the family that a relationship
  /// leads to, for then it matters where it is now.
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

/// The ways of entities between versions that are compared alike.
struct EntityStride: Hashable {
  /// The numbers of both settings.
  let before: Int
  let after: Int
  /// How the entities behind new relationships were.
  let others: [Int?]
}

/// The findings about one entity when two versions are compared.
struct EntityFindings {
  let mapping: MappingModel.Entity
  let diagnostics: ArraySlice<MappingDiagnostic>
  let conditions: ArraySlice<DataCondition>
}

extension ManagedObjectModel {
  /// The properties of each entity, inherited ones too.
  var propertiesByEntity: [String: [PropertyDescription]] {
    Dictionary(first: entities.map { ($0.name, properties(of: $0)) })
  }
}
