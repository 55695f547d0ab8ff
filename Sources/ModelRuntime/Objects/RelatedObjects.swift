/// The storage of `ObjectSet` and `OrderedObjects`: a live view of an object's
/// to-many relationship, or objects that can be assigned to one.
///
/// The type is not generic over the class of its members, because the metadata
/// of a generic type would be looked up at each step of an iteration. The
/// generic collections that contain it cast the resulting arrays to their
/// class.
@usableFromInline
struct RelatedObjects {
  enum Storage {
    case live(ManagedObject, Int)
    case detached([ManagedObject])
  }

  let storage: Storage

  /// Creates a view of the to-many relationship with the given property number.
  init(_ owner: ManagedObject, _ number: Int) {
    storage = .live(owner, number)
  }

  /// Creates a collection of objects that can be assigned to a relationship.
  /// Each object is included once.
  init<Object: ManagedObject>(_ objects: some Sequence<Object>) {
    var seen: Set<ManagedObject> = []
    storage = .detached(objects.filter { seen.insert($0).inserted } as [Object])
  }

  private var relationship: (owner: ManagedObject, CompiledRelationship)? {
    guard case .live(let owner, let number) = storage,
      let relationship = owner._batch.entity.relationship(number)
    else { return nil }
    return (owner, relationship)
  }

  /// Returns whether the collection is a view of the given relationship.
  func isView(of owner: ManagedObject, _ number: Int) -> Bool {
    guard case .live(let viewed, number) = storage else { return false }
    return viewed === owner
  }

  /// The owner and the relationship that a change of the collection edits.
  ///
  /// - Precondition: The collection is a view of a relationship.
  var live: (owner: ManagedObject, relationship: CompiledRelationship) {
    guard let relationship else {
      preconditionFailure(
        "a collection that was created to be assigned to a relationship cannot be changed")
    }
    return relationship
  }

  /// The owner and the relationship; nil if the collection is not a view of a
  /// relationship. Accessing this property records for observers that the
  /// relationship was read.
  private var readRelationship: (owner: ManagedObject, CompiledRelationship)? {
    // For observers, reading the members counts as reading the property.
    if case .live(let owner, let number) = storage, owner._flags.contains(.observed) {
      owner.noteAccess(number)
    }
    return relationship
  }

  /// The objects of the collection. If it is a view of a relationship, the
  /// members are loaded.
  @usableFromInline var objects: [ManagedObject] {
    switch storage {
    case .detached(let objects): objects
    case .live: readRelationship.map { $0.owner.objects(of: $0.1) } ?? []
    }
  }

  /// Returns an object for each position, which is inaccessible if the row of the
  /// member has been deleted.
  @usableFromInline
  func placed(_ type: ManagedObject.Type) -> [ManagedObject] {
    let objects = objects
    guard objects.count < placeCount, let (owner, link) = relationship else { return objects }
    let known = Dictionary(
      objects.map { ($0._key, $0) }, uniquingKeysWith: { first, _ in first })
    return owner.members(link).map {
      known[$0] ?? unreadMember(of: owner, link, type, "its row is gone")
    }
  }

  /// Returns the object at the given index of `placed(_:)`.
  ///
  /// - Complexity: O(1) if the object at the index is loaded; otherwise, all
  ///   objects are loaded.
  ///
  /// - Precondition: The index is valid. In a list that could not be loaded, the result
  ///   is an inaccessible object.
  func object(at place: Int, _ type: ManagedObject.Type) -> ManagedObject {
    if case .detached(let objects) = storage { return objects[place] }
    if let (owner, link) = readRelationship, let context = owner._batch.context {
      let keys = owner.members(link).keys
      // A list that could not be loaded has no indexes, and its owner's error contains
      // the reason.
      if keys.isEmpty, owner.loadedMembers(link.number) == nil {
        return unreadMember(of: owner, link, type, "its list could not be read")
      }
      let map = context.map(ofDestination: link)
      let key = keys[keys.startIndex + place]
      if map.isLoaded(key), let object = map.object(key), !object._flags.contains(.deleted),
        context.fits(object, link)
      {
        return object
      }
    }
    return placed(type)[place]
  }

  /// Returns an inaccessible object of the relationship's destination entity.
  /// The class alone does not determine the entity of a dynamic object.
  private func unreadMember(
    of owner: ManagedObject, _ relationship: CompiledRelationship, _ type: ManagedObject.Type,
    _ reason: String
  ) -> ManagedObject {
    let destination = owner._batch.context.map {
      $0.store.model.entities[relationship.destinationIndex]
    }
    let batch = destination.flatMap { owner._batch.context?.loneBatch($0) } ?? owner._batch
    let placeholder = (destination?.type ?? type).init(_batch: batch, key: 0, flags: [])
    placeholder.markInaccessible(reason)
    return placeholder
  }

  /// The number of positions. The keys of the members are loaded, and keep
  /// their positions.
  var placeCount: Int {
    switch storage {
    case .detached(let objects): objects.count
    case .live: readRelationship.map { $0.owner.members($0.1).count } ?? 0
    }
  }

  /// The number of objects, which are counted without being loaded.
  var count: Int {
    switch storage {
    case .detached(let objects): objects.count
    case .live: readRelationship.map { $0.owner.memberCount(of: $0.1) } ?? 0
    }
  }

  /// Returns whether an object is in the collection.
  func contains(_ object: ManagedObject) -> Bool {
    switch storage {
    case .detached(let objects): objects.contains(object)
    case .live: readRelationship.map { $0.owner.isMember(object._key, of: $0.1) } ?? false
    }
  }

  func add(_ object: ManagedObject) {
    let (owner, relationship) = live
    owner.add(object, to: relationship)
  }

  func remove(_ object: ManagedObject) {
    let (owner, relationship) = live
    owner.remove(object, from: relationship)
  }
}
