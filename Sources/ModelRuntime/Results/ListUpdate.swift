/// An update of a list with changed objects.
///
/// The initialiser does everything that can fail before the list changes: it
/// determines which objects will be listed, their sort values, and their old
/// positions.
struct ListUpdate {
  private let tree: ListTree
  private let context: ManagedObjectContext
  private var rows: [Row] = []

  private struct Row {
    /// The row of the object if it will be listed; otherwise nil.
    let listed: ListTree.Row?
    /// The object's node in the list before the update; nil if the object was
    /// not listed.
    let oldNode: ObjectNode?
    let old: ListPlace?
    /// The object's node in the list after the update; nil if the object is not
    /// listed.
    var node: ObjectNode?
    var new: ListPlace?
    var isMove = true
  }

  /// Determines the changes of a list that are necessary because of touched
  /// objects.
  ///
  /// - Parameters:
  ///   - touched: The changed objects, and the objects from which a path leads
  ///     to a changed object.
  ///   - isListed: A closure that returns true if an object belongs to the
  ///     list.
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
      // A change of a related object that does not affect the listed values is not an
      // update.
      if !touched.changed.contains(key), let node, let listed, tree.holds(listed, at: node) {
        continue
      }
      rows.append(Row(listed: listed, oldNode: node, old: node.map { tree.place(of: $0) }))
    }
  }

  /// The keys of the objects that enter the list, leave it, or are updated in it.
  var keys: Set<Int64> {
    Set(rows.compactMap { ($0.listed?.object ?? $0.oldNode?.object)?._key })
  }

  /// Applies the update to the list.
  ///
  /// - Returns: The changes; empty unless `reportingChanges` is true.
  /// - Complexity: O(*k* log *n*), where *k* is the number of objects in the
  ///   update, and *n* is the length of the list.
  func applied(reportingChanges: Bool) -> ListChanges {
    var rows = rows
    var changes = ListChanges()
    // All objects are removed before the first one is inserted, because an object whose
    // values changed is no longer where the order expects it, and would mislead the
    // search.
    for node in rows.compactMap(\.oldNode) { tree.remove(node) }
    var added: [SectionNode] = []
    for index in rows.indices {
      guard let listed = rows[index].listed else { continue }
      let (node, isNewSection) = tree.insert(listed)
      rows[index].node = node
      if isNewSection { added.append(node.section) }
    }
    // This step follows the insertions, because they can fill a section that has become
    // empty.
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

  /// Marks the objects that change their positions. An object keeps its
  /// position if it is between the same untouched objects, in the same section
  /// and in the same order as before.
  private func markMoves(_ rows: inout [Row]) {
    let oldOffsets = rows.compactMap(\.old?.offset).sorted()
    let newOffsets = rows.compactMap(\.new?.offset).sorted()
    let candidates = rows.indices.filter { index in
      let row = rows[index]
      guard let old = row.old?.offset, let new = row.new?.offset,
        row.oldNode?.section === row.node?.section
      else { return false }
      // The number of untouched objects before the position is the same as before.
      return old - oldOffsets.prefixCount { $0 < old }
        == new - newOffsets.prefixCount { $0 < new }
    }.sorted { (rows[$0].new?.offset ?? 0) < (rows[$1].new?.offset ?? 0) }
    for place in longestRun(of: candidates.map { rows[$0].old?.offset ?? 0 }) {
      rows[candidates[place]].isMove = false
    }
  }
}
