/// The changes of a list, independent of the class of its objects.
struct ListChanges {
  /// The change of one object: an insertion if it has no old position, a deletion if it
  /// has no new position.
  struct Item {
    var object: ManagedObject
    var id: ObjectID
    var old: ListPlace?
    var new: ListPlace?
    var isMove = false
  }

  /// An inserted or deleted section.
  struct Section {
    var id: SectionID
    var isInsert: Bool
    /// The position in the list at which the section begins.
    var start: ListPlace

    var number: Int { start.position.section }
  }

  var sections: [Section] = []
  var items: [Item] = []

  var isEmpty: Bool { sections.isEmpty && items.isEmpty }

  /// Sorts the changes into the order in which they are reported.
  mutating func sort() {
    sections.sort { one, other in
      if one.isInsert != other.isInsert { return !one.isInsert }
      return one.isInsert ? one.number < other.number : one.number > other.number
    }
    items.sort { one, other in
      if one.rank != other.rank { return one.rank < other.rank }
      if let old = one.old, let others = other.old, one.rank == 0 {
        return old.offset > others.offset
      }
      return (one.new?.offset ?? 0) < (other.new?.offset ?? 0)
    }
  }
}

extension ListChanges.Item {
  /// The rank of the change in the order of reports: deletions, insertions,
  /// moves, updates.
  fileprivate var rank: Int {
    if new == nil { return 0 }
    if old == nil { return 1 }
    return isMove ? 2 : 3
  }

  /// True if the object leaves its old position.
  var isRemoved: Bool { old != nil && (new == nil || isMove) }

  /// True if the object gets a new position.
  var isInserted: Bool { new != nil && (old == nil || isMove) }
}

extension ListChanges {
  /// Returns the changes of the list as removals and insertions of elements at
  /// offsets.
  func difference<Element: Hashable>(
    _ element: (ObjectID) -> Element, at offset: (ListPlace) -> Int,
    sections: (Section) -> (offset: Int, element: Element)? = { _ in nil }
  ) -> CollectionDifference<Element> {
    var changes: [CollectionDifference<Element>.Change] = []
    for item in items {
      if item.isRemoved, let old = item.old {
        changes.append(
          .remove(
            offset: offset(old), element: element(item.id),
            associatedWith: item.isMove ? item.new.map(offset) : nil))
      }
      if item.isInserted, let new = item.new {
        changes.append(
          .insert(
            offset: offset(new), element: element(item.id),
            associatedWith: item.isMove ? item.old.map(offset) : nil))
      }
    }
    for section in self.sections {
      guard let (offset, element) = sections(section) else { continue }
      changes.append(
        section.isInsert
          ? .insert(offset: offset, element: element, associatedWith: nil)
          : .remove(offset: offset, element: element, associatedWith: nil))
    }
    guard let difference = CollectionDifference(changes) else {
      preconditionFailure("two changes of a list are at the same place")
    }
    return difference
  }
}
