/// The unsaved objects of a context by the unique values that finders ask for.
///
/// Who imports looks for each object before making it: if every look-up went
/// through all that was made so far, a thousand objects would take a million
/// steps. What is found here has to be asked for its value again, since it may
/// have another one by now.
struct PendingValues {
  // Invariant: each of the first `seen` objects of the context's list stands under the value that
  // it has, or in `changed`: what is `.indexed` says so before it changes, and where one of them
  // leaves the list all of this is made anew.

  /// Among fewer changes it takes less time to look at all.
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

  /// The objects that may have a value of a property, in the order in which they
  /// got it.
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

  /// Returns whether the object at a place of the list may be in a table.
  func hasSeen(_ place: Int) -> Bool { tables.values.contains { $0.seen > place } }

  /// Notes that an object is about to change.
  mutating func willChange(_ object: ManagedObject) {
    // By a list of the places: a view of the keys would have each table copied.
    for place in Array(tables.keys) { tables[place]?.changed.append(object) }
  }
}
