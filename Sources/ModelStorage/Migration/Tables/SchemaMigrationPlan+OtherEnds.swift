// One-to-one relationships have a column at both ends, and a migration block assigns
// one of them:
//
// 1. Once all rows are in their tables, the other end is set from the assigned end,
//    regardless of its previous value.
// 2. If both ends were assigned, or a policy created the objects of the other
//    end, only NULL is replaced, and both ends must agree.
// 3. `DataCheck` reports objects that several objects lead to.

/// An end of a one-to-one relationship that a migration block assigns.
struct AssignedEnd {
  let name: String
  let owner: EntityMapping
  let column: ColumnMapping
  /// The entity that the end leads to, whose column is the other end.
  let destination: EntityMapping
  let inverse: ColumnMapping
  /// The conditions for the rows of both entities, as in a WHERE clause.
  let ownerRows: String
  let destinationRows: String
  /// True if a block also assigns the other end, or if policies create the
  /// objects at the other end.
  let isShared: Bool
}

extension SchemaMigrationPlan {
  /// The ends of one-to-one relationships that the block assigns. The ends that
  /// mapping models set are linked in another way.
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
    guard entity.declares(relationship.number), !relationship.isToMany,
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

  /// Returns whether a step assigns a relationship of an entity or of a
  /// subentity.
  private func isAssigned(_ name: String, of entity: CompiledEntity) -> Bool {
    let isMapped = entity.family.contains { index in
      if case .expression? = value(of: name, in: new.model.entities[index]) { true } else { false }
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
