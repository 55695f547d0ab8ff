/// The rows of a batch insert, one after the other, as the program gives them.
///
/// One object, which no context knows, carries the values of every row: it can
/// validate and write them.
struct BatchRows {
  /// Writes the row that the carrier has; the values are those that no setter can set.
  typealias Write = ([BatchDefaults.Constant]) throws -> Void

  let carrier: ManagedObject
  private let entity: CompiledEntity
  private let defaults: BatchDefaults
  private let write: Write
  private var hasSeenRow = false

  /// Hands rows of an entity over.
  ///
  /// - Throws: `StoreError` (`.wrongType`) for an entity that has no rows itself.
  init(_ carrier: ManagedObject, _ write: @escaping Write) {
    self.carrier = carrier
    self.write = write
    entity = carrier._batch.entity
    defaults = BatchDefaults(of: carrier)
  }

  /// Writes a row of values.
  mutating func insert(_ values: some EntityValues) throws {
    let committed = values.committed
    if !hasSeenRow {
      guard type(of: committed) == type(of: carrier._copyValues()) else {
        throw StoreError(
          .wrongType, "values of type \(type(of: values)) are not those of '\(entity.name)'")
      }
      hasSeenRow = true
    }
    carrier._restore(committed)
    try write([])
  }

  /// Writes a row of what the body sets in an object that holds the model's
  /// defaults.
  func insert<Object: ManagedObject>(
    _ type: Object.Type, _ fill: (Object) throws -> Void
  ) throws {
    defaults.restore(carrier)
    carrier._changes = PropertySet()
    try fill(unsafeDowncast(carrier, to: Object.self))
    guard !carrier._flags.contains(.linksChanged) else {
      throw StoreError(
        .readOnlyProperty,
        "a batch insert of '\(entity.name)' cannot set relationships to many; set the other end")
    }
    try write(defaults.constants)
  }
}

extension ManagedObjectContext {
  /// An object for the values of rows of an entity, which the context does not know.
  ///
  /// - Throws: `StoreError` (`.wrongType`) for an entity that has no rows itself.
  func carrier(of entity: CompiledEntity) throws -> ManagedObject {
    guard !entity.description.isAbstract else {
      throw StoreError(
        .wrongType, "'\(entity.name)' is abstract: its rows are those of subentities")
    }
    return entity.type.init(_batch: loneBatch(entity), key: 0, flags: [.inserted, .carrier])
  }
}
