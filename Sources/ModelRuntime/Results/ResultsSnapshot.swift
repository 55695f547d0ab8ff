/// The state of a list as values that can leave its context: the sections in order,
/// with the IDs of their objects.
public struct ResultsSnapshot: Sendable, Hashable {
  /// A section and the IDs of its objects.
  public struct Section: Sendable, Hashable {
    /// The value that the objects of the section have in common.
    public var id: SectionID
    /// The IDs of the section's objects, in order.
    public var objectIDs: [ObjectID]

    /// Creates a section from its identifier and the IDs of its objects.
    public init(id: SectionID, objectIDs: [ObjectID]) {
      self.id = id
      self.objectIDs = objectIDs
    }
  }

  /// The sections, in order. A list without a section path has exactly one section,
  /// which may be empty.
  public var sections: [Section]

  /// Creates a snapshot from sections.
  public init(sections: [Section] = []) {
    self.sections = sections
  }

  /// The identifiers of the sections, in order.
  public var sectionIDs: [SectionID] { sections.map(\.id) }

  /// The IDs of all objects, in order.
  public var objectIDs: [ObjectID] { sections.flatMap(\.objectIDs) }

  /// The sections and objects of the list as rows: the header of each section,
  /// followed by its objects.
  public var rows: [ListRow] {
    sections.flatMap { [.section($0.id)] + $0.objectIDs.map { .object($0) } }
  }
}

/// A row of a list that shows its sections as headers.
public enum ListRow: Sendable, Hashable {
  /// The header of a section.
  case section(SectionID)
  /// An object of the list.
  case object(ObjectID)
}

extension ResultsSnapshot {
  /// Applies reported changes to the snapshot of a list.
  ///
  /// - Precondition: The snapshot is the list as it was before the change.
  public mutating func apply<Object>(_ change: FetchedResultsChange<Object>) {
    let items = change.changes.items
    // A closure is used instead of a key path, because the standard library copies
    // optionals within key paths onto themselves.
    let removed = items.filter(\.isRemoved).compactMap { $0.old?.position }
    for place in removed.sorted(by: >) {
      sections[place.section].objectIDs.remove(at: place.item)
    }
    for section in change.changes.sections {
      if section.isInsert {
        sections.insert(Section(id: section.id, objectIDs: []), at: section.number)
      } else {
        sections.remove(at: section.number)
      }
    }
    let inserted = items.filter(\.isInserted).compactMap { item in
      item.new.map { ($0.position, item.id) }
    }
    for (place, id) in inserted.sorted(by: { $0.0 < $1.0 }) {
      sections[place.section].objectIDs.insert(id, at: place.item)
    }
  }
}
