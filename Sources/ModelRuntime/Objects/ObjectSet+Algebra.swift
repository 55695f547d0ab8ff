// Set algebra, as `Set` has it. Methods that return a set return Swift's own, which is
// not a view; methods that change the set change the relationship and its other side.

extension ObjectSet {
  /// Any object of the set; nil if it is empty.
  public var first: Element? { objects.first }

  /// A random object of the set; nil if it is empty.
  public func randomElement() -> Element? { objects.randomElement() }

  // MARK: Combined

  /// The objects of the set and of a sequence.
  public func union(_ others: some Sequence<Element>) -> Set<Element> {
    Set(objects).union(others)
  }

  /// The objects of the set that are in a sequence too.
  public func intersection(_ others: some Sequence<Element>) -> Set<Element> {
    Set(objects).intersection(others)
  }

  /// The objects of the set that are not in a sequence.
  public func subtracting(_ others: some Sequence<Element>) -> Set<Element> {
    Set(objects).subtracting(others)
  }

  /// The objects that are in either the set or a sequence, but not in both.
  public func symmetricDifference(_ others: some Sequence<Element>) -> Set<Element> {
    Set(objects).symmetricDifference(others)
  }

  // MARK: Compared

  /// True if every object of the set is in a sequence.
  public func isSubset(of others: some Sequence<Element>) -> Bool {
    Set(objects).isSubset(of: others)
  }

  /// True if every object of a sequence is in the set.
  public func isSuperset(of others: some Sequence<Element>) -> Bool {
    Set(objects).isSuperset(of: others)
  }

  /// True if every object of the set is in a sequence that has other objects too.
  public func isStrictSubset(of others: some Sequence<Element>) -> Bool {
    Set(objects).isStrictSubset(of: others)
  }

  /// True if every object of a sequence is in the set, and the set has other objects
  /// too.
  public func isStrictSuperset(of others: some Sequence<Element>) -> Bool {
    Set(objects).isStrictSuperset(of: others)
  }

  /// True if no object of the set is in a sequence.
  public func isDisjoint(with others: some Sequence<Element>) -> Bool {
    Set(objects).isDisjoint(with: others)
  }

  // MARK: Changed

  /// Adds the objects of a sequence.
  ///
  /// - Precondition: The objects are of the owner's context.
  public func formUnion(_ others: some Sequence<Element>) {
    for object in Array(others) { insert(object) }
  }

  /// Removes the objects that are not in a sequence.
  public func formIntersection(_ others: some Sequence<Element>) {
    let kept = Set(others)
    removeAll { !kept.contains($0) }
  }

  /// Removes the objects of a sequence.
  public func subtract(_ others: some Sequence<Element>) {
    for object in Array(others) { remove(object) }
  }

  /// Removes the objects that are in a sequence too, and adds the other objects of the sequence.
  ///
  /// - Precondition: The objects are of the owner's context.
  public func formSymmetricDifference(_ others: some Sequence<Element>) {
    let others = Set(others)
    let shared = others.intersection(objects)
    subtract(shared)
    formUnion(others.subtracting(shared))
  }

  /// Removes the objects that satisfy a condition.
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
