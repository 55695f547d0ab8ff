/// Lays a context's unsaved changes over what its store answers.
///
/// Where nothing that a fetch looks at has changed, the store's answer is the
/// answer. Else the store is asked for candidates without a window, membership
/// is decided by the values in memory, and order, offset and limit are applied
/// to the result.
///
/// 1. Whether a request is refused does not depend on what is unsaved.
/// 2. An object with changes is judged by its values here, whatever the store
///    says of it; one that is deleted here matches nothing.
struct FetchOverlay {
  private let context: ManagedObjectContext
  private let plan: FetchPlan
  private let entity: CompiledEntity
  /// A Boolean value that says whether condition or order lead through a
  /// relationship.
  private let leadsElsewhere: Bool

  /// The overlay of a fetch; nil where unsaved changes do not matter to it.
  ///
  /// - Throws: `ObjectPredicateError` for a condition that is nested too deeply.
  init?(context: ManagedObjectContext, plan: FetchPlan, entity: CompiledEntity) throws {
    guard context.hasChanges else { return nil }
    if plan.predicate?.isTooHigh == true { throw ObjectPredicateError.nestedTooDeeply }
    let watched = WatchedPaths(plan, entity, context.store.model)
    let isWatched = context.listed.contains { object in
      let root = object._batch.entity.rootIndex
      return root == entity.rootIndex || watched.follows(root: root)
    }
    guard isWatched else { return nil }
    self.context = context
    self.plan = plan
    self.entity = entity
    leadsElsewhere = watched.leadElsewhere
  }

  /// The objects that match, in order, inside of the window.
  ///
  /// What the store would refuse is refused before anything is read, by the compiler
  /// that makes the store's statement: the answer to a request must not depend on
  /// what is unsaved.
  func objects() throws -> [ManagedObject] {
    try context.checkFetchable(plan, entity)
    var candidates = try storedCandidates()
    let known = Set(candidates.map(\._key))
    candidates += context.listed.filter { isOfEntity($0) && !known.contains($0._key) }
    candidates.removeAll { $0._flags.contains(.deleted) }
    return try plan.rest(after: [], of: candidates, entity)
  }

  /// A Boolean value that says whether a full-text index ranks the objects, which
  /// the store alone can tell.
  private var isRanked: Bool { plan.sortKeys.contains { entity.isRank($0) } }

  /// The objects that the store holds and that may match.
  ///
  /// A predicate over the object's own properties is decided by the store for
  /// every object that has no changes; one that leads through relationships may
  /// hold for others by now, so all objects are candidates.
  private func storedCandidates() throws -> [ManagedObject] {
    var stored = plan
    stored.limit = nil
    stored.offset = 0
    stored.cursor = nil
    stored.sortKeys = plan.sortKeys.filter { entity.isRank($0) }
    // What the store ranks does not lead elsewhere: the words are the object's own.
    if leadsElsewhere { stored.predicate = isRanked ? search : nil }
    return try context.storedObjects(stored, entity)
  }

  /// The search for words alone.
  private var search: ObjectPredicate? {
    guard let name = plan.sortKeys.first(where: entity.isRank)?.keyPath[0] else { return nil }
    return plan.predicate?.search(of: name).map {
      .comparison(.init(.keyPath([name], of: .evaluatedObject), .matches, $0.words))
    }
  }

  private func isOfEntity(_ object: ManagedObject) -> Bool {
    let index = object._batch.entity.index
    return plan.includesSubentities ? entity.family.contains(index) : entity.index == index
  }
}
