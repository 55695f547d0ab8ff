internal import ModelSchema

extension ResultsList {
  /// How many objects are listed.
  var count: Int { layout?.count ?? 0 }

  /// How many sections there are.
  var sectionCount: Int { layout?.sections.count ?? 0 }

  /// A section and the offsets of its objects.
  func section(_ number: Int) -> (SectionID, Range<Int>)? {
    guard let layout, layout.sections.indices.contains(number) else { return nil }
    let section = layout.sections[number]
    let start = layout.starts[number]
    return (section.id, start..<start + section.objects.count)
  }

  /// The object at an offset in the list without sections.
  func object(at offset: Int) -> ManagedObject? {
    guard let layout, (0..<layout.count).contains(offset) else { return nil }
    let number = layout.starts.lastIndex { $0 <= offset } ?? 0
    return layout.sections[number].objects[offset - layout.starts[number]]
  }

  /// The object at a place.
  func object(at position: ResultPosition) -> ManagedObject? {
    guard let (_, range) = section(position.section), position.item >= 0,
      position.item < range.count
    else { return nil }
    return object(at: range.lowerBound + position.item)
  }

  /// The place of an object.
  func place(of object: ManagedObject) -> ListPlace? { layout?.places[object._key] }

  /// The list as values.
  var snapshot: ResultsSnapshot {
    ResultsSnapshot(
      sections: (layout?.sections ?? []).map { section in
        .init(id: section.id, objectIDs: section.objects.map { context.objectID(of: $0) })
      })
  }
}
