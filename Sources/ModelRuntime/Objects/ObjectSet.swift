/// The objects of an unordered to-many relationship.
///
/// A property of this type is a live view: inserting an object into it or removing one
/// from it changes the relationship and its inverse at once. To assign a relationship,
/// create a set from objects, for example with an array literal.
public struct ObjectSet<Element: ManagedObject> {
  @usableFromInline let related: RelatedObjects

  /// Creates a view of the to-many relationship with the given key.
  public init(_ owner: ManagedObject, _ key: some PropertyKey) {
    related = RelatedObjects(owner, key.rawValue)
  }

  /// Creates a view of the to-many relationship with the given property number.
  init(_ owner: ManagedObject, number: Int) {
    related = RelatedObjects(owner, number)
  }

  /// Creates a set that can be assigned to a relationship; each object is included
  /// once.
  public init(_ objects: some Sequence<Element>) {
    related = RelatedObjects(objects)
  }

  /// The objects of the set. The members of a relationship are in the order of
  /// their keys, with new objects last.
  ///
  /// - Complexity: The first call on an object of a fetch loads the members for all
  ///   objects that were fetched with it.
  @inlinable
  public var objects: [Element] { unsafeDowncast(related.objects, to: Element.self) }

  /// The number of objects.
  ///
  /// - Complexity: If the keys of the members are not known, they are loaded,
  ///   without the objects. For an owner that was fetched individually, they
  ///   are only counted.
  public var count: Int { related.count }

  /// True if the set has no objects.
  public var isEmpty: Bool { count == 0 }

  /// Returns whether an object is a member.
  public func contains(_ object: Element) -> Bool { related.contains(object) }

  /// Adds an object to the relationship, unless it is already a member.
  ///
  /// - Precondition: The object belongs to the owner's context.
  public func insert(_ object: Element) { related.add(object) }

  /// Removes an object from the relationship if it is a member.
  public func remove(_ object: Element) { related.remove(object) }

  /// Removes all objects from the relationship.
  public func removeAll() {
    objects.forEach(remove)
  }

  /// Returns whether the set is a view of the given relationship, in which case
  /// it does not need to be assigned to it.
  func isView(of owner: ManagedObject, _ number: Int) -> Bool { related.isView(of: owner, number) }
}

extension ObjectSet: Sequence {
  /// Returns an iterator over the objects.
  @inlinable
  public func makeIterator() -> IndexingIterator<[Element]> { objects.makeIterator() }
}

extension ObjectSet: ExpressibleByArrayLiteral {
  /// Creates a set that can be assigned to a relationship.
  public init(arrayLiteral elements: Element...) { self.init(elements) }
}

extension ManagedObject {
  /// Replaces the members of an object's relationship with the objects of a
  /// set.
  public final func _replace<Element>(_ key: some PropertyKey, with set: ObjectSet<Element>) {
    guard let relationship = _batch.entity.relationship(key.rawValue),
      !set.isView(of: self, key.rawValue)
    else { return }
    replace(relationship, with: set.objects)
  }

  /// Returns the members of a relationship as objects.
  ///
  /// - Parameter isWalk: True if rows read together with the members are read again
  ///   even if their objects are already loaded.
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
    if context.services.findsOtherMembers(than: keys, relationship, of: self) {
      return objects(of: relationship, isWalk: isWalk)
    }
    return keys.compactMap { map.object($0) }
      .filter { !$0._flags.contains(.deleted) && context.fits($0, relationship) }
  }

  /// Returns the number of members of a relationship.
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
