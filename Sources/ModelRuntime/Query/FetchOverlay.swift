internal import ModelSchema

/// Lays a context's unsaved changes over what its store answers (F-03).
///
/// Where nothing that a fetch looks at has changed, the store's answer is the
/// answer. Else the store is asked for candidates without a window, membership
/// is decided by the values in memory, and order, offset and limit are applied
/// to the result (F-04).
struct FetchOverlay {
  let context: ManagedObjectContext
  let plan: FetchPlan
  let entity: CompiledEntity

  /// Whether unsaved changes may matter to the fetch.
  var isNeeded: Bool {
    guard context.hasChanges else { return false }
    let watched = watchedRoots
    return context.listed.contains { watched.contains($0._group.entity.rootIndex) }
  }

  /// The objects that match, in order, all of them.
  func objects() throws -> [ManagedObject] {
    var candidates = try storedCandidates()
    let known = Set(candidates.map(\._key))
    candidates += context.listed.filter { isOfEntity($0) && !known.contains($0._key) }
    candidates.removeAll { $0._flags.contains(.deleted) }
    let matching = try plan.predicate.map { try candidates.filtered(by: $0) } ?? candidates
    let sorted = try matching.sorted { $0._key < $1._key }.sorted(by: plan.sortKeys)
    return Array(sorted.dropFirst(max(plan.offset, 0)).prefix(max(plan.limit ?? .max, 0)))
  }

  /// What the store holds and may match.
  ///
  /// A predicate over the object's own properties is decided by the store for
  /// every object that has no changes; one that leads through relationships may
  /// hold for others by now, so all objects are candidates.
  private func storedCandidates() throws -> [ManagedObject] {
    var stored = plan
    stored.limit = nil
    stored.offset = 0
    stored.sortKeys = []
    if leadsElsewhere { stored.predicate = nil }
    return try context.storedObjects(stored, entity)
  }

  private func isOfEntity(_ object: ManagedObject) -> Bool {
    let index = object._group.entity.index
    return plan.includesSubentities ? entity.family.contains(index) : entity.index == index
  }

  /// Whether predicate or order lead through a relationship.
  private var leadsElsewhere: Bool { watchedRoots.count > 1 || plan.predicate?.hasPaths == true }

  /// The root entities whose changes the fetch looks at.
  private var watchedRoots: Set<Int> {
    var roots: Set = [entity.rootIndex]
    // Any relationship in the predicate may lead anywhere; the model's paths are not walked.
    if plan.predicate?.hasPaths == true || plan.sortKeys.contains(where: { $0.keyPath.count > 1 }) {
      roots.formUnion(context.store.model.entities.map(\.rootIndex))
    }
    return roots
  }
}

extension ObjectPredicate {
  /// Whether any key path has more than one name, or asks for a collection.
  fileprivate var hasPaths: Bool {
    switch self {
    case .constant: false
    case .and(let parts), .or(let parts): parts.contains(where: \.hasPaths)
    case .not(let part): part.hasPaths
    case .comparison(let comparison):
      comparison.quantifier != .direct || comparison.left.hasPaths || comparison.right.hasPaths
    }
  }
}

extension ObjectExpression {
  fileprivate var hasPaths: Bool {
    switch self {
    case .constant, .evaluatedObject, .variable: false
    case .keyPath(let names, let root): names.count > 1 || root != .evaluatedObject
    case .function(_, let arguments), .aggregate(let arguments):
      arguments.contains(where: \.hasPaths)
    case .cast(let value, _): value.hasPaths
    case .conditional(let condition, let then, let otherwise):
      condition.hasPaths || then.hasPaths || otherwise.hasPaths
    case .element, .set, .subquery: true
    }
  }
}
