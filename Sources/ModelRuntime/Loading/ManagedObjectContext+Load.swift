internal import ModelSQLite
internal import ModelSchema

// How rows become objects. A row is decoded once, into its final place; an
// object that is there already is decoded into again when it is clean and its
// row has another version, so that every fetch brings clean objects up to date
// (C12) and costs nothing where they are.

extension ManagedObjectContext {
  /// The objects of all rows of a statement, in their order.
  func load(_ statement: Statement, _ mapping: EntityMapping) throws -> [ManagedObject] {
    let objects = try readRows(statement, mapping)
    if mapping.hasFetchHooks { awake(objects) }
    return objects
  }

  /// The objects of all rows, without calling their hooks.
  func readRows(_ statement: Statement, _ mapping: EntityMapping) throws -> [ManagedObject] {
    mapping.starts == nil
      ? try loadPlain(statement, mapping) : try loadFamily(statement, mapping)
  }

  /// The objects of rows whose table belongs to their entity alone.
  private func loadPlain(
    _ statement: Statement, _ mapping: EntityMapping
  ) throws -> [ManagedObject] {
    defer { statement.reset() }
    let map = maps[mapping.entity.rootIndex]
    map.sweepIfGrown()
    let batch = FaultBatch(context: self, entity: mapping.entity)
    let type = mapping.entity.type
    let row = Row(statement, first: 2)
    var objects: [ManagedObject] = []
    while try statement.step() {
      let object = object(of: row, type: type, batch: batch, map: map)
      if statement.faults.pointee.kind != nil { note(statement, mapping, object) }
      batch.keys.append(object._key)
      objects.append(object)
    }
    return objects
  }

  /// The objects of rows whose table several entities share.
  private func loadFamily(
    _ statement: Statement, _ mapping: EntityMapping
  ) throws -> [ManagedObject] {
    defer { statement.reset() }
    let map = maps[mapping.entity.rootIndex]
    map.sweepIfGrown()
    var batches: [Int64: (batch: FaultBatch, starts: ColumnStarts)] = [:]
    for index in mapping.entity.family {
      let entity = store.model.entities[index]
      if let starts = mapping.starts?[index] {
        batches[store.mapping.entities[index].number] =
          (FaultBatch(context: self, entity: entity), starts)
      }
    }
    var objects: [ManagedObject] = []
    while try statement.step() {
      let plain = Row(statement, first: 3)
      guard let (batch, starts) = batches[plain.entityNumber] else { continue }
      let row = Row(statement, starts: starts)
      let object = object(of: row, type: batch.entity.type, batch: batch, map: map)
      if statement.faults.pointee.kind != nil { note(statement, mapping, object) }
      batch.keys.append(object._key)
      objects.append(object)
    }
    return objects
  }

  /// The object of one row.
  @inline(__always)
  private func object(
    of row: Row, type: ManagedObject.Type, batch: FaultBatch, map: IdentityMap
  ) -> ManagedObject {
    let key = row.key
    if let known = map.object(key) {
      refresh(known, from: row, batch: batch)
      return known
    }
    let object = type.init(_batch: batch, key: key, row: row)
    object._version = row.version
    object._flags.formUnion(ObjectFlags.justRead.union(observedFlags))
    map.insert(object)
    return object
  }

  /// Decodes into an object that is there already, where that is due.
  @inline(__always)
  private func refresh(_ object: ManagedObject, from row: Row, batch: FaultBatch) {
    let version = row.version
    if version == object._version, object._flags.isDisjoint(with: [.fault, .inaccessible]) {
      return
    }
    guard object._flags.isDisjoint(with: [.changed, .deleted, .inserted]) else { return }
    // What was made a fault was noted then.
    let isNews = object._version != 0 && !object._flags.contains(.fault)
    object._decode(row)
    object._version = version
    object._flags.remove([.fault, .inaccessible])
    object._flags.insert(.justRead)
    object._batch = batch
    if isNews { noteReplacedValues(of: object) }
  }

  /// Marks an object whose row has a value that its type cannot hold.
  private func note(_ statement: Statement, _ mapping: EntityMapping, _ object: ManagedObject) {
    let fault = statement.faults.pointee
    statement.faults.pointee = RowFault()
    let column = statement.columnName(Int(fault.column))
    let property = mapping.columns.first { $0.name == column }?.keyPath ?? column
    let problem = fault.kind == .missing ? "has no value" : "has a value of another type"
    object.markInaccessible("'\(mapping.entity.name).\(property)' \(problem) in the store")
  }
}

