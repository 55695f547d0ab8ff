/// A list at one time, as values that may leave its context: the
/// sections in order, with the IDs of their objects.
public struct ResultsSnapshot: Sendable, Hashable {
  /// A section and the IDs of its objects.
  public struct Section: Sendable, Hashable {
    /// The value that its objects have in common.
    public var id: SectionID
    /// Its objects, in order.
    public var objectIDs: [ObjectID]

    /// A section.
    public init(id: SectionID, objectIDs: [ObjectID]) {
      self.id = id
      self.objectIDs = objectIDs
    }
  }

  /// The sections, in order; one where the list has no sections, however empty.
  public var sections: [Section]

  /// A snapshot of sections.
  public init(sections: [Section] = []) {
    self.sections = sections
  }

  /// The identifiers of the sections, in order.
  public var sectionIDs: [SectionID] { sections.map(\.id) }

  /// All IDs, in order.
  public var objectIDs: [ObjectID] { sections.flatMap(\.objectIDs) }

  /// The list as rows: a headline for each section, then its objects.
  public var rows: [ListRow] {
    sections.flatMap { [.section($0.id)] + $0.objectIDs.map { .object($0) } }
  }
}

/// A row of a list that shows its sections as headlines.
public enum ListRow: Sendable, Hashable {
  /// A headline.
  case section(SectionID)
  /// An object.
  case object(ObjectID)
}

extension ResultsSnapshot {
  /// Brings a copy of a list up to date by what was reported.
  ///
  /// - Precondition: The copy is the list as it was before the change.
  public mutating func apply<Object>(_ change: FetchedResultsChange<Object>) {
    let items = change.changes.items
    // No key path: the standard library copies optionals within them onto themselves.
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
