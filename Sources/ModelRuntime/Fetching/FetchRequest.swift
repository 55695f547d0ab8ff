/// A description of objects to fetch: the objects of a class that satisfy a
/// condition, in an order.
///
/// A request is a value that can be kept, passed on and refined; nothing is
/// read before a context runs it.
public struct FetchRequest<Object: ManagedObject>: Sendable, Hashable {
  /// The condition that objects have to satisfy; nil for all.
  public var predicate: ObjectPredicate?
  /// The order, the most significant key first. Objects that are equal by all
  /// keys come in the order of their primary keys.
  public var sortKeys: [SortKey] = []
  /// The greatest number of objects; nil, or 0 as in Core Data, for no limit.
  public var limit: Int? {
    didSet { if limit == 0 { limit = nil } }
  }
  /// The number of objects that are skipped at the start.
  public var offset = 0
  /// Relationships whose objects are loaded along with the fetched objects, as
  /// paths of relationship names.
  public var prefetchedKeyPaths: [[String]] = []
  /// The properties that are read from the store; nil for all.
  public var loadedPropertyNames: [String]?
  /// True if objects of subentities are fetched too.
  public var includesSubentities = true

  /// Creates a request for the objects that satisfy a predicate; nil for all
  /// objects of the class.
  public init(_ predicate: ObjectPredicate? = nil) {
    self.predicate = predicate
  }
}

extension FetchRequest {
  /// The request with one more condition that objects have to satisfy.
  public func `where`(_ condition: (Paths<Object>) -> Condition) -> FetchRequest {
    var request = self
    let added = condition(Paths()).predicate
    request.predicate = predicate.map { .and($0.conjuncts + added.conjuncts) } ?? added
    return request
  }

  /// The request in another order: by a value, by a key such as
  /// `$0.name.descending`, or by several in brackets or parentheses.
  // The first order is a parameter of its own: for a list that may be empty the
  // compiler accepts a value without an order, with no more than a warning. Only the
  // other form accepts a single order after `?.`.
  public func sorted<First: SortKeys, each Keys: SortKeys>(
    by keys: (Paths<Object>) -> (First, repeat each Keys)
  ) -> FetchRequest {
    var request = self
    request.sortKeys = joined(keys, Paths())
    return request
  }

  /// The request in the opposite order.
  public func reversed() -> FetchRequest {
    var request = self
    request.sortKeys = sortKeys.map(\.reversed)
    return request
  }

  /// The request that also loads the objects of relationships. Each path costs
  /// one statement for every 512 objects, instead of one for each object.
  public func prefetching(_ paths: (Paths<Object>) -> [RelationshipPath]) -> FetchRequest {
    var request = self
    request.prefetchedKeyPaths = paths(Paths()).map(\.names)
    return request
  }

  /// The request for at most a number of objects; 0 for no limit.
  public func limit(_ count: Int) -> FetchRequest {
    var request = self
    request.limit = count
    return request
  }

  /// The request without a number of objects at the start.
  public func offset(_ count: Int) -> FetchRequest {
    var request = self
    request.offset = count
    return request
  }
}

/// The keys of several orders, the most significant first.
private func joined<Object: ManagedObject, each Keys: SortKeys>(
  _ keys: (Paths<Object>) -> (repeat each Keys), _ paths: Paths<Object>
) -> [SortKey] {
  var joined: [SortKey] = []
  for key in repeat each keys(paths) { joined += key.sortKeys }
  return joined
}

extension FetchRequest {
  /// The request in the order of one value, or of keys in brackets.
  public func sorted<Keys: SortKeys>(by keys: (Paths<Object>) -> Keys) -> FetchRequest {
    var request = self
    request.sortKeys = keys(Paths()).sortKeys
    return request
  }
}

/// The requests that every class of managed objects has.
public protocol Fetchable: ManagedObject {}

extension ManagedObject: Fetchable {}

extension Fetchable {
  /// A request for all objects of the class.
  public static var all: FetchRequest<Self> { FetchRequest() }

  /// A request for the objects that satisfy a condition.
  ///
  /// ```swift
  /// FailedBankInfo.where { $0.name.hasPrefix("First") && $0.details.tags.count > 0 }
  /// ```
  public static func `where`(_ condition: (Paths<Self>) -> Condition) -> FetchRequest<Self> {
    FetchRequest(condition(Paths()).predicate)
  }
}

extension FetchRequest {
  /// The request without its class.
  var plan: FetchPlan {
    FetchPlan(
      predicate: predicate, sortKeys: sortKeys, limit: limit, offset: offset,
      includesSubentities: includesSubentities, prefetchedKeyPaths: prefetchedKeyPaths,
      loadedPropertyNames: loadedPropertyNames)
  }
}
