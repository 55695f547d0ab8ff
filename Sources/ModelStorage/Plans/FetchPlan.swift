/// A fetch as a store sees it, without the class.
///
/// It is a value: who wants a part of the fetch done otherwise hands on a copy, as
/// `FetchOverlay` does without order and window.
package struct FetchPlan: Hashable {
  package var predicate: ObjectPredicate?
  package var sortKeys: [SortKey] = []
  package var limit: Int?
  package var offset = 0
  package var includesSubentities = true
  package var prefetchedKeyPaths: [[String]] = []
  package var loadedPropertyNames: [String]?
  /// The place behind which the fetch begins.
  package var cursor: FetchCursor?

  package init(
    predicate: ObjectPredicate? = nil, sortKeys: [SortKey] = [], limit: Int? = nil, offset: Int = 0,
    includesSubentities: Bool = true, prefetchedKeyPaths: [[String]] = [],
    loadedPropertyNames: [String]? = nil, cursor: FetchCursor? = nil
  ) {
    self.predicate = predicate
    self.sortKeys = sortKeys
    self.limit = limit
    self.offset = offset
    self.includesSubentities = includesSubentities
    self.prefetchedKeyPaths = prefetchedKeyPaths
    self.loadedPropertyNames = loadedPropertyNames
    self.cursor = cursor
  }
}

/// Rows to compute of the objects of a fetch as a store sees them, without the class.
package struct RowPlan {
  package var fetch: FetchPlan
  package var columns: [FetchTemplate.Selection]
  package var groups: [ObjectExpression]
  package var having: ObjectPredicate?
  package let isDistinct: Bool
  package let isGrouped: Bool

  package init(
    fetch: FetchPlan, columns: [FetchTemplate.Selection], groups: [ObjectExpression],
    having: ObjectPredicate? = nil, isDistinct: Bool, isGrouped: Bool
  ) {
    self.fetch = fetch
    self.columns = columns
    self.groups = groups
    self.having = having
    self.isDistinct = isDistinct
    self.isGrouped = isGrouped
  }

  /// The expressions of columns that have names.
  package var named: [String: ObjectExpression] {
    Dictionary(first: columns.compactMap { column in column.name.map { ($0, column.expression) } })
  }
}
