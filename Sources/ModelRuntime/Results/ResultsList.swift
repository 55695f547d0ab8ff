/// The list of a controller, independent of the class of its objects.
///
/// A `ListTree` holds all matching objects. Changed objects are looked up,
/// tested again and moved to their positions. The list is fetched again, and
/// compared with the previous list, only if the listed objects from which a
/// path leads to a changed object are not known, or if too many objects have
/// changed.
final class ResultsList: JournalFollower {
  let context: ManagedObjectContext
  let entity: CompiledEntity
  private let requested: FetchPlan
  private let sectionKey: SectionKey?
  /// All matching objects; nil before the list is fetched.
  private(set) var tree: ListTree?
  /// The listed part of the matching objects; nil if the request has no limit
  /// and no offset.
  private(set) var window: ListLayout?
  /// The error that prevented the list from being updated; nil if there was
  /// none.
  private(set) var failure: (any Error)?
  private var condition: PreparedPredicate?
  private var watched: WatchedPaths?
  /// The closure that receives the changes of the list.
  var tell: ((ListChanges) -> Void)?

  init(
    _ context: ManagedObjectContext, _ entity: CompiledEntity, _ plan: FetchPlan,
    sectionKey: SectionKey?
  ) {
    self.context = context
    self.entity = entity
    self.sectionKey = sectionKey
    requested = plan
  }

  private var hasWindow: Bool { requested.limit != nil || requested.offset > 0 }

  // MARK: Fetching

  /// Fetches the list, and then keeps it up to date with the context.
  func fetch() throws {
    if requested.sortKeys.contains(where: entity.isRank) {
      throw StoreError(
        .untranslatable,
        "a list that is kept up to date cannot be sorted by rank, because any change can affect "
          + "the rank of every object; sort by a value, or fetch the objects without a list")
    }
    try sectionKey?.check(entity, context.store.model)
    // From now on, the condition is evaluated in memory, so conditions that the store
    // would reject are rejected here.
    try context.checkFetchable(requested, entity)
    condition = try requested.predicate.map { try PreparedPredicate($0, evaluation: .inMemory) }
    var plan = requested
    plan.sortKeys = sortKeys
    watched = WatchedPaths(plan, entity, context.store.model)
    let tree = try fetchedTree()
    show(tree)
    failure = nil
    context.beginJournal().add(self)
  }

  private var sortKeys: [SortKey] {
    sectionKey?.sortKeys(requested.sortKeys) ?? requested.sortKeys
  }

  private func fetchedTree() throws -> ListTree {
    var plan = requested
    // The window is a part of the whole list, which determines the objects that enter
    // the window.
    plan.limit = nil
    plan.offset = 0
    let isStored = sectionKey?.isStored(entity) ?? true
    if isStored { plan.sortKeys = sortKeys }
    return try ListTree(
      try context.objects(plan, entity), order: ListOrder(sortKeys), sectionKey: sectionKey,
      sectionKeyCount: sectionKey?.sortKeyCount(requested.sortKeys) ?? 0, isSorted: isStored)
  }

  private func show(_ tree: ListTree) {
    self.tree = tree
    window = hasWindow ? windowLayout(tree) : nil
  }

  private func windowLayout(_ tree: ListTree) -> ListLayout {
    let start = windowStart(tree)
    let rest = tree.objects.count - start
    return tree.layout(start..<start + min(max(requested.limit ?? rest, 0), rest))
  }

  /// Returns the offset in the whole list at which the listed part begins.
  func windowStart(_ tree: ListTree) -> Int {
    min(max(requested.offset, 0), tree.objects.count)
  }

  // MARK: Following

  func follow(_ entry: ChangeJournal.Entry) -> (() -> Void)? {
    guard let tree else { return nil }
    do {
      let changes = try changes(entry, tree)
      failure = nil
      guard !changes.isEmpty else { return nil }
      // If the list has been fetched again in the meantime, for example by another
      // observer, its controller already has these changes.
      return { [weak self, present = self.tree] in
        guard let self, self.tree === present else { return }
        self.tell?(changes)
      }
    } catch {
      failure = error
      return nil
    }
  }

  private func changes(_ entry: ChangeJournal.Entry, _ tree: ListTree) throws -> ListChanges {
    if failure == nil, let changes = entry.changes, watched?.areAffected(by: changes) == false {
      return updates(changes[entity.rootIndex]?.keys ?? [], tree)
    }
    // If at least a quarter of the list has changed, it is cheaper to fetch the list
    // again.
    var touched = TouchedObjects(
      context, entity, watched, limit: max(1000, tree.objects.count / 4))
    try touched.add(entry)
    // After a failure the state of the list and the unreported changes are not known.
    let isUnknown = entry.isReset || failure != nil
    if touched.isIncomplete || isUnknown {
      return try refetch(tree) { isUnknown || touched.contains($0) }
    }
    guard !touched.objects.isEmpty else { return ListChanges() }
    let update = try ListUpdate(tree, context, touched) { try isListed($0) }
    guard let old = window else { return update.applied(reportingChanges: true) }
    let keys = update.keys
    _ = update.applied(reportingChanges: false)
    let new = windowLayout(tree)
    window = new
    return ListComparison(
      context: context, old: old, new: new, isTouched: { keys.contains($0._key) }
    ).changes()
  }

  /// Returns the changes of the list if some objects are updated but all keep
  /// their positions.
  private func updates(_ keys: Set<Int64>, _ tree: ListTree) -> ListChanges {
    let nodes =
      tree.nodes.count < keys.count
      ? tree.nodes.values.filter { keys.contains($0.object._key) }
      : keys.compactMap { tree.nodes[$0] }
    var changes = ListChanges()
    changes.items = nodes.compactMap { node in
      guard let place = place(of: node.object) else { return nil }
      return .init(
        object: node.object, id: context.objectID(of: node.object), old: place, new: place)
    }
    changes.sort()
    return changes
  }

  private func refetch(
    _ tree: ListTree, isTouched: @escaping (ManagedObject) -> Bool
  ) throws -> ListChanges {
    let old = window ?? tree.layout(0..<tree.objects.count)
    let fetched = try fetchedTree()
    show(fetched)
    let new = window ?? fetched.layout(0..<fetched.objects.count)
    return ListComparison(context: context, old: old, new: new, isTouched: isTouched).changes()
  }

  /// Returns whether an object matches the request.
  private func isListed(_ object: ManagedObject) throws -> Bool {
    let index = object._batch.entity.index
    let isOfEntity =
      requested.includesSubentities ? entity.family.contains(index) : entity.index == index
    guard isOfEntity else { return false }
    return try condition?.evaluate(with: object) ?? true
  }
}
