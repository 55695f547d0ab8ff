/// The objects that a request found, loaded in batches when they are touched.
///
/// Only their keys are held; so are the objects of the last batch. An object
/// whose row was deleted since is there, and inaccessible.
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

  /// 0.
  public var startIndex: Int { 0 }

  /// The number of objects.
  public var endIndex: Int { keys.count }

  /// An object, with the others of its batch loaded.
  public subscript(position: Int) -> Object {
    let (number, place) = position.quotientAndRemainder(dividingBy: batchSize)
    // A reset of the context, or a deletion, may have taken them away since they were read.
    if number != batchNumber || batch[place].isGone { load(number) }
    return unsafeDowncast(batch[place], to: Object.self)
  }

  /// The place of the object with a key; nil where the request did not find it.
  ///
  /// - Complexity: O(*n*).
  package func place(ofKey key: Int64) -> Int? { keys.firstIndex(of: key) }

  private func load(_ number: Int) {
    let start = number * batchSize
    let keys = keys[start..<Swift.min(start + batchSize, keys.count)]
    // What cannot be read again now is as it was.
    _ = try? context.load(Array(keys), of: entity)
    let map = context.maps[entity.rootIndex]
    batch = keys.map { map.object($0) ?? context.missingObject($0, entity) }
    batchNumber = number
  }
}

extension ManagedObjectContext {
  /// The objects that a request asks for, loaded in batches when they are
  /// touched.
  ///
  /// - Throws: As `fetch(_:)`.
  public func batches<Object: ManagedObject>(
    of request: FetchRequest<Object>, size: Int = 64
  ) throws -> FetchedBatches<Object> {
    FetchedBatches(
      self, entity(of: Object.self), keys: try fetchIDs(request).map(\.key), batchSize: size)
  }

  /// The objects of an entity that a request asks for, loaded in batches when
  /// they are touched.
  ///
  /// - Throws: As `fetch(entityName:_:)`.
  public func batches(
    entityName: String, of request: FetchRequest<ManagedObject> = FetchRequest(), size: Int = 64
  ) throws -> FetchedBatches<ManagedObject> {
    let entity = try entity(named: entityName)
    return FetchedBatches(
      self, entity, keys: try objectIDs(request.plan, entity).map(\.key), batchSize: size)
  }

  /// An object whose row could not be read.
  func missingObject(_ key: Int64, _ entity: CompiledEntity) -> ManagedObject {
    let object = entity.type.init(_batch: loneBatch(entity), key: key, flags: .fault)
    object.markInaccessible("its row is gone")
    return object
  }
}
