/// The base class of a context, which holds the objects and is notified of
/// their changes.
///
/// `ManagedObjectContext` is the only class that inherits from it. Objects use its
/// members directly when they are read or changed; operations that need a source are
/// called through `services`.
public class _ObjectContext {
  // Invariant: a failed save does not change objects, lists or the store.

  final let store: PersistentStore
  /// The connection through which the store is read. A child context uses the
  /// connection of its parent.
  @exclusivity(unchecked) final var connection: StoreConnection
  @exclusivity(unchecked) final var held: HeldObjects
  @exclusivity(unchecked) final var changes = ChangeList()
  /// The flags that are set in objects when they are registered: none, or
  /// `.observed`.
  @exclusivity(unchecked) final var observedFlags: ObjectFlags = []
  /// The changes since the context's followers were last notified; nil if there are no
  /// followers.
  @exclusivity(unchecked) final var journal: ChangeJournal?
  /// The recorder of changes that can be undone; nil if nothing is recorded.
  @exclusivity(unchecked) final var recorder: (any ChangeRecorder)?
  /// True for the context of a batch operation, which does not call hooks and in which
  /// an object whose unique value is taken keeps its relationships.
  @exclusivity(unchecked) final var isOfBatch = false
  /// True if decimals can be NaN, as in stores that Core Data has written.
  package final var keepsForeignValues = false
  @exclusivity(unchecked) private final var madeReference: ContextReference?

  init(_ store: PersistentStore, _ connection: StoreConnection) {
    self.store = store
    self.connection = connection
    held = HeldObjects(entityCount: store.model.entities.count)
  }

  /// The operations of the context that need its source, such as loading
  /// objects.
  var services: any ObjectServices {
    preconditionFailure("objects belong to a ManagedObjectContext")
  }
}

/// The operations of a context that its objects use and that need the context's
/// source.
protocol ObjectServices: AnyObject {
  /// Loads the values of a fault, or marks the object as inaccessible.
  func load(_ fault: ManagedObject)

  /// Loads the object to which the key of a to-one relationship refers; returns nil if
  /// its row cannot be read or has been deleted. The owner remains accessible in that
  /// case.
  func loadDestination(
    _ relationship: CompiledRelationship, of object: ManagedObject, key: Int64
  ) -> ManagedObject?

  /// Loads the keys of the members of a to-many relationship for all objects in
  /// a batch.
  ///
  /// - Parameters:
  ///   - object: An object of the batch.
  ///   - withObjects: True if the members' objects are also loaded.
  func loadMembers(
    _ relationship: CompiledRelationship, of object: ManagedObject, withObjects: Bool
  ) throws

  /// Loads the objects that are members of an object, and the members of the
  /// other objects in its batch.
  func loadObjects(
    behind members: ArraySlice<Int64>, _ relationship: CompiledRelationship,
    of object: ManagedObject
  ) throws

  /// Compares a list of members with the members, which have just been loaded.
  ///
  /// - Returns: True if the list is not current any more, because another context has
  ///   changed it since it was loaded.
  func findsOtherMembers(
    than members: ArraySlice<Int64>, _ relationship: CompiledRelationship,
    of object: ManagedObject
  ) -> Bool

  /// Counts the members of a to-many relationship without loading them.
  func memberCount(_ relationship: CompiledRelationship, of object: ManagedObject) throws -> Int

  /// Reads one object; returns nil if it does not exist.
  func loadOne(_ key: Int64, of entity: CompiledEntity) throws -> ManagedObject?

  /// Reads an object again if its only changes are in relationships.
  func catchUp(_ object: ManagedObject)

  /// Returns the path of the missing file that a row refers to for an attribute; nil if
  /// no file is missing.
  func missingFile(of object: ManagedObject, _ number: Int) throws -> String?

  /// Reports to the program that an object could not be read.
  func tell(accessError error: StoreError)
}

// MARK: - Services for objects

extension _ObjectContext {
  /// The objects of each hierarchy, by the index of its root entity.
  final var maps: ContiguousArray<IdentityMap> { held.maps }

  /// The objects with changes, in the order of their first change.
  final var listed: ContiguousArray<ManagedObject> { changes.objects }

  /// The reference through which objects find the context.
  final var reference: ContextReference {
    if let madeReference { return madeReference }
    let reference = ContextReference(self)
    madeReference = reference
    return reference
  }

  package final func objectID(of object: ManagedObject) -> ObjectID {
    ObjectID(entity: store.references[object._batch.entity.index], key: object._key)
  }

  /// Returns the entity of a class.
  ///
  /// - Precondition: The class belongs to the model of the context's store.
  final func entity(of type: ManagedObject.Type) -> CompiledEntity {
    guard let entity = store.model.entity(of: type) else {
      preconditionFailure(
        "class \(type) is not of model '\(store.model.description.name)', which this context's "
          + "store holds")
    }
    return entity
  }

  /// Returns the batch of an entity's objects that were read individually.
  final func loneBatch(_ entity: CompiledEntity) -> FaultBatch {
    if let batch = held.loneBatches[entity.index] { return batch }
    let batch = FaultBatch(context: self, entity: entity)
    held.loneBatches[entity.index] = batch
    return batch
  }

  /// Returns the map of the objects at the other end of a relationship.
  final func map(ofDestination relationship: CompiledRelationship) -> IdentityMap {
    held.maps[relationship.destinationRootIndex]
  }

  /// Returns whether an object belongs to the entity to which a relationship
  /// leads. The object can belong to another entity, because all entities of a
  /// hierarchy share a map, and because a key in a damaged store can belong to
  /// an object of a sibling entity.
  final func fits(_ object: ManagedObject, _ relationship: CompiledRelationship) -> Bool {
    relationship.destinationIndex == relationship.destinationRootIndex
      || store.model.entities[relationship.destinationIndex].family
        .contains(object._batch.entity.index)
  }

  /// Returns the registered object with the given key, or a new fault.
  ///
  /// If subentities share the table, the row must be read, because it determines the
  /// object's class.
  final func objectOrFault(_ key: Int64, of entity: CompiledEntity) throws -> ManagedObject? {
    let map = held.maps[entity.rootIndex]
    if let known = map.object(key) { return known }
    if entity.family.count > 1 { return try services.loadOne(key, of: entity) }
    let fault = entity.type.init(
      _batch: loneBatch(entity), key: key, flags: observedFlags.union(.fault))
    map.insert(fault)
    return fault
  }

  /// Registers a new object in the context, and adds it to the list of changes.
  final func enter(_ object: ManagedObject) {
    object._flags.formUnion(observedFlags)
    held.maps[object._batch.entity.rootIndex].insert(object)
    list(object)
  }

  /// Adds an object to the list of changes if it is not in the list yet.
  final func list(_ object: ManagedObject) {
    journal?.note(object)
    changes.add(object)
  }

  /// Records that an object whose unique values are indexed is about to change.
  final func forgetValue(of object: ManagedObject) { changes.willChange(object) }

  /// Records that another context's change of an object was not merged because the
  /// object has its own changes.
  final func noteOutdated(_ object: ManagedObject) { object._flags.insert(.outdated) }
}
