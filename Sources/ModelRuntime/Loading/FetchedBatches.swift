/// The objects found by a request, loaded in batches when they are accessed.
///
/// Only the keys of the objects and the objects of the last batch are kept in
/// memory. An object whose row is deleted after the fetch is still included,
/// but inaccessible.
public final class FetchedBatches<Object: ManagedObject>: RandomAccessCollection {
  private let context: ManagedObjectContext
  private let entity: CompiledEntity
  private let keys: [Int64]
  private let batchSize: Int
  private var batch: [ManagedObject] = []
  private var batchNumber = -1

  init(
    _ context: ManagedObjectContext, _ entity: CompiledEntity, keys: [Int64], batchSize: Int
  ) {
    self.context = context
    self.entity = entity
    self.keys = keys
    self.batchSize = Swift.max(batchSize, 1)
  }

  /// The position of the first object: always 0.
  public var startIndex: Int { 0 }

  /// The position after the last object, which equals the number of objects.
  public var endIndex: Int { keys.count }

  /// The object at a position; the other objects in its batch are loaded together with
  /// it.
  public subscript(position: Int) -> Object {
    let (number, place) = position.quotientAndRemainder(dividingBy: batchSize)
    // The objects may have been removed by a reset of the context, or by a deletion,
    // after they were read.
    if number != batchNumber || batch[place].isGone { load(number) }
    return unsafeDowncast(batch[place], to: Object.self)
  }

  /// Returns the index of the object with the given key; nil if the request did not
  /// find it.
  ///
  /// - Complexity: O(*n*), where *n* is the number of objects.
  package func place(ofKey key: Int64) -> Int? { keys.firstIndex(of: key) }

  private func load(_ number: Int) {
    let start = number * batchSize
    let keys = keys[start..<Swift.min(start + batchSize, keys.count)]
    // Objects that cannot be read again now stay as they were.
    _ = try? context.load(Array(keys), of: entity)
    let map = context.maps[entity.rootIndex]
    batch = keys.map { map.object($0) ?? context.missingObject($0, entity) }
    batchNumber = number
  }
}

extension ManagedObjectContext {
  /// Fetches the objects of a request, which are loaded in batches when they are
  /// accessed.
  ///
  /// - Throws: The errors of `fetch(_:)`.
  public func batches<Object: ManagedObject>(
    of request: FetchRequest<Object>, size: Int = 64
  ) throws -> FetchedBatches<Object> {
    FetchedBatches(
      self, entity(of: Object.self), keys: try fetchIDs(request).map(\.key), batchSize: size)
  }

  /// Fetches the objects of a request for an entity, which are loaded in batches when
  /// they are accessed.
  ///
  /// - Throws: The errors of `fetch(entityName:_:)`.
  public func batches(
    entityName: String, of request: FetchRequest<ManagedObject> = FetchRequest(), size: Int = 64
  ) throws -> FetchedBatches<ManagedObject> {
    let entity = try entity(named: entityName)
    return FetchedBatches(
      self, entity, keys: try objectIDs(request.plan, entity).map(\.key), batchSize: size)
  }

  /// Returns an inaccessible object for a key whose row does not exist.
  func missingObject(_ key: Int64, _ entity: CompiledEntity) -> ManagedObject {
    let object = entity.type.init(_batch: loneBatch(entity), key: key, flags: .fault)
    object.markInaccessible("its row is gone")
    return object
  }
}
