internal import ModelPredicates
internal import ModelSQLite
internal import ModelSchema

/// The derived attributes of a save into an incremental store, computed in memory.
///
/// Which objects are concerned is asked of the store, for those that lose what they
/// are derived from, and of the context, for those that have it now. Values are set
/// at once and taken back where the save fails.
struct DerivedValues {
  private let context: ManagedObjectContext
  private let registers: RowRegisters
  private var derivations: [CompiledDerivation] { context.store.model.derivations }
  /// The objects whose values differ now, with their derived properties.
  private var results: [ManagedObject: PropertySet] = [:]
  private var former: [(object: ManagedObject, values: AnyObject)] = []

  init(_ context: ManagedObjectContext, _ registers: RowRegisters) {
    self.context = context
    self.registers = registers
  }

  /// The derived properties of an object that differ.
  subscript(object: ManagedObject) -> PropertySet { results[object] ?? PropertySet() }

  /// The objects that a change set has not, with what differs.
  func others(besides changes: ChangeSet) -> [(ManagedObject, PropertySet)] {
    guard !results.isEmpty else { return [] }
    let written = Set(changes.updates.map(\.object) + changes.inserts)
    return results.filter { !written.contains($0.key) }.sorted { $0.key._key < $1.key._key }
  }

  /// The identities of the objects that differ and that a change set has not.
  func ids(besides changes: ChangeSet) -> Set<ObjectID> {
    Set(others(besides: changes).map(\.0.objectID))
  }

  /// Takes back what was computed.
  mutating func restore() {
    for (object, values) in former.reversed() { object._restore(values) }
    former = []
    results = [:]
  }

  /// Computes what depends on the changes, and what depends on that.
  mutating func compute(for changes: ChangeSet) throws {
    guard !derivations.isEmpty else { return }
    var waiting = try concerned(by: changes)
    // A derivation can depend on another once; a cycle never ends by itself.
    for _ in 0...derivations.count {
      var next = Concerned()
      for (index, objects) in waiting.objects.enumerated() {
        for object in objects where try compute(derivations[index], object) {
          try note(object, PropertySet([derivations[index].number]), &next, isOwn: false)
        }
      }
      guard !next.objects.allSatisfy(\.isEmpty) else { return }
      waiting = next
    }
  }

  // MARK: Who is concerned

  /// The objects to compute, by derivation.
  private struct Concerned {
    var objects: [Set<ManagedObject>] = []
  }

  private func concerned(by changes: ChangeSet) throws -> Concerned {
    var found = Concerned()
    for object in changes.inserts { try note(object, .all, &found, isOwn: true) }
    for (object, properties) in changes.updates {
      try note(object, properties, &found, isOwn: true)
    }
    for object in changes.linked { try note(object, object._changes, &found, isOwn: true) }
    for object in changes.deletes { try noteDeleted(object, &found) }
    return found
  }

  private func note(
    _ object: ManagedObject, _ changed: PropertySet, _ found: inout Concerned, isOwn: Bool
  ) throws {
    let lineage = object._batch.entity.lineage
    for (index, derivation) in derivations.enumerated() {
      let isHere = lineage.contains(derivation.entityIndex)
      if isOwn, derivation.isClock, isHere { add([object], index, &found) }
      for source in derivation.sources
      where lineage.contains(source.entityIndex) && changed.contains(source.number) {
        if source.path.isEmpty {
          if isHere { add([object], index, &found) }
        } else {
          add(try owners(of: object, source.path, derivation), index, &found)
        }
      }
    }
  }

  private func noteDeleted(_ object: ManagedObject, _ found: inout Concerned) throws {
    let lineage = object._batch.entity.lineage
    for (index, derivation) in derivations.enumerated() {
      for members in derivation.members where lineage.contains(members.entityIndex) {
        add(try owners(of: object, members.path, derivation), index, &found)
      }
    }
  }

  private func add(_ objects: [ManagedObject], _ index: Int, _ found: inout Concerned) {
    if found.objects.isEmpty { found.objects = derivations.map { _ in [] } }
    found.objects[index].formUnion(objects.filter { !$0._flags.contains(.deleted) })
  }

  /// The objects from which a path leads to one, in the store or now.
  private func owners(
    of object: ManagedObject, _ path: [String], _ derivation: CompiledDerivation
  ) throws -> [ManagedObject] {
    let entity = context.store.model.entities[derivation.entityIndex]
    var plan = FetchPlan()
    plan.predicate = .compare(
      .keyPath(path, of: .evaluatedObject), .in,
      .constant(.list([.objectID(object.objectID)])),
      quantifier: entity.isCollection(path, in: context.store.model) ? .any : .direct)
    return try context.source.objects(plan, entity, for: context) + context.objects(plan, entity)
  }

  // MARK: Values

  /// Computes a derived attribute of an object, and sets it.
  ///
  /// - Returns: Whether it differs.
  /// - Throws: `ValidationError` for a required attribute that has no value.
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
    try derivation.checkRequired(value, of: object.objectID)
    values[place] = value
    former.append((object, object._copyValues()))
    try set(values, of: object)
    results[object, default: PropertySet()].insert(derivation.number)
    return !derivation.isClock
  }

  private func set(_ values: [ConstantValue], of object: ManagedObject) throws {
    let sink = RowSink(registers) { _, row in object._decode(row) }
    let entity = object._batch.entity
    try sink.begin(entityIndex: entity.index, key: object._key, version: object._version)
    for value in values { sink.add(value) }
    try sink.end()
  }
}
