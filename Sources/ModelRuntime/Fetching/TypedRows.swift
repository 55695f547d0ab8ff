/// A request for rows with typed columns: values of each object, or of groups of
/// objects.
///
/// ```swift
/// let perState = FailedBankInfo.all
///   .selecting { ($0.state, $0.details.zip.max, $0.objectCount) }
///   .grouped { $0.state }
///   .having { $0.objectCount > 10 }
/// for (state, zip, banks) in try context.rows(perState) { print(state ?? "", zip ?? 0, banks ?? 0) }
/// ```
///
/// Every column can be nil, because any path can lead through nil.
public struct TypedRows<Object: ManagedObject, each Column: RowValue>: Sendable {
  /// The request without the types of its columns. It has properties for which
  /// this type has no method.
  public var request: RowRequest<Object>

  /// Returns a request for rows of groups, in which the given value or values
  /// are equal; another call divides the groups further.
  ///
  /// A value is a property, an object or a computed value: `{ ($0.isPaid,
  /// $0.placed.year) }`.
  public func grouped<First: RowColumn, each Key: RowColumn>(
    by keys: (Paths<Object>) -> (First, repeat each Key)
  ) -> TypedRows {
    changed(self) { $0.request.groups += groups(keys) }
  }

  /// Returns a request for rows of groups that satisfy a condition. Another
  /// call adds a second condition.
  public func having(_ condition: (Paths<Object>) -> Condition) -> TypedRows {
    let added = condition(Paths()).predicate
    let whole = request.having.map { .and($0.conjuncts + added.conjuncts) } ?? added
    return changed(self) { $0.request.having = whole }
  }

  /// Returns a request for rows without duplicates.
  public func distinct() -> TypedRows {
    changed(self) { $0.request.isDistinct = true }
  }

  /// Returns a request for rows with the given sort order: a value, which can
  /// be computed from a group, as in `{ $0.total.sum.descending }`, or several
  /// values in brackets or parentheses.
  public func sorted<First: SortKeys, each Keys: SortKeys>(
    by keys: (Paths<Object>) -> (First, repeat each Keys)
  ) -> TypedRows {
    changed(self) { $0.request.request = request.request.sorted(by: keys) }
  }

  /// Returns a request for rows in the order of the column at the given index.
  /// Another call adds a less significant column.
  public func sorted(byColumn column: Int, ascending: Bool = true) -> TypedRows {
    changed(self) {
      $0.request.request.sortKeys.append(SortKey([columnName(column)], isAscending: ascending))
    }
  }

  /// Returns a request for at most the given number of rows; 0 means no limit.
  public func limit(_ count: Int) -> TypedRows {
    changed(self) { $0.request.request.limit = count }
  }

  /// Returns a request that skips the given number of rows at the start.
  public func offset(_ count: Int) -> TypedRows {
    changed(self) { $0.request.request.offset = count }
  }
}

// Forms for a single value, because a parameter pack does not accept a value after
// `?.`.

extension TypedRows {
  /// Returns a request for rows of groups, in which the given value is equal.
  /// Another call divides the groups further.
  public func grouped<Key: RowColumn>(by key: (Paths<Object>) -> Key) -> TypedRows {
    changed(self) { $0.request.groups.append(key(Paths()).columnExpression) }
  }

  /// Returns a request for rows with the given sort order: one value, or
  /// several keys in brackets.
  public func sorted<Keys: SortKeys>(by keys: (Paths<Object>) -> Keys) -> TypedRows {
    changed(self) { $0.request.request = request.request.sorted(by: keys) }
  }
}

extension FetchRequest {
  /// Returns a request for rows with one column: a value of each of the request's
  /// objects.
  public func selecting<Selection: RowColumn>(
    _ column: (Paths<Object>) -> Selection
  ) -> TypedRows<Object, Selection.ColumnValue> {
    TypedRows(request: RowRequest(self, values: [column(Paths()).columnExpression]))
  }
}

/// An expression that can be selected as a column of rows: a value, which can
/// be optional, or an object, for which the rows contain its ID.
public protocol RowColumn {
  /// The type of the values in the column.
  associatedtype ColumnValue: RowValue
  /// The expression of the column's values.
  var columnExpression: ObjectExpression { get }
}