// MARK: - By key

extension ManagedObjectContext {
  /// Loads the values of a fault, and of the faults that came with it.
  func fulfil(_ object: ManagedObject) {
    let entity = object._batch.entity
    do {
      if object._batch.keys.count > 1 {
        let keys = object._batch.keys(from: object._key, limit: KeyBatch.limit)
        try loadMissing(keys, of: entity)
      } else {
        try loadOne(object._key, of: entity)
      }
      if object._flags.contains(.fault) { blank(object, "its row is gone") }
    } catch {
      blank(object, "\(connection.storeError(error))")
    }
  }

  /// Makes an object that cannot be read one that reads as its types' defaults,
  /// whatever it held before it became a fault (L-16).
  private func blank(_ object: ManagedObject, _ reason: String) {
    let type = object._batch.entity.type
    let blank = type.init(_batch: object._batch, key: object._key, flags: .fault)
    object._restore(blank._copyValues())
    object.markInaccessible(reason)
  }

  /// Reads one row; nil where there is none.
  @discardableResult
  func loadOne(_ key: Int64, of entity: CompiledEntity) throws -> ManagedObject? {
    if let parent { return try parent.shown(key, of: entity).flatMap { adopt([$0]).first } }
    let mapping = store.mapping.mapping(of: entity)
    let statement = try connection.selectByKey(entity)
    statement.bind(key)
    if mapping.starts != nil { return try load(statement, mapping).first }
    return try loadNext(statement, mapping)
  }

  /// The object of a statement's one row, of an entity with a table of its own.
  func loadNext(_ statement: Statement, _ mapping: EntityMapping) throws -> ManagedObject? {
    guard let object = try readNext(statement, mapping) else { return nil }
    if mapping.hasFetchHooks { awake([object]) }
    return object
  }

  private func readNext(
    _ statement: Statement, _ mapping: EntityMapping
  ) throws -> ManagedObject? {
    defer { statement.reset() }
    guard try statement.step() else { return nil }
    let entity = mapping.entity
    let object = object(
      of: Row(statement, first: 2), type: entity.type, batch: loneBatch(entity),
      map: maps[entity.rootIndex])
    if statement.faults.pointee.kind != nil { note(statement, mapping, object) }
    return object
  }

  /// Reads the rows of those keys whose objects are not loaded.
  func loadMissing(_ keys: some Sequence<Int64>, of entity: CompiledEntity) throws {
    let map = maps[entity.rootIndex]
    let missing = keys.filter { key in
      map.object(key).map { $0._flags.contains(.fault) } ?? true
    }
    if let parent { return try adopt(keys: missing, of: entity, from: parent) }
    let mapping = store.mapping.mapping(of: entity)
    for batch in KeyBatch.batches(of: missing) {
      let statement = try connection.statement(mapping.selectByKeys(count: batch.size))
      batch.bind(to: statement)
      _ = try load(statement, mapping)
    }
  }

  /// The object of a key: the one that is there, or a fault.
  ///
  /// Where subentities share the table the row has to be read, since it says
  /// which class the object is of.
  func objectOrFault(_ key: Int64, of entity: CompiledEntity) throws -> ManagedObject? {
    let map = maps[entity.rootIndex]
    if let known = map.object(key) { return known }
    if entity.family.count > 1 { return try loadOne(key, of: entity) }
    let fault = entity.type.init(
      _batch: loneBatch(entity), key: key, flags: observedFlags.union(.fault))
    map.insert(fault)
    return fault
  }
}

/// Keys for one statement with a fixed number of parameters; what is not filled
/// repeats the last key.
struct KeyBatch {
  let keys: ArraySlice<Int64>
  let size: Int

  /// The greatest number of keys in a statement.
  static let limit = 512
  private static let sizes = [1, 8, 64, limit]

  /// The keys in as few batches as possible.
  static func batches(of keys: [Int64]) -> [KeyBatch] {
    stride(from: 0, to: keys.count, by: limit).map { start in
      let slice = keys[start..<min(start + limit, keys.count)]
      return KeyBatch(keys: slice, size: sizes.first { $0 >= slice.count } ?? limit)
    }
  }

  /// Binds the keys to the next parameters.
  func bind(to statement: Statement) {
    guard let last = keys.last else { return }
    for key in keys { statement.bind(key) }
    for _ in keys.count..<size { statement.bind(last) }
  }
}
