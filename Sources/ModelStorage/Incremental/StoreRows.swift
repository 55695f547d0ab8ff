/// Rows of values that are computed of objects, or of groups of them, as an
/// incremental store is told them.
public struct StoreRows: Sendable {
  /// The objects. Its order and its window are those of the rows: a sort key can
  /// name a column, and rows that are equal by all keys come by their groups, or
  /// by the objects' keys.
  public let fetch: StoreFetch
  /// The columns. `sum:`, `count:` and their kin of a single value are of all
  /// objects of a group.
  public let columns: [FetchTemplate.Selection]
  /// The values that are the same within a group; where there are none and a
  /// column is of all objects, they are one group.
  public let groups: [ObjectExpression]
  /// The condition that a group has to satisfy; names of columns stand for their
  /// values.
  public let having: ObjectPredicate?
  /// A Boolean value that says whether equal rows come once.
  public let isDistinct: Bool
  /// A Boolean value that says whether rows are of groups.
  public let isGrouped: Bool

  package init(
    fetch: StoreFetch, columns: [FetchTemplate.Selection], groups: [ObjectExpression],
    having: ObjectPredicate?, isDistinct: Bool, isGrouped: Bool
  ) {
    self.fetch = fetch
    self.columns = columns
    self.groups = groups
    self.having = having
    self.isDistinct = isDistinct
    self.isGrouped = isGrouped
  }
}

/// A value of a row that an incremental store has computed.
public enum StoreRowValue: Sendable {
  /// The value.
  case value(ConstantValue)
  /// The values of a group that a function is of, in the order of the objects'
  /// keys, without nil: the runtime computes the function, for a store that does
  /// not compute it as exactly.
  case values([ConstantValue])
}
