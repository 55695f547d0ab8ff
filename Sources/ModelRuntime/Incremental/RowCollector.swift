internal import ModelSQLite
internal import ModelSchema

/// Makes objects of rows that come one by one, of any entities.
final class RowCollector {
  private let context: ManagedObjectContext
  private var loaders: [Int: (loader: RowLoader, batch: FaultBatch)] = [:]
  private var objects: [ManagedObject] = []

  init(_ context: ManagedObjectContext) {
    self.context = context
  }

  /// Takes a row; an object that is known is brought up to date.
  func add(_ row: Row, of register: RowRegister) {
    let entity = register.entity
    let (loader, batch) = loader(register)
    let object = loader.object(
      of: row, type: entity.type, batch: batch, map: context.maps[entity.rootIndex])
    if register.statement.faults.pointee.kind != nil { loader.markUnreadable(object) }
    batch.keys.append(object._key)
    objects.append(object)
  }

  private func loader(_ register: RowRegister) -> (RowLoader, FaultBatch) {
    if let known = loaders[register.entity.index] { return known }
    context.maps[register.entity.rootIndex].sweepIfGrown()
    let new = (
      loader: RowLoader(context, register.statement, register.mapping),
      batch: FaultBatch(context: context, entity: register.entity)
    )
    loaders[register.entity.index] = new
    return new
  }

  /// The objects of all rows, in their order, after their hooks were called.
  func finish() -> [ManagedObject] {
    for object in objects where object._flags.contains(.awakening) {
      object.awakeFromFetch(in: context)
    }
    return objects
  }
}
