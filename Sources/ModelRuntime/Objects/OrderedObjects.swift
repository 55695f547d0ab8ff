/// The objects of an ordered to-many relationship, without duplicates.
///
/// A property of this type is a live view: changing it changes the relationship
/// and its inverse at once. To assign a relationship, create a list from
/// objects, for example with an array literal. An object that is added through
/// the inverse is appended.
public struct OrderedObjects<Element: ManagedObject> {
  @usableFromInline let related: RelatedObjects

  /// Creates a view of the to-many relationship with the given key.
  public init(_ owner: ManagedObject, _ key: some PropertyKey) {
    related = RelatedObjects(owner, key.rawValue)
  }

  /// Creates a view of the to-many relationship with the given property number.
  init(_ owner: ManagedObject, number: Int) {
    related = RelatedObjects(owner, number)
  }

  /// Creates a list that can be assigned to a relationship; each object is included
  /// once.
  public init(_ objects: some Sequence<Element>) {
    related = RelatedObjects(objects)
  }

  /// The objects of the list, in order.
  ///
  /// - Complexity: The first call on an object of a fetch loads the members for all
  ///   objects that were fetched with it.
  @inlinable
  public var objects: [Element] { unsafeDowncast(related.objects, to: Element.self) }

  /// Returns whether an object is a member.
  public func contains(_ object: Element) -> Bool { related.contains(object) }

  /// Appends an object to the list; if it is already a member, it keeps its
  /// position.
  ///
  /// - Precondition: The object belongs to the owner's context.
  public func append(_ object: Element) { related.add(object) }

  /// Inserts an object at the given index, whether or not it was already a member.
  ///
  /// - Precondition: The index is valid, or is the end index.
  public func insert(_ object: Element, at place: Int) {
    insert(contentsOf: CollectionOfOne(object), at: place)
  }

  /// Moves the object at one index to another.
  ///
  /// - Precondition: Both indexes are valid.
  public func move(from place: Int, to other: Int) {
    move(fromOffsets: CollectionOfOne(place), toOffset: other > place ? other + 1 : other)
  }

  /// Removes an object from the list if it is a member.
  public func remove(_ object: Element) { related.remove(object) }

  /// Removes all objects from the list.
  public func removeAll() { removeSubrange(0...) }

  /// The owner and the relationship that a change of the list edits.
  var live: (owner: ManagedObject, relationship: CompiledRelationship) { related.live }

  /// Returns whether the list is a view of the given relationship, in which
  /// case it does not need to be assigned to it.
  func isView(of owner: ManagedObject, _ number: Int) -> Bool { related.isView(of: owner, number) }
}

extension OrderedObjects: RandomAccessCollection {
  /// The index of the first object: always 0.
  public var startIndex: Int { 0 }

  /// The index after the last object.
  ///
  /// - Complexity: If the keys of the members are not known, they are loaded,
  ///   without the objects.
  public var endIndex: Int { related.placeCount }

  /// Returns an iterator over the objects, in order.
  @inlinable
  public func makeIterator() -> IndexingIterator<[Element]> {
    unsafeDowncast(related.placed(Element.self), to: Element.self).makeIterator()
  }

  // Loading the members can show that one of them has left the list since it was counted.
  // The standard library's implementations of these functions trap if the count changes.

  /// Returns the objects, in order, as `Array.init` does.
  public func _copyToContiguousArray() -> ContiguousArray<Element> {
    ContiguousArray(makeIterator())
  }

  /// Returns the results of a closure that is called with each object, in order.
  public func map<Result, Failure>(
    _ transform: (Element) throws(Failure) -> Result
  ) throws(Failure) -> [Result] {
    try Array(self).map(transform)
  }
}

extension OrderedObjects: ExpressibleByArrayLiteral {
  /// Creates a list that can be assigned to a relationship.
  public init(arrayLiteral elements: Element...) { self.init(elements) }
}

extension ManagedObject {
  /// Replaces the members of an object's relationship with the objects of a
  /// list, in its order.
  public final func _replace<Element>(_ key: some PropertyKey, with list: OrderedObjects<Element>) {
    guard let relationship = _batch.entity.relationship(key.rawValue),
      !list.isView(of: self, key.rawValue)
    else { return }
    let wanted = list.objects
    replace(relationship, with: wanted)
    reorder(wanted.map(\._key), relationship)
  }

  /// Replaces the members of a relationship with the objects of an array.
  final func replace(_ relationship: CompiledRelationship, with wanted: [ManagedObject]) {
    let keys = Set(wanted.map(\._key))
    for object in objects(of: relationship) where !keys.contains(object._key) {
      remove(object, from: relationship)
    }
    for object in wanted { add(object, to: relationship) }
  }

  /// Changes the order of the members of an ordered relationship.
  final func reorder(_ keys: [Int64], _ relationship: CompiledRelationship) {
    _ = members(relationship)
    let link = link(relationship.number)
    link.reorder(keys)
    if link.isReordered { noteLinkChange(relationship.number) }
  }
}
