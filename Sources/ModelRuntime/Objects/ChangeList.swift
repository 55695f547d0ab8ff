/// The objects of a context that have changes.
struct ChangeList {
  // Invariants:
  // 1. `objects` contains exactly the objects with `.listed`, once each, in the order
  //    of their first change.
  // 2. An entity without its bit has no object in the list.
  // 3. `stored` contains the same objects and `removed` others, which have lost the flag
  //    and are at most half of a long list. They are removed together, so that a loop
  //    that removes one object at a time is not quadratic.

  private var stored: ContiguousArray<ManagedObject> = []
  private var removed = 0
  /// A bit for the entity of each listed object, by index. The entities with an
  /// index of 63 or more share the last bit.
  private var entities: UInt64 = 0
  /// The listed objects, by unique value.
  private var values = PendingValues()

  var isEmpty: Bool { stored.count == removed }

  var objects: ContiguousArray<ManagedObject> {
    mutating get {
      takeOutRemoved()
      return stored
    }
  }

  private mutating func takeOutRemoved() {
    guard removed > 0 else { return }
    stored.removeAll { !$0._flags.contains(.listed) }
    removed = 0
    values = PendingValues()
  }

  /// Adds an object to the list if it is not listed yet.
  mutating func add(_ object: ManagedObject) {
    guard !object._flags.contains(.listed) else { return }
    takeOutRemoved()
    object._flags.insert(.listed)
    stored.append(object)
    entities |= Self.bit(of: object._batch.entity)
  }

  /// Returns whether an object of the given entity may be listed.
  func mayHold(_ entity: CompiledEntity) -> Bool { entities & Self.bit(of: entity) != 0 }

  private static func bit(of entity: CompiledEntity) -> UInt64 {
    1 << UInt64(min(entity.index, 63))
  }

  mutating func remove(_ gone: [ManagedObject]) {
    for object in gone where object._flags.contains(.listed) {
      object._flags.remove(.listed)
      if stored.last === object, !values.hasSeen(stored.count - 1) {
        // The object has only just been listed, for example because its hook sets a
        // property while it is read. A fetch should not search all changes for each such
        // object.
        stored.removeLast()
      } else {
        removed += 1
      }
    }
    if stored.count < 64 || removed > stored.count / 2 { takeOutRemoved() }
  }

  /// Removes all objects from the list. Their flags are unchanged.
  mutating func removeAll() {
    stored.removeAll(keepingCapacity: true)
    removed = 0
    entities = 0
    values = PendingValues()
  }

  /// Records that an object that can be found by a value is about to change.
  mutating func willChange(_ object: ManagedObject) {
    object._flags.remove(.indexed)
    values.willChange(object)
  }

  /// Returns the listed objects that may have the given value of a property. If
  /// there are few objects, it returns all of them.
  mutating func candidates(
    _ entity: CompiledEntity, _ number: Int, _ value: ConstantValue,
    _ constant: (ManagedObject) -> ConstantValue?
  ) -> ContiguousArray<ManagedObject> {
    let objects = objects
    return objects.count < PendingValues.fewest
      ? objects : values.candidates(entity, number, value, among: objects, constant)
  }
}
