/// The objects of a to-many relationship without an order.
///
/// A property of this type is a live view: what is inserted into it or removed
/// from it changes the relationship and its inverse at once. A set that was
/// made from objects (a literal, say) is for assigning.
public struct ObjectSet<Element: ManagedObject> {
  @usableFromInline let related: RelatedObjects

  /// The objects of a relationship.
  public init(_ owner: ManagedObject, _ key: some PropertyKey) {
    related = RelatedObjects(owner, key.rawValue)
  }

  /// The objects of a relationship.
  init(_ owner: ManagedObject, number: Int) {
    related = RelatedObjects(owner, number)
  }

  /// A set for assigning, each object once.
  public init(_ objects: some Sequence<Element>) {
    related = RelatedObjects(objects)
  }

  /// The objects; those of a relationship ordered by key, new ones last.
  ///
  /// - Complexity: The first call on an object of a fetch loads the members for
  ///   the objects that came with it.
  @inlinable
  public var objects: [Element] { unsafeDowncast(related.objects, to: Element.self) }

  /// The number of objects.
  ///
  /// - Complexity: Loads keys where they are not known, but no objects; of an
  ///   object that came alone it only counts them.
  public var count: Int { related.count }

  /// A Boolean value that says whether there is none.
  public var isEmpty: Bool { count == 0 }

  /// A Boolean value that says whether an object is a member.
  public func contains(_ object: Element) -> Bool { related.contains(object) }

  /// Adds an object to the relationship; one that is a member stays one.
  ///
  /// - Precondition: The object is of the owner's context.
  public func insert(_ object: Element) { related.add(object) }

  /// Removes an object from the relationship; one that is no member stays none.
  public func remove(_ object: Element) { related.remove(object) }

  /// Removes all objects from the relationship.
  public func removeAll() {
    objects.forEach(remove)
  }

  /// A Boolean value that says whether it is a view of a relationship, and has its
  /// changes already.
  func isView(of owner: ManagedObject, _ number: Int) -> Bool { related.isView(of: owner, number) }
}

extension ObjectSet: Sequence {
  /// Goes through the objects.
  @inlinable
  public func makeIterator() -> IndexingIterator<[Element]> { objects.makeIterator() }
}

extension ObjectSet: ExpressibleByArrayLiteral {
  /// A set for assigning.
  public init(arrayLiteral elements: Element...) { self.init(elements) }
}

extension ManagedObject {
  /// Makes the members of a relationship those of a set.
  public final func _replace<Element>(_ key: some PropertyKey, with set: ObjectSet<Element>) {
    guard let relationship = _batch.entity.relationship(key.rawValue),
      !set.isView(of: self, key.rawValue)
    else { return }
    replace(relationship, with: set.objects)
  }

  /// The members of a relationship as objects.
  ///
  /// - Parameter isWalk: Whether rows that come with the members are read again
  ///   where their objects are there already.
  final func objects(
    of relationship: CompiledRelationship, isWalk: Bool = true
  ) -> [ManagedObject] {
    let keys = members(relationship, isWalk: isWalk).keys
    guard !keys.isEmpty, let context = _batch.context else { return [] }
    let map = context.map(ofDestination: relationship)
    if let objects = map.loadedObjects(keys) {
      let isRoot = relationship.destinationIndex == relationship.destinationRootIndex
      return isRoot ? objects : objects.filter { context.fits($0, relationship) }
    }
    do {
      try context.services.loadObjects(behind: keys, relationship, of: self)
    } catch {
      failAccess(.unreachable, error, relationship.name)
    }
    return keys.compactMap { map.object($0) }
      .filter { !$0._flags.contains(.deleted) && context.fits($0, relationship) }
  }

  /// The number of members of a relationship.
  final func memberCount(of relationship: CompiledRelationship) -> Int {
    let isAlone = _batch.keys.count <= 1 && !_flags.contains(.inserted)
    if isAlone, loadedMembers(relationship.number) == nil,
      _state?.knownLink(relationship.number)?.hasChanges != true, let context = _batch.context,
      context.changes.isEmpty,
      let count = try? context.services.memberCount(relationship, of: self)
    {
      return count
    }
    return members(relationship).count
  }
}
