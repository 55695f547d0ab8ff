// The methods of `RangeReplaceableCollection` and `MutableCollection`, for lists that
// are live views. The protocols themselves are not adopted, because a copy of a view is
// a view of the same relationship, and generic code, such as `list + others`, changes
// its copies.
//
// A list contains each object only once. An object that is inserted at another index is
// therefore removed from its old one, and removing an object from the list also changes
// the inverse relationship. A list that could not be loaded stays as it is.

extension OrderedObjects {
  /// The object at the given index. Setting an object replaces the object at
  /// the index; if the new object is already in the list, it is removed from
  /// its previous index.
  ///
  /// - Precondition: The index is valid.
  public subscript(place: Int) -> Element {
    get { unsafeDowncast(related.object(at: place, Element.self), to: Element.self) }
    nonmutating set { replaceSubrange(place...place, with: CollectionOfOne(newValue)) }
  }

  // MARK: Adding objects

  /// Appends objects to the list, in order; objects that are already members
  /// keep their positions.
  ///
  /// - Precondition: The objects belong to the owner's context.
  public func append(contentsOf objects: some Sequence<Element>) {
    for object in Array(objects) where !contains(object) { append(object) }
  }

  /// Inserts objects at the given index, in order, whether or not they were already
  /// members.
  ///
  /// - Precondition: The index is valid, or is the end index.
  public func insert(contentsOf objects: some Sequence<Element>, at place: Int) {
    guard isRead else { return }
    precondition((0...count).contains(place), "the index \(place) is outside the list")
    edit(with: objects) { keys, joining in
      keys.removeAll { joining[$0] != nil }
      return (Swift.min(place, keys.count), 0)
    }
  }

  /// Replaces the objects in a range with the given objects.
  ///
  /// Objects in the range that are not among the given objects are removed from
  /// the list. Given objects that are members outside the range are moved into
  /// it.
  ///
  /// - Precondition: The range is within the list's indexes.
  public func replaceSubrange(
    _ places: some RangeExpression<Int>, with objects: some Sequence<Element>
  ) {
    guard isRead else { return }
    let places = checked(places)
    edit(with: objects) { keys, joining in
      let before = keys[..<places.lowerBound].count { joining[$0] == nil }
      let inside = keys[places].count { joining[$0] == nil }
      keys.removeAll { joining[$0] != nil }
      return (before, inside)
    }
  }

  /// Appends objects to a list, in order; objects that are already members keep
  /// their positions.
  ///
  /// - Precondition: The objects belong to the owner's context.
  public static func += (list: inout OrderedObjects, objects: some Sequence<Element>) {
    list.append(contentsOf: objects)
  }

  // MARK: Removing objects

  /// Removes the object at the given index.
  ///
  /// - Precondition: The index is valid.
  @discardableResult
  public func remove(at place: Int) -> Element {
    let object = self[place]
    removeSubrange(place...place)
    return object
  }

  /// Removes the objects in a range of indexes.
  ///
  /// - Precondition: The range is within the list's indexes.
  public func removeSubrange(_ places: some RangeExpression<Int>) {
    replaceSubrange(places, with: EmptyCollection())
  }

  /// Removes the objects that satisfy a condition.
  ///
  /// - Throws: Any error that the closure throws.
  public func removeAll(where isRemoved: (Element) throws -> Bool) rethrows {
    for object in try objects.filter(isRemoved).reversed() { remove(object) }
  }

  /// Removes the objects at the given indexes, such as the indexes in an
  /// `IndexSet`.
  ///
  /// - Precondition: The indexes are valid.
  public func remove(atOffsets places: some Sequence<Int>) {
    for place in Set(places).sorted(by: >) { removeSubrange(place...place) }
  }

  /// Removes the first object.
  ///
  /// - Precondition: The list is not empty.
  @discardableResult
  public func removeFirst() -> Element { remove(at: 0) }

  /// Removes the given number of objects at the beginning.
  ///
  /// - Precondition: The list contains at least the given number of objects.
  public func removeFirst(_ number: Int) { removeSubrange(0..<number) }

  /// Removes the last object.
  ///
  /// - Precondition: The list is not empty.
  @discardableResult
  public func removeLast() -> Element { remove(at: count - 1) }

  /// Removes the given number of objects at the end.
  ///
  /// - Precondition: The list contains at least the given number of objects.
  public func removeLast(_ number: Int) { removeSubrange(count - number..<count) }

  /// Removes and returns the first object; nil if the list is empty.
  public func popFirst() -> Element? { isEmpty ? nil : removeFirst() }

  /// Removes and returns the last object; nil if the list is empty.
  public func popLast() -> Element? { isEmpty ? nil : removeLast() }

