internal import ModelPredicates
internal import ModelSchema

// What of a fetch is left to memory: over unsaved changes, and over stores that do not do it.

extension FetchPlan {
  /// Does the rest of a fetch with objects that a store has found by some of
  /// its parts.
  func rest(
    after parts: StoreFetch.Parts, of objects: [ManagedObject], _ entity: CompiledEntity
  ) throws -> [ManagedObject] {
    var found = objects
    if !parts.contains(.condition), let predicate {
      found = try found.filtered(by: predicate, evaluation: .inMemory)
    }
    if !parts.contains(.order) { found = try inOrder(found, entity) }
    guard !parts.contains(.window) else { return found }
    if let cursor { found = try cursor.objects(behind: found, sortKeys) }
    return Array(found.dropFirst(max(offset, 0)).prefix(max(limit ?? .max, 0)))
  }

  /// The objects in order; of a ranked search, which the store alone can tell, those
  /// that it has found stay as it ranks them, and come before those that it does not
  /// know yet.
  private func inOrder(
    _ objects: [ManagedObject], _ entity: CompiledEntity
  ) throws -> [ManagedObject] {
    if let rank = sortKeys.firstIndex(where: { entity.isRank($0) }) {
      return try objects.sorted(by: Array(sortKeys[..<rank]), evaluation: .inMemory)
    }
    return try objects.sorted { $0._key < $1._key }.sorted(by: sortKeys, evaluation: .inMemory)
  }
}