extension ValueExpression: RowColumn where Value: RowValue {
  public typealias ColumnValue = Value
  /// The expression of the column's values, which is the expression itself.
  public var columnExpression: ObjectExpression { expression }
}

extension Paths: RowColumn {
  public typealias ColumnValue = ObjectID
  /// The expression of the column's values, which is the path to the object;
  /// the rows contain its ID.
  public var columnExpression: ObjectExpression { base }
}

extension Optional: RowColumn where Wrapped: RowColumn {
  public typealias ColumnValue = Wrapped.ColumnValue
  /// The expression of the column's values; the constant nil if there is no
  /// expression.
  public var columnExpression: ObjectExpression { self?.columnExpression ?? .constant(.null) }
}

// Constants can also be columns, with the same value in every row.

extension RowColumn where Self: AttributeValue {
  public typealias ColumnValue = Self
  /// The expression of the column's values, which is the constant.
  public var columnExpression: ObjectExpression { .constant(constantValue) }
}

extension Bool: RowColumn {}
extension Date: RowColumn {}
extension Decimal: RowColumn {}
extension Double: RowColumn {}
extension Int: RowColumn {}
extension String: RowColumn {}

extension FetchRequest {
  /// Returns a request for rows with several columns, each of which is a value of the
  /// request's objects.
  public func selecting<each Selection: RowColumn>(
    _ columns: (Paths<Object>) -> (repeat each Selection)
  ) -> TypedRows<Object, repeat (each Selection).ColumnValue> {
    let selection = columns(Paths())
    return TypedRows<Object, repeat (each Selection).ColumnValue>(
      request: RowRequest(self, values: columnExpressions(repeat each selection)))
  }
}

extension RowRequest {
  fileprivate init(_ request: FetchRequest<Object>, values: [ObjectExpression]) {
    self.init(
      request,
      columns: values.enumerated().map { FetchTemplate.Selection($1, name: columnName($0)) })
  }
}

/// Returns the expressions by which rows are grouped.
private func groups<Object: ManagedObject, each Key: RowColumn>(
  _ keys: (Paths<Object>) -> (repeat each Key)
) -> [ObjectExpression] {
  let keys = keys(Paths())
  return columnExpressions(repeat each keys)
}

private func columnExpressions<each Column: RowColumn>(
  _ columns: repeat each Column
) -> [ObjectExpression] {
  var expressions: [ObjectExpression] = []
  for column in repeat each columns { expressions.append(column.columnExpression) }
  return expressions
}

/// Returns the name of the column at the given index. It contains a space, so
/// that no property can have the same name.
private func columnName(_ number: Int) -> String { "column \(number)" }

// Functions of a value of all objects in a group or, without groups, of all objects.

extension Paths {
  /// The number of objects in a group.
  public var objectCount: ValueExpression<Int> {
    ValueExpression(.function("count:", [.evaluatedObject]))
  }
}

extension ValueExpression {
  /// The number of different values in a group; nil does not count.
  public var distinctCount: ValueExpression<Int> {
    ValueExpression<Int>(.function("count:", [.function("distinct:", [expression])]))
  }
}

extension ValueExpression where Value: AttributeValue {
  /// The minimum of the values in a group; nil values are ignored.
  public var min: ValueExpression { ValueExpression(.function("min:", [expression])) }

  /// The maximum of the values in a group; nil values are ignored.
  public var max: ValueExpression { ValueExpression(.function("max:", [expression])) }
}

extension ValueExpression where Value: AttributeValue & Numeric {
  /// The sum of the values in a group, which is exact for decimals.
  public var sum: ValueExpression { ValueExpression(.function("sum:", [expression])) }

  /// The mean of the values in a group.
  @_disfavoredOverload
  public var average: ValueExpression<Double> {
    ValueExpression<Double>(.function("average:", [expression]))
  }
}

extension ValueExpression where Value == Decimal {
  /// The mean of the values in a group, with the precision of decimals.
  public var average: ValueExpression<Decimal> {
    ValueExpression(.function("average:", [expression]))
  }
}