  // MARK: Moving objects

  /// Moves the objects at the given indexes, such as the indexes in an
  /// `IndexSet`, before the object at another index, as lists in user
  /// interfaces do.
  ///
  /// - Precondition: The indexes are valid; the other index can be the end index.
  public func move(fromOffsets places: some Sequence<Int>, toOffset other: Int) {
    guard isRead else { return }
    precondition((0...count).contains(other), "the index \(other) is outside the list")
    let moved = Set(places)
    rearrange { keys in
      let start = other - moved.count { $0 < other }
      let chosen = moved.sorted().map { keys[$0] }
      for place in moved.sorted(by: >) { keys.remove(at: place) }
      keys.insert(contentsOf: chosen, at: start)
    }
  }

  /// Exchanges the objects at two indexes.
  ///
  /// - Precondition: Both indexes are valid.
  public func swapAt(_ place: Int, _ other: Int) {
    guard isRead else { return }
    rearrange { $0.swapAt(place, other) }
  }

  /// Reverses the order of the objects.
  public func reverse() {
    rearrange { $0.reverse() }
  }

  /// Sorts the objects using a comparison. Objects of which neither precedes
  /// the other keep their order.
  ///
  /// - Throws: Any error that the closure throws.
  public func sort(by precedes: (Element, Element) throws -> Bool) rethrows {
    let sorted = try objects.sorted(by: precedes).map(\._key)
    // Members whose rows have been deleted come last, as in the list itself.
    let known = Set(sorted)
    rearrange { keys in keys = sorted + keys.filter { !known.contains($0) } }
  }

  /// Sorts the objects in ascending order.
  public func sort() where Element: Comparable { sort(by: <) }

  /// Shuffles the objects, using the given generator.
  public func shuffle(using generator: inout some RandomNumberGenerator) {
    rearrange { $0.shuffle(using: &generator) }
  }

  /// Shuffles the objects.
  public func shuffle() {
    rearrange { $0.shuffle() }
  }
}

// MARK: - The common editing method

extension OrderedObjects {
  /// True if the members could be loaded. Otherwise, the owner is inaccessible,
  /// its error contains the reason, and the list has no indexes.
  private var isRead: Bool {
    let (owner, relationship) = live
    _ = owner.members(relationship)
    return owner.loadedMembers(relationship.number) != nil
  }

  private func checked(_ places: some RangeExpression<Int>) -> Range<Int> {
    let range = places.relative(to: 0..<count)
    precondition(
      range.lowerBound >= 0 && range.upperBound <= count, "the range \(range) is outside the list")
    return range
  }

  /// Inserts objects at an index that a closure chooses, after removing a
  /// number of objects at this index.
  ///
  /// - Parameter place: A closure that removes the inserted objects from the
  ///   members' keys, and returns an index in the remaining keys and the number
  ///   of keys to remove at this index.
  private func edit(
    with objects: some Sequence<Element>,
    _ place: (inout [Int64], [Int64: Element]) -> (start: Int, leaving: Int)
  ) {
    let (owner, relationship) = live
    var joining: [Int64: Element] = [:]
    var joined: [Int64] = []
    for object in Array(objects) where joining.updateValue(object, forKey: object._key) == nil {
      joined.append(object._key)
    }
    let members = owner.members(relationship)
    var keys = Array(members.keys)
    let (start, count) = place(&keys, joining)
    let leaving = Array(keys[start..<start + count])
    keys.replaceSubrange(start..<start + count, with: joined)
    owner.remove(leaving, from: relationship)
    for key in joined where !members.contains(key) {
      if let object = joining[key] { owner.add(object, to: relationship) }
    }
    owner.reorder(keys, relationship)
  }

  /// Changes the order of the members' keys.
  private func rearrange(_ change: (inout [Int64]) -> Void) {
    let (owner, relationship) = live
    var keys = Array(owner.members(relationship).keys)
    change(&keys)
    owner.reorder(keys, relationship)
  }
}

extension ManagedObject {
  /// Removes members by key, beginning with the last one, so that no other
  /// members have to be moved.
  fileprivate final func remove(_ keys: [Int64], from relationship: CompiledRelationship) {
    guard !keys.isEmpty, let context = _batch.context else { return }
    // All members are loaded at once, rather than one by one.
    _ = objects(of: relationship) as [ManagedObject]
    let map = context.map(ofDestination: relationship)
    for key in keys.reversed() {
      if let object = map.object(key) {
        remove(object, from: relationship)
      } else {
        // The object's row has been deleted, and with it the other end.
        LinkEnd(self, relationship).forget(key)
      }
    }
  }
}
