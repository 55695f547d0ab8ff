/// A fetch in the form that a store carries out, without the class of the
/// objects.
///
/// A plan is a value. To change a part of the fetch, pass on a changed copy, as
/// `FetchOverlay` does with a copy without order and window.
package struct FetchPlan: Hashable {
  package var predicate: ObjectPredicate?
  package var sortKeys: [SortKey] = []
  package var limit: Int?
  package var offset = 0
  package var includesSubentities = true
  package var prefetchedKeyPaths: [[String]] = []
  package var loadedPropertyNames: [String]?
  /// The position after which the fetch begins; nil for a fetch from the start.
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

/// Rows to be computed from the objects of a fetch, in the form that a store
/// carries out, without the class of the objects.
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

  /// The expressions of the named columns, by name.
  package var named: [String: ObjectExpression] {
    Dictionary(first: columns.compactMap { column in column.name.map { ($0, column.expression) } })
  }
}
