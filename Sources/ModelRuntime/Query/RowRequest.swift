internal import ModelSQLite
public import ModelSchema

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// What to compute of the objects of a request: values of each, or of groups of
/// them.
public struct RowRequest<Object: ManagedObject>: Sendable, Hashable {
  /// Which objects, in which order, and which of the rows; sort keys can be
  /// names of columns too.
  public var request: FetchRequest<Object>
  /// The columns. `sum:`, `count:` and their kin of a single value are of all
  /// objects of a group.
  public var columns: [FetchTemplate.Selection]
  /// What is the same within a group; where there is nothing and a column is of
  /// all objects, they are one group.
  public var groupKeyPaths: [[String]] = []
  /// What a group has to satisfy; names of columns stand for their values.
  public var having: ObjectPredicate?
  /// Whether equal rows come once.
  public var isDistinct = false

  /// A request for columns of objects.
  public init(_ request: FetchRequest<Object>, columns: [FetchTemplate.Selection]) {
    self.request = request
    self.columns = columns
  }

  /// Whether rows are of groups.
  var isGrouped: Bool {
    !groupKeyPaths.isEmpty || columns.contains { $0.expression.hasRowAggregate }
  }

  /// The expressions of columns that have names.
  var named: [String: ObjectExpression] {
    Dictionary(
      columns.compactMap { column in column.name.map { ($0, column.expression) } },
      uniquingKeysWith: { first, _ in first })
  }
}

/// A row of computed values.
public struct ResultRow: Sendable, Hashable {
  /// The values, in the order of the columns.
  public let values: [ConstantValue]

  /// A value as a type.
  ///
  /// - Throws: `StoreError` (`.inaccessible`) when it is of another type, or nil
  ///   where the type has none.
  public func value<Value: AttributeValue>(
    _ column: Int, as type: Value.Type = Value.self
  ) throws -> Value {
    guard values.indices.contains(column) else {
      throw StoreError(.unknownName, "the row has no column \(column)")
    }
    if let value = Value(constantValue: values[column]) { return value }
    // A sum of decimals is a number like others.
    if case .double(let number) = values[column] {
      if let value = Value(constantValue: .decimal(Decimal(shortest: number))) { return value }
      if let whole = Int64(exactly: number), let value = Value(constantValue: .integer(whole)) {
        return value
      }
    }
    throw StoreError(.inaccessible, "column \(column) of a row holds no \(type)")
  }
}

extension ObjectExpression {
  /// Whether something in it is computed of all objects of a group.
  var hasRowAggregate: Bool {
    switch self {
    case .function(let name, let arguments):
      PredicateFunction.aggregates.contains(name) && arguments.count == 1
        || arguments.contains(where: \.hasRowAggregate)
    case .cast(let value, _): value.hasRowAggregate
    case .conditional(_, let first, let second): first.hasRowAggregate || second.hasRowAggregate
    default: false
    }
  }
}
