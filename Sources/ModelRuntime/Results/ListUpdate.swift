/// Brings a list up to date with some objects.
///
/// What is going to happen is found out before anything is changed: which objects
/// are listed from now on, what they are sorted by, and where they were.
struct ListUpdate {
  private let tree: ListTree
  private let context: ManagedObjectContext
  private var rows: [Row] = []

  private struct Row {
    /// The object that is listed from now on; nil for none.
    let listed: ListTree.Row?
    /// The place where it was listed.
    let oldNode: ObjectNode?
    let old: ListPlace?
    /// The place where it is listed.
    var node: ObjectNode?
    var new: ListPlace?
    var isMove = true
  }

  /// - Parameters:
  ///   - touched: What changed, and what leads to it.
  ///   - isListed: Whether an object belongs to the list.
  init(
    _ tree: ListTree, _ context: ManagedObjectContext, _ touched: TouchedObjects,
    isListed: (ManagedObject) throws -> Bool
  ) throws {
    self.tree = tree
    self.context = context
    for (key, object) in touched.objects {
      let node = tree.nodes[key]
      let listed = try object.flatMap { try isListed($0) ? tree.row(of: $0) : nil }
      guard node != nil || listed != nil else { continue }
      // A change elsewhere that the list does not show is nobody's update.
      if !touched.changed.contains(key), let node, let listed, tree.holds(listed, at: node) {
        continue
      }
      rows.append(Row(listed: listed, oldNode: node, old: node.map { tree.place(of: $0) }))
    }
  }

  /// The keys of the objects that are new to the list, leave it, or are shown anew.
  var keys: Set<Int64> {
    Set(rows.compactMap { ($0.listed?.object ?? $0.oldNode?.object)?._key })
  }

  /// Changes the list.
  ///
  /// - Returns: What changed; nothing where nobody asks.
  /// - Complexity: O(*k* log *n*) for *k* objects.
  func applied(reportingChanges: Bool) -> ListChanges {
    var rows = rows
    var changes = ListChanges()
    // All are taken out before the first is put in: one whose values changed is not where the order
    // says, and would lead the search astray.
    for node in rows.compactMap(\.oldNode) { tree.remove(node) }
    var added: [SectionNode] = []
    for index in rows.indices {
      guard let listed = rows[index].listed else { continue }
      let (node, isNewSection) = tree.insert(listed)
      rows[index].node = node
      if isNewSection { added.append(node.section) }
    }
    // After the insertions, which may fill a section that was left.
    removeEmptySections(rows, &changes)
    guard reportingChanges else { return ListChanges() }
    for index in rows.indices { rows[index].new = rows[index].node.map { tree.place(of: $0) } }
    addInsertedSections(added, &changes)
    markMoves(&rows)
    changes.items = rows.compactMap(item)
    changes.sort()
    return changes
  }

  private func item(_ row: Row) -> ListChanges.Item? {
    guard let object = row.listed?.object ?? row.oldNode?.object else { return nil }
    return ListChanges.Item(
      object: object, id: context.objectID(of: object), old: row.old, new: row.new,
      isMove: row.old != nil && row.new != nil && row.isMove)
  }

  // MARK: Sections

  private func removeEmptySections(_ rows: [Row], _ changes: inout ListChanges) {
    var seen: Set<ObjectIdentifier> = []
    for row in rows {
      guard let section = row.oldNode?.section, let old = row.old,
        seen.insert(ObjectIdentifier(section)).inserted, tree.removeIfEmpty(section)
      else { continue }
      let start = ListPlace(
        position: ResultPosition(section: old.position.section, item: 0),
        offset: old.offset - old.position.item)
      changes.sections.append(.init(id: section.id, isInsert: false, start: start))
    }
  }

  private func addInsertedSections(_ added: [SectionNode], _ changes: inout ListChanges) {
    for section in added {
      let (number, offset) = tree.sections.rank(of: section)
      let start = ListPlace(
        position: ResultPosition(section: number, item: 0), offset: offset)
      changes.sections.append(.init(id: section.id, isInsert: true, start: start))
    }
  }

  // MARK: Moves

  /// Finds the objects that stay where they are: between the same neighbours
  /// that nobody touched, in the same section, and in the same order as before.
  private func markMoves(_ rows: inout [Row]) {
    let oldOffsets = rows.compactMap(\.old?.offset).sorted()
    let newOffsets = rows.compactMap(\.new?.offset).sorted()
    let candidates = rows.indices.filter { index in
      let row = rows[index]
      guard let old = row.old?.offset, let new = row.new?.offset,
        row.oldNode?.section === row.node?.section
      else { return false }
      // As many untouched objects stand before it as did.
      return old - oldOffsets.count(below: old) == new - newOffsets.count(below: new)
    }.sorted { (rows[$0].new?.offset ?? 0) < (rows[$1].new?.offset ?? 0) }
    for place in longestRun(of: candidates.map { rows[$0].old?.offset ?? 0 }) {
      rows[candidates[place]].isMove = false
    }
  }
}

extension [Int] {
  /// The number of sorted numbers that are less than one.
  fileprivate func count(below number: Int) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
