// What `RangeReplaceableCollection` and `MutableCollection` have, for lists that are
// live views. They are methods and no conformance: a copy of a view is a view of the
// same relationship, and generic code, such as `list + others`, changes its copies.
//
// A list has each object once. So an object that is put somewhere leaves the place
// that it had, and what leaves the list leaves the other side. A list that could not be loaded stays as it is.

extension OrderedObjects {
  /// The object at a place; what is set there takes the place of what was, and
  /// leaves its own.
  ///
  /// - Precondition: The place is one of the list.
  public subscript(place: Int) -> Element {
    get { object(at: place) }
    nonmutating set { replaceSubrange(place...place, with: CollectionOfOne(newValue)) }
  }

  // MARK: Joining

  /// Adds objects at the end, in their order; those that are members keep their
  /// places.
  ///
  /// - Precondition: The objects are of the owner's context.
  public func append(contentsOf objects: some Sequence<Element>) {
    for object in Array(objects) where !contains(object) { append(object) }
  }

  /// Puts objects at a place and behind it, which they take whether they were
  /// members or not.
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

  /// Puts objects in the place of those in a range.
  ///
  /// Those of the range that are not among them leave the list; members from
  /// elsewhere leave the places that they had.
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
  /// - Precondition: There is one.
  @discardableResult
  public func removeFirst() -> Element { remove(at: 0) }

  /// Removes the first so many objects.
  ///
  /// - Precondition: There are as many.
  public func removeFirst(_ number: Int) { removeSubrange(0..<number) }

  /// Removes the last object.
  ///
  /// - Precondition: There is one.
  @discardableResult
  public func removeLast() -> Element { remove(at: count - 1) }

  /// Removes the last so many objects.
  ///
  /// - Precondition: There are as many.
  public func removeLast(_ number: Int) { removeSubrange(count - number..<count) }

  /// Removes the first object, where there is one.
  public func popFirst() -> Element? { isEmpty ? nil : removeFirst() }

  /// Removes the last object, where there is one.
  public func popLast() -> Element? { isEmpty ? nil : removeLast() }

  // MARK: Changing places

  /// Moves the objects at some places, such as those of an `IndexSet`, in front of
  /// the one at another, as lists on screens do.
  ///
  /// - Precondition: The places are those of the list; the other may be its end.
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

  /// Puts the objects into the order of a comparison; those that are equal by it
  /// stay in theirs.
  public func sort(by precedes: (Element, Element) throws -> Bool) rethrows {
    let sorted = try objects.sorted(by: precedes).map(\._key)
    // Members whose rows are gone come last, as they are shown.
    let known = Set(sorted)
    rearrange { keys in keys = sorted + keys.filter { !known.contains($0) } }
  }

  /// Puts the objects into their order.
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

// MARK: - One way to change

extension OrderedObjects {
  /// False if the members could not be loaded: the owner is inaccessible, as its error says, and
  /// no place is one of the list.
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

  /// Puts objects where a body says, and takes those out that stand there.
  ///
  /// - Parameter place: Takes what joins out of the members' keys, and tells the place
  ///   among the rest and the number of those behind it that leave.
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
  /// Removes members by their keys, the last first, so that there are no gaps to close.
  fileprivate final func remove(_ keys: [Int64], from relationship: CompiledRelationship) {
    guard !keys.isEmpty, let context = _batch.context else { return }
    // All members are loaded at once, not one by one.
    _ = objects(of: relationship) as [ManagedObject]
    let map = context.map(ofDestination: relationship)
    for key in keys.reversed() {
      if let object = map.object(key) {
        remove(object, from: relationship)
      } else {
        // Its row is gone, and with it the other side.
        LinkEnd(self, relationship).forget(key)
      }
    }
  }
}
