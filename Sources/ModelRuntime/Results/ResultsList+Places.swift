extension ResultsList {
  /// True if the list has been fetched.
  var isFetched: Bool { tree != nil }

  var count: Int { window?.count ?? tree?.objects.count ?? 0 }

  var sectionCount: Int { window?.sections.count ?? tree?.sections.count ?? 0 }

  /// Returns the section with the given index, and the range of its objects'
  /// offsets; nil if the index is out of range.
  func section(_ number: Int) -> (SectionID, Range<Int>)? {
    if let window {
      guard window.sections.indices.contains(number) else { return nil }
      let section = window.sections[number]
      let start = window.starts[number]
      return (section.id, start..<start + section.objects.count)
    }
    guard let tree, let section = tree.section(number) else { return nil }
    let start = tree.sections.rank(of: section).weight
    return (section.id, start..<start + section.weight)
  }

  /// Returns the object at an offset in the list without sections; nil if the
  /// offset is outside the list.
  func object(at offset: Int) -> ManagedObject? {
    guard let window else { return tree?.object(at: offset) }
    guard (0..<window.count).contains(offset) else { return nil }
    let position = window.position(at: offset)
    return window.sections[position.section].objects[position.item]
  }

  /// Returns the object at a position; nil if it is outside the list.
  func object(at position: ResultPosition) -> ManagedObject? {
    guard let (_, range) = section(position.section), position.item >= 0,
      position.item < range.count
    else { return nil }
    return object(at: range.lowerBound + position.item)
  }

  /// Returns the position of an object; nil if the list does not contain it.
  ///
  /// - Complexity: O(log *n*), where *n* is the length of the list.
  func place(of object: ManagedObject) -> ListPlace? {
    guard let tree, let node = tree.nodes[object._key], node.object === object else { return nil }
    let place = tree.place(of: node)
    guard let window else { return place }
    let offset = place.offset - windowStart(tree)
    guard (0..<window.count).contains(offset) else { return nil }
    return ListPlace(position: window.position(at: offset), offset: offset)
  }

  var snapshot: ResultsSnapshot {
    let layout = window ?? tree.map { $0.layout(0..<$0.objects.count) } ?? ListLayout()
    return ResultsSnapshot(
      sections: layout.sections.map { section in
        .init(id: section.id, objectIDs: section.objects.map { context.objectID(of: $0) })
      })
  }
}
