/// A source that fetches the objects of an entity, of a class or by the
/// entity's name.
package struct EntitySource: Sendable {
  /// The list of all objects in an order.
  let listed: @Sendable (ManagedObjectContext, [SortKey]) throws -> any ListedObjects
  package let fetch:
    @Sendable (ManagedObjectContext, ObjectPredicate?, [SortKey]) throws -> [ManagedObject]
  package let batches:
    @Sendable (ManagedObjectContext, ObjectPredicate?, [SortKey], Int) throws -> BatchedObjects
  /// The first object in an order that satisfies a condition.
  let first: @Sendable (ManagedObjectContext, ObjectPredicate?, [SortKey]) throws -> ManagedObject?

  /// The number of objects that a list of any length loads at a time.
  static let batchSize = 64

  /// Objects of a class; their list follows each change.
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

  /// Objects of an entity; their list holds those alone that are in sight.
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

/// Objects that are loaded in batches, when they are looked at.
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

  /// The place of the object with a key; nil where it is not one of them.
  package func place(ofKey key: Int64) -> Int? { place(key) }
}
