/// A comparison of two lists, which finds the changes between them.
///
/// The comparison reports as few moves as possible: in each section, the
/// objects of a longest sequence that is in the same order in both lists count
/// as unmoved.
struct ListComparison {
  let context: ManagedObjectContext
  let old: ListLayout
  let new: ListLayout
  /// A closure that returns whether an object that remains in the list has
  /// changed.
  let isTouched: (ManagedObject) -> Bool

  /// Returns the changes from the old list to the new one.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the length of the longer list.
  func changes() -> ListChanges {
    var changes = ListChanges()
    let oldPlaces = old.places
    let newKeys = Set(new.sections.flatMap { $0.objects.map(\._key) })
    addSections(to: &changes)
    addDeletes(newKeys, to: &changes)
    for number in new.sections.indices {
      addSection(number, oldPlaces, to: &changes)
    }
    changes.sort()
    return changes
  }

  private func addSections(to changes: inout ListChanges) {
    let oldIDs = Set(old.sections.map(\.id))
    let newIDs = Set(new.sections.map(\.id))
    for (number, section) in old.sections.enumerated() where !newIDs.contains(section.id) {
      changes.sections.append(
        .init(id: section.id, isInsert: false, start: old.start(number)))
    }
    for (number, section) in new.sections.enumerated() where !oldIDs.contains(section.id) {
      changes.sections.append(.init(id: section.id, isInsert: true, start: new.start(number)))
    }
  }

  private func addDeletes(_ newKeys: Set<Int64>, to changes: inout ListChanges) {
    for (number, section) in old.sections.enumerated() {
      for (item, object) in section.objects.enumerated() where !newKeys.contains(object._key) {
        changes.items.append(
          .init(object: object, id: context.objectID(of: object), old: old.place(number, item)))
      }
    }
  }

  private func addSection(
    _ number: Int, _ oldPlaces: [Int64: ListPlace], to changes: inout ListChanges
  ) {
    let section = new.sections[number]
    let staying = section.objects.indices.filter { item in
      guard let place = oldPlaces[section.objects[item]._key] else { return false }
      return old.sections[place.position.section].id == section.id
    }
    let rows = staying.map { item in
      let object = section.objects[item]
      return (oldPlaces[object._key]?.offset ?? 0, isTouched(object))
    }
    let still = Set(stillPlaces(rows).map { staying[$0] })
    for (item, object) in section.objects.enumerated() {
      let place = oldPlaces[object._key]
      let isMove = place != nil && !still.contains(item)
      guard place == nil || isMove || isTouched(object) else { continue }
      changes.items.append(
        .init(
          object: object, id: context.objectID(of: object), old: place,
          new: new.place(number, item),
          isMove: isMove))
    }
  }
}

/// Returns the indexes of the rows that count as unmoved, which are all
/// untouched rows and as many touched rows as possible.
///
/// - Parameter rows: The rows that remain in the list, in their new order, with
///   their old offsets.
func stillPlaces(_ rows: [(offset: Int, isTouched: Bool)]) -> [Int] {
  var last = -1
  var isSorted = true
  var candidates: [Int] = []
  for (place, row) in rows.enumerated() {
    // Untouched rows count as unmoved, so a touched row can be unmoved only between
    // them.
    if row.offset > last { candidates.append(place) }
    guard !row.isTouched else { continue }
    if row.offset < last { isSorted = false }
    last = row.offset
  }
  // After unnoticed changes, it is not certain that any row has kept its position.
  guard isSorted else { return longestRun(of: rows.map(\.offset)) }
  var next = Int.max
  candidates = candidates.reversed().filter { place in
    let row = rows[place]
    defer { if !row.isTouched { next = row.offset } }
    return row.offset < next || !row.isTouched
  }
  candidates.reverse()
  return longestRun(of: candidates.map { rows[$0].offset }).map { candidates[$0] }
}
