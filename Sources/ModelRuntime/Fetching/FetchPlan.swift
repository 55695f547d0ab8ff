internal import ModelSchema

/// A fetch as a store sees it, without the class.
///
/// It is a value: who wants a part of the fetch done otherwise hands on a copy, as
/// `FetchOverlay` does without order and window.
struct FetchPlan: Hashable {
  var predicate: ObjectPredicate?
  var sortKeys: [SortKey] = []
  var limit: Int?
  var offset = 0
  var includesSubentities = true
  var prefetchedKeyPaths: [[String]] = []
  var loadedPropertyNames: [String]?
  /// The place behind which the fetch begins.
  var cursor: FetchCursor?
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
