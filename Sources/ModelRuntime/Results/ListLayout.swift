/// A list with sections, represented by arrays.
struct ListLayout {
  struct Section {
    let id: SectionID
    var objects: ContiguousArray<ManagedObject> = []
  }

  private(set) var sections: [Section] = []
  /// The offset of each section's first object in the list without sections.
  private(set) var starts: [Int] = []
  private(set) var count = 0

  init() {}

  mutating func add(_ section: Section) {
    starts.append(count)
    sections.append(section)
    count += section.objects.count
  }

  /// Returns the position of an object in a section.
  func place(_ section: Int, _ item: Int) -> ListPlace {
    ListPlace(
      position: ResultPosition(section: section, item: item), offset: starts[section] + item)
  }

  /// Returns the position of the first object in a section.
  func start(_ section: Int) -> ListPlace { place(section, 0) }

  /// Returns the section and the index within it of the object at an offset in
  /// the list.
  ///
  /// - Complexity: O(log *n*) for *n* sections.
  func position(at offset: Int) -> ResultPosition {
    // The last section that begins at or before the offset contains it.
    let section = max(starts.prefixCount { $0 <= offset } - 1, 0)
    return ResultPosition(section: section, item: offset - starts[section])
  }

  /// The positions of all objects, by key.
  var places: [Int64: ListPlace] {
    var places: [Int64: ListPlace] = [:]
    places.reserveCapacity(count)
    for (number, section) in sections.enumerated() {
      for (item, object) in section.objects.enumerated() {
        places[object._key] = place(number, item)
      }
    }
    return places
  }
}
