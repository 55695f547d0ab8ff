/// The list behind a controller, whatever the class of its objects.
///
/// It keeps all objects that match in a `ListTree`; what changed is looked up,
/// tested again and put in its place. Only where the way from a changed object
/// to the listed ones is not known, or most of them changed, is the list fetched
/// again and compared.
final class ResultsList: JournalFollower {
  let context: ManagedObjectContext
  let entity: CompiledEntity
  private let requested: FetchPlan
  private let sectionKey: SectionKey?
  /// All objects that match; nil before the list is fetched.
  private(set) var tree: ListTree?
  /// The part that is listed, where the request has a limit or an offset.
  private(set) var window: ListLayout?
  /// The reason why the list could not be brought up to date.
  private(set) var failure: (any Error)?
  private var condition: PreparedPredicate?
  private var watched: WatchedPaths?
  /// The closure that is told of changes.
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

  /// Fetches the list, and follows the context from then on.
  func fetch() throws {
    if requested.sortKeys.contains(where: entity.isRank) {
      throw StoreError(
        .untranslatable,
        "a list that follows its data has no order by rank, which every change of any object may "
          + "change; sort by a value, or fetch")
    }
    try sectionKey?.check(entity, context.store.model)
    // From now on the condition is evaluated in memory: what the store would refuse is refused at
    // once.
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
    // The window lies on the whole list: what enters at one end is known only from there.
    plan.limit = nil
    plan.offset = 0
    let isStored = sectionKey?.isStored(entity) ?? true
    if isStored { plan.sortKeys = sortKeys }
    let keys = sortKeys
    return try ListTree(
      try context.objects(plan, entity), order: ListOrder(keys), sectionKey: sectionKey,
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

  /// The offset in the whole list at which the listed part begins.
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
      // Who fetches the list anew before it tells, as one who was told first may, knows of them.
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
    // From a quarter of the list on fetching it again costs less.
    var touched = TouchedObjects(
      context, entity, watched, limit: max(1000, tree.objects.count / 4))
    try touched.add(entry)
    // After a failure nobody knows how far the list came, nor whose changes were not told.
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

  /// The changes where some objects look different, and all stay where they are.
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

  /// A Boolean value that says whether an object is one of those that are asked
  /// for.
  private func isListed(_ object: ManagedObject) throws -> Bool {
    let index = object._batch.entity.index
    let isOfEntity =
      requested.includesSubentities ? entity.family.contains(index) : entity.index == index
    guard isOfEntity else { return false }
    return try condition?.evaluate(with: object) ?? true
  }
}
