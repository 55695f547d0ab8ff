@testable import ModelRuntime

extension ManagedObjectContext {
  /// The links of which one loaded end does not know; none in a sound context.
  ///
  /// Nothing is read: what is a fault, or has no members yet, knows nothing. An object that will be
  /// deleted keeps its ends, by which the deletion is taken back.
  var disagreeingLinks: [String] {
    maps.flatMap(\.objects).filter {
      $0._flags.isDisjoint(with: [.deleted, .inaccessible])
    }.flatMap { object in
      object._batch.entity.relationships.flatMap { disagreements(object, $0) }
    }
  }

  private func disagreements(
    _ object: ManagedObject, _ relationship: CompiledRelationship
  ) -> [String] {
    guard relationship.inverse != nil else { return [] }
    let keys: [Int64]
    if relationship.isToMany {
      keys = object.loadedMembers(relationship.number).map { Array($0) } ?? []
    } else {
      keys = object.isFault ? [] : [object._reference(relationship.number)].filter { $0 != 0 }
    }
    return keys.compactMap { key in
      guard let other = map(ofDestination: relationship).object(key),
        other._flags.isDisjoint(with: [.deleted, .inaccessible]),
        let end = other.end(of: relationship)
      else { return nil }
      let isKnown =
        end.isToMany
        ? other.loadedMembers(end.number)?.contains(object._key) ?? true
        : other.isFault || end.key == object._key
      return isKnown
        ? nil
        : "\(object.objectID).\(relationship.name) leads to \(other.objectID), which does not know"
    }
  }
}
