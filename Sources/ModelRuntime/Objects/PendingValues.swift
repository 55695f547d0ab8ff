/// The unsaved objects of a context, by the unique values with which objects
/// are looked up.
///
/// An import looks up each object before inserting it. If every lookup examined
/// all inserted objects, a thousand objects would require a million steps. The
/// value of an object found here must be checked again, because it may have
/// changed.
struct PendingValues {
  // Invariant: each of the first `seen` objects in the context's list is under its
  // current value or in `changed`: an `.indexed` object reports a change beforehand,
  // and when an object is removed from the list, all tables are created again.

  /// The number of unsaved objects below which a search is faster without a
  /// table.
  static let fewest = 16

  private struct Place: Hashable {
    let entity: Int
    let number: Int
  }

  private struct Table {
    var objects: [ConstantValue: ContiguousArray<ManagedObject>] = [:]
    var changed: [ManagedObject] = []
    var seen = 0
  }

  private var tables: [Place: Table] = [:]

  /// Returns the objects that may have the given value of a property, in the
  /// order in which they got the value.
  ///
  /// - Parameter listed: The context's list of changes.
  mutating func candidates(
    _ entity: CompiledEntity, _ number: Int, _ value: ConstantValue,
    among listed: ContiguousArray<ManagedObject>, _ constant: (ManagedObject) -> ConstantValue?
  ) -> ContiguousArray<ManagedObject> {
    func take(_ object: ManagedObject, into table: inout Table) {
      guard entity.family.contains(object._batch.entity.index), let value = constant(object)
      else { return }
      object._flags.insert(.indexed)
      table.objects[value, default: []].append(object)
    }
    func take(into table: inout Table) -> ContiguousArray<ManagedObject> {
      for object in table.changed { take(object, into: &table) }
      for object in listed[table.seen...] { take(object, into: &table) }
      table.changed.removeAll()
      table.seen = listed.count
      return table.objects[value] ?? []
    }
    return take(into: &tables[Place(entity: entity.index, number: number), default: Table()])
  }

  /// Returns whether a table may contain the object at the given index of the
  /// context's list of changes.
  func hasSeen(_ place: Int) -> Bool { tables.values.contains { $0.seen > place } }

  /// Records that an object is about to change.
  mutating func willChange(_ object: ManagedObject) {
    // The indexes are copied to an array, because a view of the keys would cause each
    // table to be copied.
    for place in Array(tables.keys) { tables[place]?.changed.append(object) }
  }
}
