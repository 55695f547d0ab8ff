/// The functions that fetch the objects of an entity, which is given by its
/// class or by its name.
package struct EntitySource: Sendable {
  /// A closure that returns the list of all objects in the given order.
  let listed: @Sendable (ManagedObjectContext, [SortKey]) throws -> any ListedObjects
  package let fetch:
    @Sendable (ManagedObjectContext, ObjectPredicate?, [SortKey]) throws -> [ManagedObject]
  package let batches:
    @Sendable (ManagedObjectContext, ObjectPredicate?, [SortKey], Int) throws -> BatchedObjects
  /// A closure that returns the first object, in the given order, that
  /// satisfies a condition; nil if there is none.
  let first: @Sendable (ManagedObjectContext, ObjectPredicate?, [SortKey]) throws -> ManagedObject?

  /// The number of objects that a list loads at a time.
  static let batchSize = 64

  /// Creates a source of the objects of a class. Its lists are updated after
  /// each change.
  init<Object: ManagedObject>(_ type: Object.Type) {
    @Sendable func request(
      _ predicate: ObjectPredicate?, _ order: [SortKey]
    ) -> FetchRequest<Object> {
      var request = FetchRequest<Object>(predicate)
      request.sortKeys = order
      return request
    }
    listed = { ControlledObjects(request(nil, $1), in: $0) }
    fetch = { try $0.fetch(request($1, $2)) }
    batches = { BatchedObjects(try $0.batches(of: request($1, $2), size: $3)) }
    first = { try $0.first(request($1, $2)) }
  }

  /// Creates a source of the objects of an entity. Its lists hold only the
  /// visible objects.
  package init(entityName: String) {
    @Sendable func request(
      _ predicate: ObjectPredicate?, _ order: [SortKey]
    ) -> FetchRequest<ManagedObject> {
      var request = FetchRequest<ManagedObject>(predicate)
      request.sortKeys = order
      return request
    }
    let batches:
      @Sendable (ManagedObjectContext, ObjectPredicate?, [SortKey], Int) throws ->
        BatchedObjects = {
          BatchedObjects(
            try $0.batches(entityName: entityName, of: request($1, $2), size: $3))
        }
    self.batches = batches
    fetch = { try $0.fetch(entityName: entityName, request($1, $2)) }
    first = { try $0.fetch(entityName: entityName, request($1, $2).limit(1)).first }
    listed = { context, order in
      BatchedList(order) { try batches(context, nil, $0, Self.batchSize) }
    }
  }
}

/// The objects of a fetch, which are loaded in batches when they are first
/// accessed.
package struct BatchedObjects {
  package let count: Int
  private let object: (Int) -> ManagedObject
  private let place: (Int64) -> Int?

  init<Object: ManagedObject>(_ batches: FetchedBatches<Object>) {
    count = batches.count
    object = { batches[$0] }
    place = { batches.place(ofKey: $0) }
  }

  package subscript(place: Int) -> ManagedObject { object(place) }

  /// Returns the index of the object with the given key; nil if the fetch did
  /// not find the object.
  package func place(ofKey key: Int64) -> Int? { place(key) }
}
