/// A consistency check of a model that was read from a file. It repeats checks
/// of the model language's compiler, since a document may have been edited.
struct StructureCheck {
  private let model: ManagedObjectModel

  init(_ model: ManagedObjectModel) {
    self.model = model
  }

  /// The first inconsistency; nil if the model is consistent.
  var failure: String? {
    if let name = repeated(model.entities.map(\.name)) { return "there are two entities '\(name)'" }
    if let name = repeated(model.composites.map(\.name)) {
      return "there are two composites '\(name)'"
    }
    let composites = Set(model.composites.map(\.name))
    if let name = model.composites.first(where: { isCircular($0, []) })?.name {
      return "the composite '\(name)' contains itself"
    }
    let names = Set(model.entities.map(\.name))
    for entity in model.entities {
      if let failure = failure(in: entity, names, composites) { return failure }
    }
    return nil
  }

  private func failure(
    in entity: EntityDescription, _ names: Set<String>, _ composites: Set<String>
  ) -> String? {
    if let parent = entity.parentName, !names.contains(parent) {
      return "'\(entity.name)' inherits from '\(parent)', which is not there"
    }
    let lineage = model.lineage(of: entity)
    if lineage[0].parentName != nil { return "'\(entity.name)' inherits from itself" }
    if let name = repeated(lineage.flatMap(\.properties).map(\.name)) {
      return "'\(entity.name)' has two properties '\(name)'"
    }
    for property in entity.properties {
      switch property {
      case .attribute(let attribute):
        if case .composite(let name) = attribute.type, !composites.contains(name) {
          return "'\(entity.name).\(attribute.name)' is a '\(name)', which is not there"
        }
      case .relationship(let relationship):
        if let failure = failure(in: relationship, of: entity) { return failure }
      case .fetched: break
      }
    }
    return nil
  }

  private func failure(
    in relationship: RelationshipDescription, of entity: EntityDescription
  ) -> String? {
    let title = "'\(entity.name).\(relationship.name)'"
    guard let destination = model.entity(named: relationship.destinationName) else {
      return "\(title) leads to '\(relationship.destinationName)', which is not there"
    }
    guard let inverse = relationship.inverseName else { return nil }
    let exists = model.lineage(of: destination).flatMap(\.relationships)
      .contains { $0.name == inverse }
    return exists ? nil : "the inverse of \(title) is not there"
  }

  private func isCircular(_ composite: CompositeDescription, _ outer: Set<String>) -> Bool {
    guard !outer.contains(composite.name) else { return true }
    return composite.elements.contains { element in
      guard case .composite(let name) = element.type, let inner = model.composite(named: name)
      else { return false }
      return isCircular(inner, outer.union([composite.name]))
    }
  }

  private func repeated(_ names: [String]) -> String? {
    var seen: Set<String> = []
    return names.first { !seen.insert($0).inserted }
  }
}
