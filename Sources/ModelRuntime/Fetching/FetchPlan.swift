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

/// Rows to compute of the objects of a fetch as a store sees them, without the class.
struct RowPlan {
  var fetch: FetchPlan
  var columns: [FetchTemplate.Selection]
  var groups: [ObjectExpression]
  var having: ObjectPredicate?
  let isDistinct: Bool
  let isGrouped: Bool

  /// The expressions of columns that have names.
  var named: [String: ObjectExpression] {
    Dictionary(
      columns.compactMap { column in column.name.map { ($0, column.expression) } },
      uniquingKeysWith: { first, _ in first })
  }
}
