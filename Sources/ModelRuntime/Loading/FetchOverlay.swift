/// An overlay of a context's unsaved changes on the results of a fetch from its
/// store.
///
/// If no change affects the fetch, the result of the store is used unchanged. Otherwise
/// the store is asked for candidates without limit and offset, the condition is
/// evaluated with the values in memory, and order, offset and limit are applied to the
/// result.
///
/// 1. Whether a request is rejected does not depend on unsaved changes.
///
/// 2. For an object with unsaved changes, the condition is evaluated with its
///    values in memory, not with the values in its row; an object that is
///    deleted in the context does not match any condition.
struct FetchOverlay {
  private let context: ManagedObjectContext
  private let plan: FetchPlan
  private let entity: CompiledEntity
  /// True if the condition or the sort order of the fetch leads through a
  /// relationship.
  private let leadsElsewhere: Bool
  /// The values that the condition requires of the object's own properties; nil
  /// if it requires anything else.
  private let equalities: [(property: CompiledProperty, value: ConstantValue)]?

  /// Creates the overlay of a fetch. The initialiser returns nil if unsaved
  /// changes do not affect the fetch.
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
    equalities = plan.predicate?.equalities(entity)
  }

  /// Returns the objects that match the fetch, in its order, within its limit
  /// and offset.
  ///
  /// A request that the store would reject is rejected before anything is read,
  /// by the compiler that creates the store's statement, because whether a
  /// request is rejected must not depend on unsaved changes.
  func objects() throws -> [ManagedObject] {
    try context.checkFetchable(plan, entity)
    var candidates = try storedCandidates()
    var known = Set(candidates.map(\._key))
    candidates += pendingCandidates().filter { isOfEntity($0) && known.insert($0._key).inserted }
    candidates.removeAll { $0._flags.contains(.deleted) }
    return try plan.rest(after: [], of: candidates, entity)
  }

  /// Returns the unsaved objects that may match. If possible, they are found by
  /// the value of a property, as in finders.
  private func pendingCandidates() -> ContiguousArray<ManagedObject> {
    for (property, value) in equalities ?? [] {
      guard let constant = entity.bindings[property.number]?.constant else { continue }
      switch (property.description.attribute?.type, value) {
      case (.int16, .integer), (.int32, .integer), (.int64, .integer), (.string, .string),
        (.uuid, .uuid), (.date, .date):
        return context.changes.candidates(entity, property.number, value, constant)
      default: continue
      }
    }
    return context.listed
  }

  /// Returns the objects of the store that may match the fetch.
  ///
  /// A predicate on an object's own properties is evaluated by the store for
  /// every unchanged object. A predicate that leads through relationships may
  /// have become true for other objects, so all objects are candidates.
  private func storedCandidates() throws -> [ManagedObject] {
    var stored = plan
    stored.limit = nil
    stored.offset = 0
    stored.cursor = nil
    stored.sortKeys = plan.sortKeys.filter { entity.isRank($0) }
    // A ranked search does not lead through relationships: the words are the object's
    // own, as its link to an object is.
    if leadsElsewhere, equalities == nil { stored.predicate = search }
    return try context.source.objects(stored, entity)
  }

  /// The full-text search that determines the order of the objects, without the
  /// rest of the condition; nil if the objects are not ranked.
  private var search: ObjectPredicate? {
    guard let name = plan.sortKeys.first(where: entity.isRank)?.keyPath[0] else { return nil }
    return plan.predicate?.search(of: name).map {
      .compare(.keyPath([name], of: .evaluatedObject), .matches, $0.words)
    }
  }

  private func isOfEntity(_ object: ManagedObject) -> Bool {
    let index = object._batch.entity.index
    return plan.includesSubentities ? entity.family.contains(index) : entity.index == index
  }
}

extension ObjectPredicate {
  /// Returns the properties of an entity that must equal values, with these
  /// values; nil if the condition requires anything else.
  fileprivate func equalities(
    _ entity: CompiledEntity
  ) -> [(property: CompiledProperty, value: ConstantValue)]? {
    var found: [(CompiledProperty, ConstantValue)] = []
    for part in conjuncts {
      guard case .comparison(let test) = part, test.operator == .equal,
        test.quantifier == .direct, test.options.isEmpty,
        case .keyPath(let names, .evaluatedObject) = test.left, names.count == 1,
        let property = entity.property(named: names[0]),
        case .constant(let value) = test.right, value != .null
      else { return nil }
      found.append((property, value))
    }
    return found
  }
}
