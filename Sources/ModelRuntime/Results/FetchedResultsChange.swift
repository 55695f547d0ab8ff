/// Everything that changed in a list at once.
///
/// The changes are in the order in which a delegate is told: sections first,
/// deletes from the end, then inserts from the start; then objects, deletes from
/// the end, then inserts, moves and updates, each from the start.
public struct FetchedResultsChange<Object: ManagedObject> {
  let changes: ListChanges

  /// The sections that came and went.
  public var sections: [SectionChange] {
    changes.sections.map { section in
      section.isInsert
        ? .insert(section.id, at: section.number) : .delete(section.id, at: section.number)
    }
  }

  /// The objects that came, went, moved or changed.
  public var objects: [ResultChange<Object>] {
    changes.items.map { item in
      let object = unsafeDowncast(item.object, to: Object.self)
      switch (item.old?.position, item.new?.position) {
      case (let old?, let new?):
        return item.isMove
          ? .move(object, from: old, to: new) : .update(object, from: old, to: new)
      case (let old?, nil): return .delete(object, at: old)
      case (nil, let new?): return .insert(object, at: new)
      case (nil, nil): preconditionFailure("a change of a list has no place")
      }
    }
  }

  /// The objects that changed and kept their place among the others.
  public var updatedObjectIDs: [ObjectID] {
    changes.items.filter { $0.old != nil && $0.new != nil && !$0.isMove }.map(\.id)
  }
}

extension FetchedResultsChange {
  /// The difference between the lists of IDs, without sections; a move
  /// is a removal and an insertion that know each other.
  public var difference: CollectionDifference<ObjectID> {
    changes.difference({ $0 }, at: \.offset)
  }

  /// The difference between the lists of sections.
  public var sectionDifference: CollectionDifference<SectionID> {
    CollectionDifference(
      changes.sections.map { section in
        section.isInsert
          ? .insert(offset: section.number, element: section.id, associatedWith: nil)
          : .remove(offset: section.number, element: section.id, associatedWith: nil)
      }) ?? [].difference(from: [])
  }

  /// The difference between the lists as rows: a headline for each section,
  /// then its objects.
  public var rowDifference: CollectionDifference<ListRow> {
    changes.difference(
      { .object($0) }, at: { $0.offset + $0.position.section + 1 },
      sections: { ($0.start.offset + $0.number, .section($0.id)) })
  }
}

extension FetchedResultsChange: CustomStringConvertible {
  /// The sections that came and went, and the objects, one on a line.
  public var description: String {
    let lines = sections.map { section in
      switch section {
      case .delete(let id, let number): "delete section '\(id.name)' at \(number)"
      case .insert(let id, let number): "insert section '\(id.name)' at \(number)"
      }
    }
    return (lines + objects.map(\.description)).joined(separator: "\n")
  }
}
