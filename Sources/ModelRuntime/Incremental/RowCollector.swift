/// A collector of rows of different entities, from which it creates objects.
final class RowCollector {
  /// The loader, batch and map that are needed for creating objects from the
  /// rows of a register. It is a class, so that it is not copied for every row.
  private final class Group {
    let register: RowRegister
    let loader: RowLoader
    let batch: FaultBatch
    let map: IdentityMap

    init(_ register: RowRegister, _ context: ManagedObjectContext) {
      self.register = register
      loader = RowLoader(context, register.statement, register.mapping)
      batch = FaultBatch(context: context, entity: register.entity)
      map = context.maps[register.entity.rootIndex]
    }
  }

  private let context: ManagedObjectContext
  private var groups: [ObjectIdentifier: Group] = [:]
  /// The group of the previous row, which is usually also the group of the next row.
  private var group: Group?
  private var objects: [ManagedObject] = []

  init(_ context: ManagedObjectContext) {
    self.context = context
  }

  /// Adds a row, from which an object is created. If its object is already in
  /// memory, the object is updated.
  func add(_ row: Row, of register: RowRegister) {
    let group = group(register)
    let object = group.loader.object(
      of: row, key: row.key, type: register.entity.type, batch: group.batch, map: group.map)
    if register.statement.faults.pointee.kind != nil { group.loader.markUnreadable(object) }
    group.batch.keys.append(object._key)
    objects.append(object)
  }

  private func group(_ register: RowRegister) -> Group {
    if let group, group.register === register { return group }
    let known = groups[ObjectIdentifier(register)]
    let found = known ?? Group(register, context)
    if known == nil {
      found.map.sweepIfGrown()
      groups[ObjectIdentifier(register)] = found
    }
    group = found
    return found
  }

  /// Returns the objects of all rows, in order, after calling their hooks.
  func finish() -> [ManagedObject] {
    context.settleArrivals()
    for object in objects where object._flags.contains(.awakening) {
      object.awakeFromFetch(in: context)
    }
    return objects
  }
}
