public import Foundation
internal import ModelSchema

/// A request for rows whose columns have types: values of each object, or of
/// groups of objects.
///
/// ```swift
/// let perState = FailedBankInfo.all
///   .selecting { ($0.state, $0.details.zip.max, $0.objectCount) }
///   .grouped { $0.state }
///   .having { $0.objectCount > 10 }
/// for (state, zip, banks) in try context.rows(perState) { print(state ?? "", zip ?? 0, banks ?? 0) }
/// ```
///
/// Every column may be nil, since any path may lead through nil.
public struct TypedRows<Object: ManagedObject, each Column: AttributeValue>: Sendable {
  /// The same request without types, for what the methods here leave out.
  public var request: RowRequest<Object>

  /// The rows of groups of objects for which a value is the same; another call
  /// divides them by another value.
  public func grouped<Key>(by key: (Paths<Object>) -> ValueExpression<Key>) -> TypedRows {
    var rows = self
    rows.request.groupKeyPaths.append(key(Paths()).keyPath)
    return rows
  }

  /// The rows of groups that satisfy a condition.
  public func having(_ condition: (Paths<Object>) -> Condition) -> TypedRows {
    var rows = self
    rows.request.having = condition(Paths()).predicate
    return rows
  }

  /// The rows without repetitions.
  public func distinct() -> TypedRows {
    var rows = self
    rows.request.isDistinct = true
    return rows
  }

  /// The rows in the order of a column, counted from 0; more columns follow
  /// with more calls.
  public func sorted(byColumn column: Int, ascending: Bool = true) -> TypedRows {
    var rows = self
    rows.request.request.sortKeys.append(
      SortKey([columnName(column)], isAscending: ascending))
    return rows
  }

  /// At most so many rows; 0 stands for all.
  public func limit(_ count: Int) -> TypedRows {
    var rows = self
    rows.request.request.limit = count
    return rows
  }

  /// The rows without the first so many.
  public func offset(_ count: Int) -> TypedRows {
    var rows = self
    rows.request.request.offset = count
    return rows
  }
}

/// What a column of rows can be: a value of the objects, optional or not.
public protocol RowColumn {
  /// The type of the values.
  associatedtype Column: AttributeValue
  /// The expression that gives them.
  var columnExpression: ObjectExpression { get }
}

extension ValueExpression: RowColumn where Value: AttributeValue {
  public typealias Column = Value
  /// The expression itself.
  public var columnExpression: ObjectExpression { expression }
}

extension Optional: RowColumn where Wrapped: RowColumn {
  public typealias Column = Wrapped.Column
  /// The expression, or nil as one.
  public var columnExpression: ObjectExpression { self?.columnExpression ?? .constant(.null) }
}

extension FetchRequest {
  /// Rows of values of the request's objects.
  public func selecting<each Selection: RowColumn>(
    _ columns: (Paths<Object>) -> (repeat each Selection)
  ) -> TypedRows<Object, repeat (each Selection).Column> {
    var selections: [FetchTemplate.Selection] = []
    for column in repeat each columns(Paths()) {
      let name = columnName(selections.count)
      selections.append(FetchTemplate.Selection(column.columnExpression, name: name))
    }
    return TypedRows<Object, repeat (each Selection).Column>(
      request: RowRequest(self, columns: selections))
  }
}

extension ManagedObjectContext {
  /// The rows of a request, unsaved changes included.
  ///
  /// - Throws: As `rows(_:)` of a `RowRequest`, and `StoreError`
  ///   (`.inaccessible`) for a value that its type does not hold.
  public func rows<Object: ManagedObject, each Column: AttributeValue>(
    _ rows: TypedRows<Object, repeat each Column>
  ) throws -> [(repeat (each Column)?)] {
    try self.rows(rows.request).map { row in
      var number = -1
      func value<Value: AttributeValue>(_ type: Value.Type) throws -> Value? {
        number += 1
        return try row.value(number)
      }
      return (repeat try value((each Column).self))
    }
  }
}

/// The name of a column, which no property has.
private func columnName(_ number: Int) -> String { "column \(number)" }

// Functions of a value of all objects of a group; where there is no group, of
// all objects.

extension Paths {
  /// The number of objects.
  public var objectCount: ValueExpression<Int> {
    ValueExpression(.function("count:", [.evaluatedObject]))
  }
}

extension ValueExpression where Value: AttributeValue {
  /// The least value of a group.
  public var min: ValueExpression { ValueExpression(.function("min:", [expression])) }

  /// The greatest value of a group.
  public var max: ValueExpression { ValueExpression(.function("max:", [expression])) }
}

extension ValueExpression where Value: AttributeValue & Numeric {
  /// The sum of a group, exact for decimals.
  public var sum: ValueExpression { ValueExpression(.function("sum:", [expression])) }

  /// The mean of a group.
  public var average: ValueExpression<Double> {
    ValueExpression<Double>(.function("average:", [expression]))
  }
}

extension ValueExpression where Value == Decimal {
  /// The mean of a group, with the digits of decimals.
  public var average: ValueExpression<Decimal> {
    ValueExpression(.function("average:", [expression]))
  }
}
