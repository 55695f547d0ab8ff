// Set algebra, with the same names as in `Set`. Methods that return a set return a
// `Set`, which is not a live view; methods that change the set change the relationship
// and its inverse.

extension ObjectSet {
  /// Any object in the set; nil if it is empty.
  public var first: Element? { objects.first }

  /// Returns a random object of the set; nil if it is empty.
  public func randomElement() -> Element? { objects.randomElement() }

  // MARK: Combining sets

  /// Returns the objects that are in the set or in a sequence.
  public func union(_ others: some Sequence<Element>) -> Set<Element> {
    Set(objects).union(others)
  }

  /// Returns the objects that are both in the set and in a sequence.
  public func intersection(_ others: some Sequence<Element>) -> Set<Element> {
    Set(objects).intersection(others)
  }

  /// Returns the objects in the set that are not in a sequence.
  public func subtracting(_ others: some Sequence<Element>) -> Set<Element> {
    Set(objects).subtracting(others)
  }

  /// Returns the objects that are either in the set or in a sequence, but not in both.
  public func symmetricDifference(_ others: some Sequence<Element>) -> Set<Element> {
    Set(objects).symmetricDifference(others)
  }

  // MARK: Comparing sets

  /// Returns whether every object in the set is also in a sequence.
  public func isSubset(of others: some Sequence<Element>) -> Bool {
    Set(objects).isSubset(of: others)
  }

  /// Returns whether every object in a sequence is also in the set.
  public func isSuperset(of others: some Sequence<Element>) -> Bool {
    Set(objects).isSuperset(of: others)
  }

  /// Returns whether every object in the set is also in a sequence, and the
  /// sequence contains at least one object that is not in the set.
  public func isStrictSubset(of others: some Sequence<Element>) -> Bool {
    Set(objects).isStrictSubset(of: others)
  }

  /// Returns whether every object in a sequence is also in the set, and the set
  /// contains at least one object that is not in the sequence.
  public func isStrictSuperset(of others: some Sequence<Element>) -> Bool {
    Set(objects).isStrictSuperset(of: others)
  }

  /// Returns whether no object in the set is in a sequence.
  public func isDisjoint(with others: some Sequence<Element>) -> Bool {
    Set(objects).isDisjoint(with: others)
  }

  // MARK: Changing the set

  /// Adds the objects of a sequence to the relationship.
  ///
  /// - Precondition: The objects belong to the owner's context.
  public func formUnion(_ others: some Sequence<Element>) {
    for object in Array(others) { insert(object) }
  }

  /// Removes the objects that are not in a sequence from the relationship.
  public func formIntersection(_ others: some Sequence<Element>) {
    let kept = Set(others)
    removeAll { !kept.contains($0) }
  }

  /// Removes the objects of a sequence from the relationship.
  public func subtract(_ others: some Sequence<Element>) {
    for object in Array(others) { remove(object) }
  }

  /// Removes the objects that are both in the set and in a sequence, and adds
  /// the objects that are only in the sequence.
  ///
  /// - Precondition: The objects belong to the owner's context.
  public func formSymmetricDifference(_ others: some Sequence<Element>) {
    let others = Set(others)
    let shared = others.intersection(objects)
    subtract(shared)
    formUnion(others.subtracting(shared))
  }

  /// Removes the objects that satisfy a condition from the relationship.
  ///
  /// - Throws: Any error that the closure throws.
  public func removeAll(where isRemoved: (Element) throws -> Bool) rethrows {
    for object in try objects.filter(isRemoved) { remove(object) }
  }

  /// Removes and returns any object; nil if the set is empty.
  public func popFirst() -> Element? {
    guard let object = first else { return nil }
    remove(object)
    return object
  }
}
