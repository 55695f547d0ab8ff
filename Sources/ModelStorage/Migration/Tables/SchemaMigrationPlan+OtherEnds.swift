// One-to-one relationships have a column at both ends, and a migration block
// assigns one of them:
//
// 1. When all rows are in their tables, the other end is set from the one that
//    was assigned, whatever it was before.
// 2. Where both ends were assigned, or a policy made the objects of the other
//    one, only what is NULL is set, and both have to agree.
// 3. `DataCheck` refuses objects that several lead to.

/// An end of a one-to-one relationship that a migration block assigns.
struct AssignedEnd {
  let name: String
  let owner: EntityMapping
  let column: ColumnMapping
  /// The entity that it leads to, whose column is the other end.
  let destination: EntityMapping
  let inverse: ColumnMapping
  /// The rows of both, as WHERE has them.
  let ownerRows: String
  let destinationRows: String
  /// A Boolean value that says whether somebody else sets the other end too.
  let isShared: Bool
}

extension SchemaMigrationPlan {
  /// The ends of one-to-one relationships that the block assigns; those of
  /// mapping models are linked otherwise.
  var assignedEnds: [AssignedEnd] {
    guard !isRearranged, !steps.isEmpty else { return [] }
    return new.entities.flatMap { mapping in
      mapping.entity.relationships.compactMap { end($0, of: mapping) }
    }
  }

  private func end(
    _ relationship: CompiledRelationship, of mapping: EntityMapping
  ) -> AssignedEnd? {
    let entity = mapping.entity
    let destination = new.entities[relationship.destinationIndex]
    guard entity.properties[relationship.number].depth == entity.depth, !relationship.isToMany,
      let inverse = relationship.inverse, !inverse.isToMany,
      isAssigned(relationship.name, of: entity),
      let column = mapping.column(relationship.name),
      let other = destination.column(inverse)
    else { return nil }
    return AssignedEnd(
      name: relationship.name, owner: mapping, column: column, destination: destination,
      inverse: other, ownerRows: new.familyCondition(entity),
      destinationRows: new.familyCondition(destination.entity),
      isShared: isAssigned(other.keyPath, of: destination.entity)
        || isLeftToPolicies(destination.entity))
  }

  /// Returns whether a step assigns a relationship of an entity, or of one below
  /// it.
  private func isAssigned(_ name: String, of entity: CompiledEntity) -> Bool {
    let isMapped = entity.family.contains { index in
      let value = mapping(of: new.model.entities[index])?.property(named: name)?.value
      if case .expression? = value { return true }
      return false
    }
    return isMapped
      || steps.contains { step in
        guard case .insert(let target, _, let assignments) = step,
          let made = new.model.entity(named: target)
        else { return false }
        return entity.family.contains(made.index) && assignments.contains { $0.keyPath == name }
      }
  }
}
