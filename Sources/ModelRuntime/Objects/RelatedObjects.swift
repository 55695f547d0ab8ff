/// The common part of both kinds of to-many relationship: a live view of an
/// object's relationship, or objects that wait to be assigned to one.
///
/// It knows no class of its members: a generic one would be asked for its
/// metadata at each step of a walk. Both kinds know the class, and give it to
/// the array that comes from here.
@usableFromInline
struct RelatedObjects {
  enum Storage {
    case live(ManagedObject, Int)
    case detached([ManagedObject])
  }

  let storage: Storage

  /// The objects of a relationship.
  init(_ owner: ManagedObject, _ number: Int) {
    storage = .live(owner, number)
  }

  /// Objects for assigning, each once.
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

  /// A Boolean value that says whether it is a view of an object's relationship.
  func isView(of owner: ManagedObject, _ number: Int) -> Bool {
    guard case .live(let viewed, number) = storage else { return false }
    return viewed === owner
  }

  /// The relationship that a change is made to.
  ///
  /// - Precondition: It is a view of one.
  var live: (owner: ManagedObject, relationship: CompiledRelationship) {
    guard let relationship else {
      preconditionFailure("objects for assigning are not a relationship, and cannot change")
    }
    return relationship
  }

  /// The relationship, which is read.
  private var readRelationship: (owner: ManagedObject, CompiledRelationship)? {
    // Whoever reads members reads the property, which observers want to know.
    if case .live(let owner, let number) = storage, owner._flags.contains(.observed) {
      owner.noteAccess(number)
    }
    return relationship
  }

  /// The objects, those of a relationship loaded.
  @usableFromInline var objects: [ManagedObject] {
    switch storage {
    case .detached(let objects): objects
    case .live: readRelationship.map { $0.owner.objects(of: $0.1) } ?? []
    }
  }

  /// An object for each place; where the row of a member is gone, an inaccessible
  /// one.
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

  /// The object at a place of `placed(_:)`.
  ///
  /// - Complexity: O(1) where that object is loaded; else all are.
  /// - Precondition: There is such a place; one of a list that could not be loaded has an inaccessible
  ///   object.
  func object(at place: Int, _ type: ManagedObject.Type) -> ManagedObject {
    if case .detached(let objects) = storage { return objects[place] }
    if let (owner, link) = readRelationship, let context = owner._batch.context {
      let keys = owner.members(link).keys
      // A list that could not be loaded has no places, and its owner's error says why.
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

  /// An object of the destination entity; by that, not by the class, it is known
  /// what objects by name are.
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

  /// The number of places: the keys are loaded, and stay the same.
  var placeCount: Int {
    switch storage {
    case .detached(let objects): objects.count
    case .live: readRelationship.map { $0.owner.members($0.1).count } ?? 0
    }
  }

  /// The number of objects, counted without loading them.
  var count: Int {
    switch storage {
    case .detached(let objects): objects.count
    case .live: readRelationship.map { $0.owner.memberCount(of: $0.1) } ?? 0
    }
  }

  /// A Boolean value that says whether an object is a member.
  func contains(_ object: ManagedObject) -> Bool {
    switch storage {
    case .detached(let objects): objects.contains(object)
    case .live: readRelationship.map { $0.owner.isMember(object._key, of: $0.1) } ?? false
    }
  }

  /// Adds an object to the relationship.
  func add(_ object: ManagedObject) {
    let (owner, relationship) = live
    owner.add(object, to: relationship)
  }

  /// Removes an object from the relationship.
  func remove(_ object: ManagedObject) {
    let (owner, relationship) = live
    owner.remove(object, from: relationship)
  }
}
