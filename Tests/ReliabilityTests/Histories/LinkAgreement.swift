@testable import ModelRuntime

extension ManagedObjectContext {
  /// The links that only one of their two loaded ends contains. A correct context has none.
  ///
  /// Nothing is read from the store, so faults and relationships without loaded members are
  /// ignored. An object marked for deletion keeps its links, because they are needed to
  /// undo the deletion.
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

extension ManagedObject {
  /// Returns whether the members of a relationship are loaded.
  func hasLoaded(_ relationship: CompiledRelationship) -> Bool {
    relationship.isToMany ? loadedMembers(relationship.number) != nil : !isFault
  }

  /// Returns the keys of the members of a relationship, as a program sees them.
  func keys(of relationship: CompiledRelationship) -> [Int64] {
    related(relationship).map(\._key)
  }
}
