/// A loader that creates objects from the rows of one statement.
///
/// A row is decoded once, directly into its object. A registered object is
/// decoded again if it is unchanged and its row has another version, so that
/// every fetch updates unchanged objects. Objects that are already up to date
/// are not decoded.
///
/// ```
/// SELECT t0.Z_PK, t0.Z_OPT, t0.ZNAME, ...           a table of one entity
/// SELECT t0.Z_PK, t0.Z_OPT, t0.Z_ENT, t0.ZNAME, ... a table of a family
/// ```
struct RowLoader {
  // Invariants:
  // 1. The statement is reset after the last row has been read, and after an error,
  //    because an open statement would keep its read transaction open.
  // 2. Hooks run after all rows have been read, because they may run other statements.
  let context: ManagedObjectContext
  let statement: Statement
  let mapping: EntityMapping
  /// A closure that returns, for the key of a row, whether the row is wanted;
  /// nil if all rows are wanted.
  private let isWanted: ((Int64) -> Bool)?

  init(
    _ context: ManagedObjectContext, _ statement: Statement, _ mapping: EntityMapping,
    where isWanted: ((Int64) -> Bool)? = nil
  ) {
    self.context = context
    self.statement = statement
    self.mapping = mapping
    self.isWanted = isWanted
  }

  /// Returns the objects of all rows, in order.
  func objects() throws -> [ManagedObject] {
    let objects = try readRows()
    context.settleArrivals()
    if mapping.hasFetchHooks {
      for object in objects where object._flags.contains(.awakening) {
        object.awakeFromFetch(in: context)
      }
    }
    return objects
  }

  /// Returns the object of the statement's only row; nil if there is no row.
  func first() throws -> ManagedObject? {
    guard mapping.starts == nil else { return try objects().first }
    guard let object = try readNext() else { return nil }
    context.settleArrivals()
    if mapping.hasFetchHooks, object._flags.contains(.awakening) {
      object.awakeFromFetch(in: context)
    }
    return object
  }

  /// Returns the objects of all rows, without calling their hooks.
  func readRows() throws -> [ManagedObject] {
    mapping.starts == nil ? try loadPlain() : try loadFamily()
  }

  /// Returns the objects of rows whose table belongs to only one entity.
  private func loadPlain() throws -> [ManagedObject] {
    defer { statement.reset() }
    let map = context.maps[mapping.entity.rootIndex]
    map.sweepIfGrown()
    let batch = FaultBatch(context: context, entity: mapping.entity)
    let type = mapping.entity.type
    let row = Row(statement, first: 2)
    var objects: [ManagedObject] = []
    guard try statement.step() else { return [] }
    context.lookForOthers()
    repeat {
      let key = row.key
      if let isWanted, !isWanted(key) { continue }
      let object = object(of: row, key: key, type: type, batch: batch, map: map)
      if statement.faults.pointee.kind != nil { markUnreadable(object) }
      batch.keys.append(key)
      objects.append(object)
    } while try statement.step()
    return objects
  }

  /// Returns the objects of rows whose table is shared by several entities.
  private func loadFamily() throws -> [ManagedObject] {
    defer { statement.reset() }
    let map = context.maps[mapping.entity.rootIndex]
    map.sweepIfGrown()
    var batches: [Int64: (batch: FaultBatch, starts: ColumnStarts)] = [:]
    for index in mapping.entity.family {
      let entity = context.store.model.entities[index]
      if let starts = mapping.starts?[index] {
        batches[context.store.mapping.entities[index].number] =
          (FaultBatch(context: context, entity: entity), starts)
      }
    }
    var objects: [ManagedObject] = []
    var isFirst = true
    while try statement.step() {
      if isFirst { context.lookForOthers() }
      isFirst = false
      let plain = Row(statement, first: 3)
      guard let (batch, starts) = batches[plain.entityNumber] else { continue }
      let key = plain.key
      if let isWanted, !isWanted(key) { continue }
      let row = Row(statement, starts: starts)
      let object = object(of: row, key: key, type: batch.entity.type, batch: batch, map: map)
      if statement.faults.pointee.kind != nil { markUnreadable(object) }
      batch.keys.append(key)
      objects.append(object)
    }
    return objects
  }

