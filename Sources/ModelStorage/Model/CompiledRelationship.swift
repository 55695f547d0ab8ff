/// A relationship with its ends turned into numbers.
package final class CompiledRelationship: Sendable {
  /// The place where a store keeps who belongs to whom.
  package enum Storage: Sendable {
    /// A column of the source's row.
    case ownColumn
    /// A column of the destination's row.
    case inverseColumn
    /// A table of pairs.
    case joinTable
  }

  /// Property number in the source entity.
  package let number: Int
  package let description: RelationshipDescription
  /// Name of the entity that declares it.
  let sourceName: String
  /// Index of the destination entity.
  package let destinationIndex: Int
  /// Index of the root of the destination's hierarchy, whose objects share keys.
  package let destinationRootIndex: Int
  /// The inverse, as the destination knows it; nil for none.
  package let inverse: Inverse?

  /// The other end of a relationship.
  package struct Inverse: Sendable {
    /// Property number in the destination entity. It means another property, or none, in an entity
    /// that only shares its root: elsewhere it is asked for by the entity that has it.
    let number: Int
    /// Index of the destination entity.
    let entityIndex: Int
    package let isToMany: Bool
    package let isOrdered: Bool
  }

  /// Makes a relationship of a property; nil for another property, and for a
  /// transient relationship, which its class keeps like any value in memory.
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

  /// A Boolean value that says whether it leads back by itself, as friendship
  /// does.
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
  /// A Boolean value that says whether the number of its objects is limited.
  package var hasCount: Bool {
    isToMany && !isTransient && (minCount > 0 || maxCount > 0)
  }

  /// The limits of a number of objects, each with the condition under which it is broken.
  package func brokenCounts(
    _ count: ObjectExpression
  ) -> [(isLeast: Bool, limit: Int, broken: ObjectPredicate)] {
    func compared(
      _ operator: ObjectPredicate.Comparison.Operator, _ number: Int
    ) -> ObjectPredicate {
      .compare(count, `operator`, .constant(.integer(Int64(number))))
    }
    // None at all is allowed where the relationship is optional.
    let isTooFew = compared(.less, minCount)
    let limits = [
      (true, minCount, isOptional ? .and([compared(.greater, 0), isTooFew]) : isTooFew),
      (false, maxCount, compared(.greater, maxCount)),
    ]
    return limits.filter { $0.1 > 0 }
  }
}
