/// The objects of a context that have changes.
struct ChangeList {
  // Invariants:
  // 1. `objects` holds exactly the objects with `.listed`, once each, in the order of their first
  //    change.
  // 2. An entity without its bit has no object in the list.

  private(set) var objects: ContiguousArray<ManagedObject> = []
  /// A bit for each entity, by index; the entities from index 63 on share the last bit.
  private var entities: UInt64 = 0
  /// The objects by unique values.
  private var values = PendingValues()

  var isEmpty: Bool { objects.isEmpty }

  /// Adds an object that is not listed yet.
  mutating func add(_ object: ManagedObject) {
    guard !object._flags.contains(.listed) else { return }
    object._flags.insert(.listed)
    objects.append(object)
    entities |= Self.bit(of: object._batch.entity)
  }

  /// Returns whether an object of an entity may be listed.
  func mayHold(_ entity: CompiledEntity) -> Bool { entities & Self.bit(of: entity) != 0 }

  private static func bit(of entity: CompiledEntity) -> UInt64 {
    1 << UInt64(min(entity.index, 63))
  }

  mutating func remove(_ gone: [ManagedObject]) {
    for object in gone { object._flags.remove(.listed) }
    if gone.count == 1, objects.last === gone[0], !values.hasSeen(objects.count - 1) {
      // The object has only just been listed, such as one whose hook sets a property
      // while it is read: a fetch need not search all changes for each such object.
      objects.removeLast()
    } else {
      objects.removeAll { !$0._flags.contains(.listed) }
      values = PendingValues()
    }
  }

  /// Removes all objects; their flags stay.
  mutating func removeAll() {
    objects.removeAll(keepingCapacity: true)
    entities = 0
    values = PendingValues()
  }

  /// Notes that an object that can be found by a value is about to change.
  mutating func willChange(_ object: ManagedObject) {
    object._flags.remove(.indexed)
    values.willChange(object)
  }

  /// The objects that may have a value of a property; all of them if they are few.
  mutating func candidates(
    _ entity: CompiledEntity, _ number: Int, _ value: ConstantValue,
    _ constant: (ManagedObject) -> ConstantValue?
  ) -> ContiguousArray<ManagedObject> {
    objects.count < PendingValues.fewest
      ? objects : values.candidates(entity, number, value, among: objects, constant)
  }
}
