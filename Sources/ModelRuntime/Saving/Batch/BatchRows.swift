/// The rows of a batch insert, as the program provides them one by one.
///
/// A single object outside any context carries the values of every row, and can
/// validate and write them.
struct BatchRows {
  /// A closure that writes a row with the values of the carrier, and with the
  /// given values, for which there is no setter.
  typealias Write = ([BatchDefaults.Constant]) throws -> Void

  let carrier: ManagedObject
  private let entity: CompiledEntity
  private let defaults: BatchDefaults
  private let write: Write
  private var hasSeenRow = false

  /// Creates the rows of an entity.
  ///
  /// - Parameters:
  ///   - carrier: An object of the entity, outside the context, that holds the
  ///     values of a row while it is written.
  ///   - write: A closure that writes a row.
  init(_ carrier: ManagedObject, _ write: @escaping Write) {
    self.carrier = carrier
    self.write = write
    entity = carrier._batch.entity
    defaults = BatchDefaults(of: carrier)
  }

  /// Writes a row with the given values.
  mutating func insert(_ values: some EntityValues) throws {
    let committed = values.committed
    if !hasSeenRow {
      guard type(of: committed) == type(of: carrier._copyValues()) else {
        throw StoreError(
          .wrongType, "'\(entity.name)' cannot be inserted from values of type \(type(of: values))")
      }
      hasSeenRow = true
    }
    carrier._restore(committed)
    try write([])
  }

  /// Writes a row with the model's defaults, and with the values that a closure
  /// sets.
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
  /// Returns an object outside the context that holds the values of an entity's
  /// rows while they are written.
  ///
  /// - Throws: `StoreError` (`.wrongType`) if the entity is abstract.
  func carrier(of entity: CompiledEntity) throws -> ManagedObject {
    guard !entity.description.isAbstract else {
      throw StoreError(
        .wrongType, "'\(entity.name)' is abstract: its rows are those of subentities")
    }
    return entity.type.init(_batch: loneBatch(entity), key: 0, flags: [.inserted, .carrier])
  }
}
