internal import Observation

extension FetchedResultsController {
  /// The objects in order, without sections; empty before the list is fetched.
  public var objects: FetchedObjects<Object> {
    registrar.access(self, keyPath: \.objects)
    return FetchedObjects(list: list, range: 0..<list.count)
  }

  /// The sections in order. A list without a section path has exactly one section,
  /// which may be empty; other lists have only sections with objects.
  public var sections: FetchedSections<Object> {
    registrar.access(self, keyPath: \.objects)
    return FetchedSections(list: list, indexTitle: indexTitle)
  }

  /// Returns the object at a position; nil if the position is outside the list.
  public func object(at position: ResultPosition) -> Object? {
    list.object(at: position).map { unsafeDowncast($0, to: Object.self) }
  }

  /// Returns the position of an object; nil if the list does not contain the object.
  public func position(of object: Object) -> ResultPosition? {
    list.place(of: object)?.position
  }

  /// Returns the index of an object in the list without sections; nil if the list does
  /// not contain the object.
  public func offset(of object: Object) -> Int? {
    list.place(of: object)?.offset
  }

  /// A snapshot of the list.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the list.
  public var snapshot: ResultsSnapshot {
    registrar.access(self, keyPath: \.objects)
    return list.snapshot
  }

  /// The distinct index titles, in the order of their sections.
  public var sectionIndexTitles: [String] {
    var seen: Set<String> = []
    return sections.compactMap(\.indexTitle).filter { seen.insert($0).inserted }
  }

  /// Returns the index of the first section with the given index title; nil if no
  /// section has that title.
  public func section(forIndexTitle title: String) -> Int? {
    sections.firstIndex { $0.indexTitle == title }
  }
}

/// The current objects of a list or of one of its sections.
public struct FetchedObjects<Object: ManagedObject>: RandomAccessCollection {
  let list: ResultsList
  let range: Range<Int>

  /// The index of the first object: always 0.
  public var startIndex: Int { 0 }

  /// The index after the last object.
  public var endIndex: Int { range.count }

  /// The object at an index.
  ///
  /// - Precondition: The list has not changed since the collection was obtained.
  /// - Complexity: O(log *n*), where *n* is the length of the list.
  public subscript(place: Int) -> Object {
    guard let object = list.object(at: range.lowerBound + place) else {
      preconditionFailure("the index \(place) is outside the \(range.count) objects of the list")
    }
    return unsafeDowncast(object, to: Object.self)
  }
}

/// The current sections of a list.
public struct FetchedSections<Object: ManagedObject>: RandomAccessCollection {
  let list: ResultsList
  let indexTitle: (String) -> String?

  /// The index of the first section: always 0.
  public var startIndex: Int { 0 }

  /// The index after the last section, which equals the number of sections.
  public var endIndex: Int { list.sectionCount }

  /// The section at an index.
  ///
  /// - Complexity: O(log *n*), where *n* is the length of the list.
  public subscript(number: Int) -> FetchedSection<Object> {
    guard let (id, range) = list.section(number) else {
      preconditionFailure("there is no section \(number) among \(list.sectionCount)")
    }
    return FetchedSection(
      id: id, number: number, indexTitle: indexTitle(id.name),
      objects: FetchedObjects(list: list, range: range))
  }
}

/// A section of a list.
public struct FetchedSection<Object: ManagedObject> {
  /// The value that the objects of the section have in common.
  public let id: SectionID
  /// The index of the section in the list of sections.
  public let number: Int
  /// The section's title in an index; nil if it has no title.
  public let indexTitle: String?
  /// The objects of the section, in order.
  public let objects: FetchedObjects<Object>

  /// The header of the section.
  public var name: String { id.name }

  /// The number of objects in the section.
  public var count: Int { objects.count }
}
