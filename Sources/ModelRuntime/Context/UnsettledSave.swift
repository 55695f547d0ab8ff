/// A save that failed and may have been made all the same: the store could not be asked.
struct UnsettledSave {
  /// The values that the save has sent, of objects that had a row before.
  private let values: [ManagedObject: AnyObject]

  /// Keeps the values of objects whose rows the save has updated.
  init(updating objects: some Sequence<ManagedObject>) {
    values = Dictionary(
      objects.map { ($0, $0._copyValues()) }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns whether a row has the values that the save has sent for an object; derived values may
  /// have been written by others too.
  func hasSent(_ stored: ManagedObject, for object: ManagedObject) -> Bool {
    // Nobody else has the key of a new row.
    guard let sent = values[object] else { return object._flags.contains(.inserted) }
    let differing = stored._changes(since: sent)
    return object._batch.entity.properties.allSatisfy { property in
      !property.isStoredInRow || property.description.attribute?.derivation != nil
        || !differing.contains(property.number)
    }
  }
}
