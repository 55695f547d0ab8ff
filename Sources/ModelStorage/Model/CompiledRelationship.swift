/// A relationship whose ends are resolved to numbers.
package final class CompiledRelationship: Sendable {
  /// The location in which a store keeps the links of a relationship.
  package enum Storage: Sendable {
    /// A column of the source's row.
    case ownColumn
    /// A column of the destination's row.
    case inverseColumn
    /// A table of pairs.
    case joinTable
  }

  /// The number of the property in the source entity.
  package let number: Int
  package let description: RelationshipDescription
  /// The name of the entity that declares the relationship.
  let sourceName: String
  /// The index of the destination entity.
  package let destinationIndex: Int
  /// The index of the root of the destination's hierarchy, whose objects share keys.
  package let destinationRootIndex: Int
  /// The inverse in the destination entity; nil if there is none.
  package let inverse: Inverse?

  /// The other end of a relationship.
  package struct Inverse: Sendable {
    /// The number of the property in the destination entity. In an entity that
    /// only shares the root, this number may belong to another property or to
    /// none. Look up the inverse by the entity that has it.
    let number: Int
    /// The index of the destination entity.
    let entityIndex: Int
    package let isToMany: Bool
    package let isOrdered: Bool
  }

  /// Creates the relationship of a property; nil for other properties, and for
  /// a transient relationship, which the class of its objects keeps in memory
  /// like any other value.
  init?(
    _ property: CompiledProperty, source: EntityDescription, model: ManagedObjectModel,
    indexes: [String: Int]
  ) {
    guard let relationship = property.description.relationship, !relationship.isTransient,
      let destination = model.entity(named: relationship.destinationName),
      let destinationIndex = indexes[destination.name]
    else { return nil }
    number = property.number
    description = relationship
    sourceName = source.name
    self.destinationIndex = destinationIndex
    destinationRootIndex = indexes[model.lineage(of: destination)[0].name] ?? destinationIndex
    let candidates = model.properties(of: destination)
    let inverseNumber = candidates.firstIndex { candidate in
      candidate.relationship != nil && candidate.name == relationship.inverseName
    }
    inverse = inverseNumber.flatMap { number in
      candidates[number].relationship.map {
        Inverse(
          number: number, entityIndex: destinationIndex,
          isToMany: $0.isToMany, isOrdered: $0.isOrdered)
      }
    }
  }

  /// Returns whether the relationship is its own inverse, such as a friendship.
  package func isItsOwnInverse(in model: CompiledModel, of source: CompiledEntity) -> Bool {
    inverse?.number == number && model.entities[destinationIndex].rootIndex == source.rootIndex
  }

  package var name: String { description.name }
  package var isToMany: Bool { description.isToMany }
  package var deleteRule: DeleteRule { description.deleteRule }

  package var storage: Storage {
    guard isToMany else { return .ownColumn }
    guard let inverse, !inverse.isToMany else { return .joinTable }
    return .inverseColumn
  }
}

extension RelationshipDescription {
  /// True if the number of objects in the relationship is limited.
  package var hasCount: Bool {
    isToMany && !isTransient && (minCount > 0 || maxCount > 0)
  }

  /// Returns the limits on the number of objects, each with the condition under
  /// which it is broken.
  package func brokenCounts(
    _ count: ObjectExpression
  ) -> [(isLeast: Bool, limit: Int, broken: ObjectPredicate)] {
    func compared(
      _ operator: ObjectPredicate.Comparison.Operator, _ number: Int
    ) -> ObjectPredicate {
      .compare(count, `operator`, .constant(.integer(Int64(number))))
    }
    // An optional relationship may have no objects at all.
    let isTooFew = compared(.less, minCount)
    let limits = [
      (true, minCount, isOptional ? .and([compared(.greater, 0), isTooFew]) : isTooFew),
      (false, maxCount, compared(.greater, maxCount)),
    ]
    return limits.filter { $0.1 > 0 }
  }
}
