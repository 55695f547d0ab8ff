internal import ModelPredicates
public import ModelSchema

/// A description of rows to compute of the objects of a request: values of
/// each, or of groups of them.
public struct RowRequest<Object: ManagedObject>: Sendable, Hashable {
  /// The objects, their order, and the window of rows; sort keys can be names
  /// of columns too.
  public var request: FetchRequest<Object>
  /// The columns. `sum:`, `count:` and their kin of a single value are of all
  /// objects of a group.
  public var columns: [FetchTemplate.Selection]
  /// The values that are the same within a group; where there are none and a
  /// column is of all objects, they are one group.
  public var groupKeyPaths: [[String]] = []
  /// The condition that a group has to satisfy; names of columns stand for
  /// their values.
  public var having: ObjectPredicate?
  /// A Boolean value that says whether equal rows come once.
  public var isDistinct = false

  /// A request for columns of objects.
  public init(_ request: FetchRequest<Object>, columns: [FetchTemplate.Selection]) {
    self.request = request
    self.columns = columns
  }

  /// A Boolean value that says whether rows are of groups.
  var isGrouped: Bool {
    !groupKeyPaths.isEmpty || columns.contains { $0.expression.hasRowAggregate }
  }

  /// Refuses columns that may differ within a group.
  func checkGroups() throws {
    guard isGrouped else { return }
    guard !groupKeyPaths.contains([]) else {
      throw StoreError(
        .untranslatable,
        "rows are grouped by properties, and not by what is computed; a derived attribute is one")
    }
    for column in columns {
      guard let path = column.expression.pathsOutside(of: groupKeyPaths).first else { continue }
      let name = path.joined(separator: ".")
      throw StoreError(
        .untranslatable,
        "'\(name)' differs within a group: group by it, or fetch a function such as 'max:(\(name))'",
        propertyNames: [name])
    }
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
    if let value = Value(computed: values[column]) { return value }
    throw StoreError(.inaccessible, "column \(column) of a row holds no \(type)")
  }
}