  /// Returns the object of one row: the registered object, or a new one.
  @inline(__always)
  func object(
    of row: Row, key: Int64, type: ManagedObject.Type, batch: FaultBatch, map: IdentityMap
  ) -> ManagedObject {
    if let known = map.object(key) {
      refresh(known, from: row, batch: batch)
      return known
    }
    let object = type.init(_batch: batch, key: key, row: row)
    object._version = row.version
    object._flags.formUnion(ObjectFlags.justRead.union(context.observedFlags))
    map.insert(object)
    if context.mayBeBehind {
      context.arrivals.append(.values(object, before: nil))
    }
    return object
  }

  /// Decodes a row into a registered object if the object is out of date.
  @inline(__always)
  private func refresh(_ object: ManagedObject, from row: Row, batch: FaultBatch) {
    let version = row.version
    if version == object._version, object._flags.isDisjoint(with: [.fault, .inaccessible, .stale]) {
      return
    }
    if object._flags.contains(.stale), renew(object, from: row, isSame: version == object._version)
    {
      return
    }
    guard object._flags.isDisjoint(with: [.changed, .deleted, .inserted]) else { return }
    // The journal recorded the object when it became a fault, but values of a partial
    // object may be visible to users.
    let isNews =
      object._version != 0
      && (!object._flags.contains(.fault) || version != object._version && object.isPartial)
    context.receive(object) { object._decode(row) }
    object._version = version
    object._flags.remove([.fault, .inaccessible])
    object._flags.insert(.justRead)
    object._batch = batch
    if isNews { context.noteReplacedValues(of: object) }
  }

  /// Causes an object's members and derived values, which may have been changed
  /// by other contexts or programs, to be read again.
  ///
  /// - Returns: True if nothing else needs to be done, because the row has the known
  ///   version.
  private func renew(_ object: ManagedObject, from row: Row, isSame: Bool) -> Bool {
    object._flags.remove(.stale)
    // An object that is to be deleted keeps its members, because undoing the deletion
    // links them again.
    if !object._flags.contains(.deleted) { object.unloadMembers() }
    guard isSame, object._flags.isDisjoint(with: [.fault, .inaccessible]) else { return false }
    if !context.store.model.derivations.isEmpty,
      object._flags.isDisjoint(with: [.changed, .deleted, .inserted])
    {
      let known = object._copyValues()
      object._decode(row)
      if !object._changes(since: known).isEmpty { context.noteReplacedValues(of: object) }
    }
    return true
  }

  /// Marks an object as inaccessible because its row contains a value that its
  /// type cannot represent.
  func markUnreadable(_ object: ManagedObject) {
    let fault = statement.faults.pointee
    statement.faults.pointee.clear()
    let column = statement.columnName(Int(fault.column))
    let property = mapping.columns.first { $0.name == column }?.keyPath ?? column
    let problem = fault.kind == .missing ? "has no value" : "has a value of another type"
    object.failAccess(
      .damaged, "'\(mapping.entity.name).\(property)' \(problem) in the store", property)
  }

  private func readNext() throws -> ManagedObject? {
    defer { statement.reset() }
    guard try statement.step() else { return nil }
    context.lookForOthers()
    let entity = mapping.entity
    let row = Row(statement, first: 2)
    let object = object(
      of: row, key: row.key, type: entity.type, batch: context.loneBatch(entity),
      map: context.maps[entity.rootIndex])
    if statement.faults.pointee.kind != nil { markUnreadable(object) }
    return object
  }
}

extension ManagedObjectContext {
  /// Marks all objects as stale if other contexts or programs have committed
  /// changes after the last fetch without a report to the context.
  ///
  /// This is called after the first row has been read, because foreign commits
  /// are not known before.
  func lookForOthers() {
    guard connection.takeForeignContent() else { return }
    mayBeBehind = true
    guard notificationQueue == nil else { return }
    for map in maps { map.mark(.stale) }
  }
}
