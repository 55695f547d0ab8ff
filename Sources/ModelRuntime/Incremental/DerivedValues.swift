/// The values that a save to an incremental store sets in objects. These are
/// derived attributes, which are computed in memory, and values that the store
/// keeps in a rounded form.
///
/// The store finds the objects that lose a source of their derived values, and
/// the context finds the objects that gain a source. Values are set
/// immediately, and restored if the save fails.
struct DerivedValues {
  let context: ManagedObjectContext
  private let registers: RowRegisters
  /// The objects whose derived values have changed, with the changed
  /// properties.
  private var results: [ManagedObject: PropertySet] = [:]
  private var former: [(object: ManagedObject, values: AnyObject)] = []

  init(_ context: ManagedObjectContext, _ registers: RowRegisters) {
    self.context = context
    self.registers = registers
  }

  /// The derived properties of an object that have changed.
  subscript(object: ManagedObject) -> PropertySet { results[object] ?? PropertySet() }

  /// Returns the objects with changed derived values that are not part of a
  /// change set, with their changed properties.
  func others(besides changes: ChangeSet) -> [(ManagedObject, PropertySet)] {
    guard !results.isEmpty else { return [] }
    let written = Set(changes.updates.map(\.object) + changes.inserts)
    return results.filter { !written.contains($0.key) }.sorted { $0.key._key < $1.key._key }
  }

  /// Returns the IDs of the objects with changed derived values that are not
  /// part of a change set.
  func ids(besides changes: ChangeSet) -> Set<ObjectID> {
    Set(others(besides: changes).map(\.0.objectID))
  }

  /// Restores the values that the objects had before the computation.
  mutating func restore() {
    for (object, values) in former.reversed() { object._restore(values) }
    former = []
    results = [:]
  }

  /// Computes the values that depend on the changes of a save, directly or
  /// indirectly, after locking the rows from which they are computed.
  ///
  /// - Parameter lock: A closure that locks rows until the save ends.
  mutating func compute(
    for changes: ChangeSet, of source: IncrementalSource, with lock: DerivedSources.Lock
  ) throws {
    let model = context.store.model
    guard !model.derivations.isEmpty else { return }
    var survey = DerivationSurvey(model)
    survey.note(changes)
    var sources = DerivedSources(context, source)
    if survey.leadsElsewhere { try sources.lock(changes, with: lock) }
    try survey.findOwners(owners)
    while let waiting = try survey.take() {
      try sources.read(waiting, with: lock)
      for (derivation, keys) in zip(model.derivations, waiting) {
        let entity = model.entities[derivation.entityIndex]
        // Objects whose rows have been deleted cannot be written.
        for object in try context.objects(ofKeys: sources.present(keys, entity)[...], entity)
        where try !object._flags.contains(.deleted) && compute(derivation, object) {
          let entity = object._batch.entity
          survey.note(entity, object._key, { object.objectID }, { $0 == derivation.number })
        }
      }
      try survey.findOwners(owners)
    }
  }

  // MARK: Values

  /// Computes a derived attribute of an object, and sets it.
  ///
  /// - Returns: True if the value has changed.
  /// - Throws: `ValidationError` if a required attribute has no value.
  private mutating func compute(
    _ derivation: CompiledDerivation, _ object: ManagedObject
  ) throws -> Bool {
    if object._flags.contains(.fault) { object.fire() }
    let value = try derivation.expression.value(with: .object(object)).constant
    let register = try registers.register(object._batch.entity, .all)
    var values = try register.values(of: object)
    let columns = context.store.mapping.mapping(of: object._batch.entity).columns
    guard let place = columns.firstIndex(where: { $0.propertyNumber == derivation.number }),
      !value.isSameNumber(as: values[place])
    else { return false }
    try derivation.check(value, of: object.objectID)
    values[place] = value
    try set(values, of: object)
    results[object, default: PropertySet()].insert(derivation.number)
    // The current time is different at every save, so values that depend on it would
    // never converge.
    return !derivation.isClock
  }

  /// Returns the values of an object's columns in the form in which the store keeps
  /// them, and sets them in the object.
  ///
  /// - Throws: `StoreError` if the store cannot keep a value.
  mutating func kept(
    _ values: [ConstantValue], _ columns: [Int], of object: ManagedObject,
    _ entity: StoreSchema.Entity, in store: any IncrementalStore
  ) throws -> [ConstantValue] {
    var kept = values
    var isKept = true
    let places = entity.columns
    for (index, column) in columns.enumerated() {
      if case .null = values[index] { continue }
      do {
        guard let value = try store.keptValue(for: values[index], in: places[column]) else {
          continue
        }
        kept[index] = value
        isKept = false
      } catch var error as StoreError {
        error.objectIDs = [object.objectID]
        error.propertyNames = [places[column].keyPath]
        throw error
      }
    }
    guard !isKept else { return values }
    var all = kept
    if columns.count < places.count {
      all = try registers.register(object._batch.entity, .all).values(of: object)
      for (column, value) in zip(columns, kept) { all[column] = value }
    }
    try set(all, of: object)
    return kept
  }

  private mutating func set(_ values: [ConstantValue], of object: ManagedObject) throws {
    former.append((object, object._copyValues()))
    try registers.read(values, of: object) { _, row in object._decode(row) }
  }
}
