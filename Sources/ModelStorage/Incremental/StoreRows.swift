/// A request for rows of values computed from objects or from groups of
/// objects, in the form that an incremental store receives.
public struct StoreRows: Sendable {
  /// The fetch that selects the objects. Its order and window apply to the
  /// rows: a sort key can name a column, and rows that are equal by all keys
  /// are sorted by their groups, or by the objects' keys.
  public let fetch: StoreFetch
  /// The columns. Functions of a single value, such as `sum:` or `count:`,
  /// apply to all objects of a group.
  public let columns: [FetchTemplate.Selection]
  /// The values that are equal within a group. If there are no such values and
  /// a column applies to all objects, all objects form one group.
  public let groups: [ObjectExpression]
  /// The condition that a group must satisfy, in which names of columns refer
  /// to the values of columns; nil for all groups.
  public let having: ObjectPredicate?
  /// True if equal rows are returned only once.
  public let isDistinct: Bool
  /// True if each row stands for a group of objects.
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

/// A value of a row that an incremental store computes.
public enum StoreRowValue: Sendable {
  /// A value that the store computed as exactly as the runtime would.
  case value(ConstantValue)
  /// The values of a group that a function applies to, in the order of the
  /// objects' keys, without nil. The store returns them if it cannot compute
  /// the function as exactly as the runtime, which then computes it.
  case values([ConstantValue])
}
