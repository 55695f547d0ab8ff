// The methods of `RangeReplaceableCollection` and `MutableCollection`, for lists that
// are live views. They are not conformances: a copy of a view is a view of the same
// relationship, and generic code, such as `list + others`, changes its copies.
//
// A list has each object once. So an object that is put at another place leaves its old
// place, and removing an object from the list also changes the inverse relationship. A
// list that could not be loaded stays as it is.

extension OrderedObjects {
  /// The object at a place. An object that is set there replaces the present object,
  /// and leaves its previous place.
  ///
  /// - Precondition: The place is one of the list.
  public subscript(place: Int) -> Element {
    get { object(at: place) }
    nonmutating set { replaceSubrange(place...place, with: CollectionOfOne(newValue)) }
  }

  // MARK: Joining

  /// Adds objects at the end, in their order; objects that are members already keep
  /// their places.
  ///
  /// - Precondition: The objects are of the owner's context.
  public func append(contentsOf objects: some Sequence<Element>) {
    for object in Array(objects) where !contains(object) { append(object) }
  }

  /// Inserts objects at a place, in their order, whether they were members or not.
  ///
  /// - Precondition: The place is one of the list, or its end.
  public func insert(contentsOf objects: some Sequence<Element>, at place: Int) {
    guard isRead else { return }
    precondition((0...count).contains(place), "place \(place) is outside of the list")
    edit(with: objects) { keys, joining in
      keys.removeAll { joining[$0] != nil }
      return (Swift.min(place, keys.count), 0)
    }
  }

  /// Replaces the objects in a range with others.
  ///
  /// Objects of the range that are not among the others leave the list; members from
  /// elsewhere leave their old places.
  ///
  /// - Precondition: The range is one of the list's places.
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

  /// Adds objects at the end.
  public static func += (list: inout OrderedObjects, objects: some Sequence<Element>) {
    list.append(contentsOf: objects)
  }

  // MARK: Leaving

  /// Removes the object at a place.
  ///
  /// - Precondition: The place is one of the list.
  @discardableResult
  public func remove(at place: Int) -> Element {
    let object = self[place]
    removeSubrange(place...place)
    return object
  }

  /// Removes the objects of a range of places.
  ///
  /// - Precondition: The range is one of the list's places.
  public func removeSubrange(_ places: some RangeExpression<Int>) {
    replaceSubrange(places, with: EmptyCollection())
  }

  /// Removes the objects that satisfy a condition.
  public func removeAll(where isRemoved: (Element) throws -> Bool) rethrows {
    for object in try objects.filter(isRemoved).reversed() { remove(object) }
  }

  /// Removes the objects at some places, such as those of an `IndexSet`.
  ///
  /// - Precondition: The places are those of the list.
  public func remove(atOffsets places: some Sequence<Int>) {
    for place in Set(places).sorted(by: >) { removeSubrange(place...place) }
  }

  /// Removes the first object.
  ///
  /// - Precondition: The list is not empty.
  @discardableResult
  public func removeFirst() -> Element { remove(at: 0) }

  /// Removes a number of objects at the beginning.
  ///
  /// - Precondition: The list has as many objects.
  public func removeFirst(_ number: Int) { removeSubrange(0..<number) }

  /// Removes the last object.
  ///
  /// - Precondition: The list is not empty.
  @discardableResult
  public func removeLast() -> Element { remove(at: count - 1) }

  /// Removes a number of objects at the end.
  ///
  /// - Precondition: The list has as many objects.
  public func removeLast(_ number: Int) { removeSubrange(count - number..<count) }

  /// Removes and returns the first object; nil if the list is empty.
  public func popFirst() -> Element? { isEmpty ? nil : removeFirst() }

  /// Removes and returns the last object; nil if the list is empty.
  public func popLast() -> Element? { isEmpty ? nil : removeLast() }

  // MARK: Changing places

  /// Moves the objects at some places, such as those of an `IndexSet`, in front of the
  /// object at another place, as lists in user interfaces do.
  ///
  /// - Precondition: The places are those of the list; the other place may be its end.
  public func move(fromOffsets places: some Sequence<Int>, toOffset other: Int) {
    guard isRead else { return }
    precondition((0...count).contains(other), "place \(other) is outside of the list")
    let moved = Set(places)
    rearrange { keys in
      let start = other - moved.count { $0 < other }
      let chosen = moved.sorted().map { keys[$0] }
      for place in moved.sorted(by: >) { keys.remove(at: place) }
      keys.insert(contentsOf: chosen, at: start)
    }
  }

  /// Exchanges the objects at two places.
  ///
  /// - Precondition: Both are places of the list.
  public func swapAt(_ place: Int, _ other: Int) {
    guard isRead else { return }
    rearrange { $0.swapAt(place, other) }
  }

  /// Puts the objects into the opposite order.
  public func reverse() {
    rearrange { $0.reverse() }
  }

  /// Sorts the objects by a comparison; objects that are equal by it keep their order.
  public func sort(by precedes: (Element, Element) throws -> Bool) rethrows {
    let sorted = try objects.sorted(by: precedes).map(\._key)
    // Members whose rows are gone come last, as in the list itself.
    let known = Set(sorted)
    rearrange { keys in keys = sorted + keys.filter { !known.contains($0) } }
  }

  /// Sorts the objects in ascending order.
  public func sort() where Element: Comparable { sort(by: <) }

  /// Puts the objects into a random order.
  public func shuffle(using generator: inout some RandomNumberGenerator) {
    rearrange { $0.shuffle(using: &generator) }
  }

  /// Puts the objects into a random order.
  public func shuffle() {
    rearrange { $0.shuffle() }
  }
}

// MARK: - The common editing method

extension OrderedObjects {
  /// False if the members could not be loaded: then the owner is inaccessible, with the
  /// reason in its error, and the list has no places.
  private var isRead: Bool {
    let (owner, relationship) = live
    _ = owner.members(relationship)
    return owner.loadedMembers(relationship.number) != nil
  }

  private func checked(_ places: some RangeExpression<Int>) -> Range<Int> {
    let range = places.relative(to: 0..<count)
    precondition(
      range.lowerBound >= 0 && range.upperBound <= count, "\(range) is outside of the list")
    return range
  }

  /// Puts objects at a place that a closure chooses, and removes the objects there.
  ///
  /// - Parameter place: A closure that removes the joining objects from the members'
  ///   keys, and returns the place among the rest and the number of keys from there on
  ///   that leave.
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
  /// Removes members by their keys, the last first, so that no gaps have to be closed.
  fileprivate final func remove(_ keys: [Int64], from relationship: CompiledRelationship) {
    guard !keys.isEmpty, let context = _batch.context else { return }
    // All members are loaded at once, rather than one by one.
    _ = objects(of: relationship) as [ManagedObject]
    let map = context.map(ofDestination: relationship)
    for key in keys.reversed() {
      if let object = map.object(key) {
        remove(object, from: relationship)
      } else {
        // The object's row is gone, and with it the other side.
        LinkEnd(self, relationship).forget(key)
      }
    }
  }
}
