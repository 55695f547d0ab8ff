/// The objects of an ordered to-many relationship, each once.
///
/// A property of this type is a live view: a change of it changes the relationship and
/// its inverse at once. A list made from objects (a literal, say) is for assigning. An
/// object that joins through the inverse goes to the end.
public struct OrderedObjects<Element: ManagedObject> {
  @usableFromInline let related: RelatedObjects

  /// Makes a view of a relationship.
  public init(_ owner: ManagedObject, _ key: some PropertyKey) {
    related = RelatedObjects(owner, key.rawValue)
  }

  /// Makes a view of a relationship.
  init(_ owner: ManagedObject, number: Int) {
    related = RelatedObjects(owner, number)
  }

  /// Makes a list for assigning, each object once.
  public init(_ objects: some Sequence<Element>) {
    related = RelatedObjects(objects)
  }

  /// The objects in their order.
  ///
  /// - Complexity: The first call on an object of a fetch loads the members for all
  ///   objects that were fetched with it.
  @inlinable
  public var objects: [Element] { unsafeDowncast(related.objects, to: Element.self) }

  /// True if an object is a member.
  public func contains(_ object: Element) -> Bool { related.contains(object) }

  /// Adds an object at the end; an object that is a member already keeps its place.
  ///
  /// - Precondition: The object is of the owner's context.
  public func append(_ object: Element) { related.add(object) }

  /// Puts an object at a place, whether it was a member or not.
  ///
  /// - Precondition: The place is one of the list, or its end.
  public func insert(_ object: Element, at place: Int) {
    insert(contentsOf: CollectionOfOne(object), at: place)
  }

  /// Moves the object at one place to another.
  ///
  /// - Precondition: Both are places of the list.
  public func move(from place: Int, to other: Int) {
    move(fromOffsets: CollectionOfOne(place), toOffset: other > place ? other + 1 : other)
  }

  /// Removes an object if it is a member.
  public func remove(_ object: Element) { related.remove(object) }

  /// Removes all objects.
  public func removeAll() { removeSubrange(0...) }

  /// The relationship whose members a change edits.
  var live: (owner: ManagedObject, relationship: CompiledRelationship) { related.live }

  func object(at place: Int) -> Element {
    unsafeDowncast(related.object(at: place, Element.self), to: Element.self)
  }

  /// True if the list is a view of this relationship and so has its changes already.
  func isView(of owner: ManagedObject, _ number: Int) -> Bool { related.isView(of: owner, number) }
}

extension OrderedObjects: RandomAccessCollection {
  /// The first place, which is 0.
  public var startIndex: Int { 0 }

  /// The place after the last.
  ///
  /// - Complexity: Loads keys if they are not known, but no objects.
  public var endIndex: Int { related.placeCount }

  /// Returns an iterator over the objects, one for each place.
  @inlinable
  public func makeIterator() -> IndexingIterator<[Element]> {
    unsafeDowncast(related.placed(Element.self), to: Element.self).makeIterator()
  }
}

extension OrderedObjects: ExpressibleByArrayLiteral {
  /// Makes a list for assigning.
  public init(arrayLiteral elements: Element...) { self.init(elements) }
}

extension ManagedObject {
  /// Replaces the members of a relationship with the objects of a list, in its order.
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

  /// Puts the members of an ordered relationship into an order.
  final func reorder(_ keys: [Int64], _ relationship: CompiledRelationship) {
    _ = members(relationship)
    let link = link(relationship.number)
    link.reorder(keys)
    if link.isReordered { noteLinkChange(relationship.number) }
  }
}
