/// The changes that a save records in the history, grouped by what is the same for many objects.
///
/// An object is recorded once: with the properties and the relationships that it changed, or without
/// any if only its derived values changed.
struct HistoryNotes {
  /// The properties of a change that are the same for all objects of a group.
  struct Change: Hashable {
    let kind: HistoryChange.Kind
    let entity: Int
    /// The changed properties; nil if they are not recorded.
    let properties: PropertySet?
  }

  /// The groups, in the order in which they were first recorded, with the keys of their objects.
  private(set) var groups: [(change: Change, keys: [Int64])] = []
  private var places: [Change: Int] = [:]

  /// Records objects that are deleted.
  mutating func note(deleted objects: [ManagedObject]) {
    for object in objects { note(.delete, object._batch.entity, object._key) }
  }

  /// Records the objects that a save updates and inserts.
  mutating func note(_ changes: ChangeSet) {
    var links: [ObjectIdentifier: PropertySet] = [:]
    for object in changes.linked where !object._flags.contains(.inserted) {
      links[ObjectIdentifier(object)] = PropertySet(object.changedLinks.map(\.number))
    }
    for (object, properties) in changes.updates {
      let linked = links.isEmpty ? nil : links.removeValue(forKey: ObjectIdentifier(object))
      note(
        .update, object._batch.entity, object._key, linked.map(properties.union) ?? properties)
    }
    for object in changes.linked {
      guard let linked = links[ObjectIdentifier(object)] else { continue }
      note(.update, object._batch.entity, object._key, linked)
    }
    for object in changes.inserts { note(.insert, object._batch.entity, object._key) }
  }

  /// Records objects whose derived values have changed.
  mutating func note(derived ids: Set<ObjectID>, in store: PersistentStore) {
    for id in ids.sorted(by: { $0.key < $1.key }) {
      if let entity = store.entity(of: id) { note(.update, entity, id.key) }
    }
  }

  private mutating func note(
    _ kind: HistoryChange.Kind, _ entity: CompiledEntity, _ key: Int64,
    _ properties: PropertySet? = nil
  ) {
    let change = Change(kind: kind, entity: entity.index, properties: properties)
    // Consecutive objects usually have the same changed properties.
    if let last = groups.indices.last, groups[last].change == change {
      groups[last].keys.append(key)
    } else if let place = places[change] {
      groups[place].keys.append(key)
    } else {
      places[change] = groups.count
      groups.append((change, [key]))
    }
  }
}
