/// All changes of a list that are reported together.
///
/// The changes are in the order in which a delegate receives them. Sections come first:
/// deletions from the end, then insertions from the start. Objects follow: deletions
/// from the end, then insertions, moves and updates, each from the start.
public struct FetchedResultsChange<Object: ManagedObject> {
  let changes: ListChanges

  /// The inserted and deleted sections.
  public var sections: [SectionChange] {
    changes.sections.map { section in
      section.isInsert
        ? .insert(section.id, at: section.number) : .delete(section.id, at: section.number)
    }
  }

  /// The inserted, deleted, moved and updated objects.
  public var objects: [ResultChange<Object>] {
    changes.items.map { item in
      let object = unsafeDowncast(item.object, to: Object.self)
      switch (item.old?.position, item.new?.position) {
      case (let old?, let new?):
        return item.isMove
          ? .move(object, from: old, to: new) : .update(object, from: old, to: new)
      case (let old?, nil): return .delete(object, at: old)
      case (nil, let new?): return .insert(object, at: new)
      case (nil, nil): preconditionFailure("a change of a list has neither an old nor a new index")
      }
    }
  }

  /// The IDs of the objects that have changed, but whose order in the list is
  /// the same.
  public var updatedObjectIDs: [ObjectID] {
    changes.items.filter { $0.old != nil && $0.new != nil && !$0.isMove }.map(\.id)
  }
}

extension FetchedResultsChange {
  /// The difference between the old and the new list of object IDs, without
  /// sections. A move is an associated pair of a removal and an insertion.
  public var difference: CollectionDifference<ObjectID> {
    changes.difference({ $0 }, at: \.offset)
  }

  /// The difference between the old and the new list of section IDs.
  public var sectionDifference: CollectionDifference<SectionID> {
    CollectionDifference(
      changes.sections.map { section in
        section.isInsert
          ? .insert(offset: section.number, element: section.id, associatedWith: nil)
          : .remove(offset: section.number, element: section.id, associatedWith: nil)
      }) ?? [].difference(from: [])
  }

  /// The difference between the old and the new list of rows, in which each
  /// section begins with a header.
  public var rowDifference: CollectionDifference<ListRow> {
    changes.difference(
      { .object($0) }, at: { $0.offset + $0.position.section + 1 },
      sections: { ($0.start.offset + $0.number, .section($0.id)) })
  }
}

extension FetchedResultsChange: CustomStringConvertible {
  /// The changes of sections and objects as text, one change on each line.
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
