/// A description of objects to fetch: the objects of a class that satisfy a condition,
/// in a sort order.
///
/// A request is a value that can be stored, passed on and refined; nothing is read
/// until a context fetches it.
public struct FetchRequest<Object: ManagedObject>: Sendable, Hashable {
  /// The condition that objects must satisfy; nil for all objects.
  public var predicate: ObjectPredicate?
  /// The sort order, with the most significant key first. Objects whose values
  /// for all keys are equal are sorted by their primary keys.
  public var sortKeys: [SortKey] = []
  /// The maximum number of objects; nil for no limit. As in Core Data, 0 means
  /// that there is no limit, and becomes nil.
  public var limit: Int? {
    didSet { if limit == 0 { limit = nil } }
  }
  /// The number of objects skipped at the start.
  public var offset = 0
  /// The relationships whose objects are loaded together with the fetched objects, as
  /// paths of relationship names.
  public var prefetchedKeyPaths: [[String]] = []
  /// The names of the properties that are read from the store; nil for all properties.
  public var loadedPropertyNames: [String]?
  /// True if objects of subentities are also fetched.
  public var includesSubentities = true

  /// Creates a request for the objects of the class that satisfy a predicate;
  /// for all objects if it is nil.
  public init(_ predicate: ObjectPredicate? = nil) {
    self.predicate = predicate
  }
}

extension FetchRequest {
  /// Returns a request for the objects that also satisfy the given condition.
  public func `where`(_ condition: (Paths<Object>) -> Condition) -> FetchRequest {
    let added = condition(Paths()).predicate
    let whole = predicate.map { .and($0.conjuncts + added.conjuncts) } ?? added
    return changed(self) { $0.predicate = whole }
  }

  /// Returns a request with the given sort order, which replaces the previous
  /// order: a value, a key such as `$0.name.descending`, or several values and
  /// keys in brackets or parentheses.
  // The first key is a separate parameter: for a list that may be empty, the compiler
  // accepts a value without a sort direction, and only issues a warning. Only the other
  // form accepts a single key after `?.`.
  public func sorted<First: SortKeys, each Keys: SortKeys>(
    by keys: (Paths<Object>) -> (First, repeat each Keys)
  ) -> FetchRequest {
    changed(self) { $0.sortKeys = joined(keys, Paths()) }
  }

  /// Returns a request with the opposite sort order.
  public func reversed() -> FetchRequest {
    changed(self) { $0.sortKeys = sortKeys.map(\.reversed) }
  }

  /// Returns a request that also loads the objects of the given relationships.
  /// For each path, this requires one statement for every 512 objects, instead
  /// of one for each object.
  public func prefetching(_ paths: (Paths<Object>) -> [RelationshipPath]) -> FetchRequest {
    changed(self) { $0.prefetchedKeyPaths = paths(Paths()).map(\.names) }
  }

  /// Returns a request for at most the given number of objects; 0 means no limit.
  public func limit(_ count: Int) -> FetchRequest {
    changed(self) { $0.limit = count }
  }

  /// Returns a request that skips the given number of objects at the start.
  public func offset(_ count: Int) -> FetchRequest {
    changed(self) { $0.offset = count }
  }
}

/// Returns the keys of several sort orders as one list, with the most
/// significant key first.
private func joined<Object: ManagedObject, each Keys: SortKeys>(
  _ keys: (Paths<Object>) -> (repeat each Keys), _ paths: Paths<Object>
) -> [SortKey] {
  var joined: [SortKey] = []
  for key in repeat each keys(paths) { joined += key.sortKeys }
  return joined
}

extension FetchRequest {
  /// Returns the request sorted by one value, or by several sort keys in
  /// brackets.
  public func sorted<Keys: SortKeys>(by keys: (Paths<Object>) -> Keys) -> FetchRequest {
    changed(self) { $0.sortKeys = keys(Paths()).sortKeys }
  }
}

extension FetchRequest {
  /// Returns the request sorted by values and sort keys, which can be mixed in
  /// brackets.
  @_disfavoredOverload
  public func sorted(by keys: (Paths<Object>) -> [any SortKeys]) -> FetchRequest {
    changed(self) { $0.sortKeys = keys(Paths()).flatMap(\.sortKeys) }
  }
}

/// The requests that are available for every class of managed objects.
public protocol Fetchable: ManagedObject {}

extension ManagedObject: Fetchable {}

extension Fetchable {
  /// A request for all objects of the class.
  public static var all: FetchRequest<Self> { FetchRequest() }

  /// Returns a request for the objects that satisfy a condition.
  ///
  /// ```swift
  /// FailedBankInfo.where { $0.name.hasPrefix("First") && $0.details.tags.count > 0 }
  /// ```
  public static func `where`(_ condition: (Paths<Self>) -> Condition) -> FetchRequest<Self> {
    FetchRequest(condition(Paths()).predicate)
  }
}

extension FetchRequest {
  /// The parts of the request that do not depend on its class.
  var plan: FetchPlan {
    FetchPlan(
      predicate: predicate, sortKeys: sortKeys, limit: limit, offset: offset,
      includesSubentities: includesSubentities, prefetchedKeyPaths: prefetchedKeyPaths,
      loadedPropertyNames: loadedPropertyNames)
  }
}
