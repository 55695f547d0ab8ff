extension CompiledEntity {
  /// Returns the relationships on a path, each with its source entity, up to the first
  /// name that is not a relationship.
  func steps(
    along path: [String], in model: CompiledModel
  ) -> [(entity: CompiledEntity, relationship: CompiledRelationship)] {
    var entity = self
    var steps: [(entity: CompiledEntity, relationship: CompiledRelationship)] = []
    for name in path {
      guard let relationship = entity.relationship(named: name) else { break }
      steps.append((entity, relationship))
      entity = model.entities[relationship.destinationIndex]
    }
    return steps
  }
}
