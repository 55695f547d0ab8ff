/// A description of rows that are computed from the objects of a request. Their
/// columns are values of each object, or of groups of objects.
public struct RowRequest<Object: ManagedObject>: Sendable, Hashable {
  /// The request for the objects, which also contains the sort order of the
  /// rows, their limit and offset. Sort keys can also be names of columns.
  public var request: FetchRequest<Object>
  /// The columns of the rows. Functions such as `sum:` and `count:` of a single
  /// value are computed from all objects in a group.
  public var columns: [FetchTemplate.Selection]
  /// The values that are equal for all objects in a group. If there are none,
  /// and a column is computed from all objects in a group, all objects of the
  /// request form one group.
  public var groups: [ObjectExpression] = []
  /// The condition that a group must satisfy; nil for all groups. Names of
  /// columns in it denote the values of these columns.
  public var having: ObjectPredicate?
  /// True if equal rows are returned only once; such rows can only be sorted by
  /// columns.
  public var isDistinct = false
  /// The arguments of functions that are collections of values of one object.
  /// For example, the maximum of `tags.rank` is a value of each object, but the
  /// maximum of `rank` is a value of a group.
  private var collections: Set<ObjectExpression> = []
  /// True if a column is an aggregate of all objects in a group.
  private var hasRowAggregate = false

  /// Creates a request for columns that are computed from the objects of another
  /// request.
  public init(_ request: FetchRequest<Object>, columns: [FetchTemplate.Selection]) {
    self.request = request
    self.columns = columns
  }

  /// The key paths among the values by which rows are grouped; setting this property
  /// replaces all groups.
  public var groupKeyPaths: [[String]] {
    get {
      groups.compactMap { group in
        if case .keyPath(let names, .evaluatedObject) = group { names } else { nil }
      }
    }
    set { groups = newValue.map { .keyPath($0, of: .evaluatedObject) } }
  }

  /// True if each row of the resolved request represents a group.
  var isGrouped: Bool { !groups.isEmpty || hasRowAggregate }

  /// Returns the request with its functions resolved according to the model,
  /// which determines whether a function applies to the values of one object or
  /// of a group.
  func resolved(for entity: EntityDescription, in model: ManagedObjectModel) -> RowRequest {
    var rows = self
    let expressions = columns.map(\.expression)
    rows.collections = (expressions + groups).reduce(into: []) {
      $0.formUnion($1.aggregatedCollections(for: entity, in: model))
    }
    rows.hasRowAggregate = expressions.contains {
      $0.hasRowAggregate(besides: rows.collections)
    }
    return rows
  }

  /// Checks that no column has different values within a group.
  ///
  /// - Throws: `StoreError` (`.untranslatable`) if a column can have different
  ///   values, or if there are no columns.
  func checkGroups() throws {
    guard !columns.isEmpty else {
      throw StoreError(
        .untranslatable, "rows need a column: a property, an object, or a value that is computed")
    }
    try checkOrder()
    guard isGrouped else {
      guard having == nil else {
        throw StoreError(
          .untranslatable,
          "'having' is a condition on groups, and there are none: write 'where', or group by a value"
        )
      }
      return
    }
    guard !groups.contains(where: { $0.hasRowAggregate(besides: collections) }) else {
      throw StoreError(
        .untranslatable,
        "rows cannot be grouped by a function such as a sum, because it is computed for each "
          + "group; group by a property")
    }
    for column in columns {
      guard let path = column.expression.pathsOutside(of: groups, besides: collections).first
      else { continue }
      let name = path.joined(separator: ".")
      throw StoreError(
        .untranslatable,
        "'\(name)' differs within a group: group by it, or fetch a function such as 'max:(\(name))' "
          + "or 'count:(distinct:(\(name)))'",
        propertyNames: [name])
    }
  }

  /// Checks that distinct rows are sorted only by values that are among their
  /// columns, because the objects that are combined into one row can have
  /// different values for other expressions.
  ///
  /// - Throws: `StoreError` (`.untranslatable`) if they are sorted by another
  ///   value.
  private func checkOrder() throws {
    let names = plan.named.keys.map { ObjectExpression.keyPath([$0], of: .evaluatedObject) }
    let known = columns.map(\.expression) + names
    guard isDistinct,
      let key = request.sortKeys.first(where: { !known.contains($0.value) })
    else { return }
    throw StoreError(
      .untranslatable,
      """
      distinct rows can be sorted only by their columns, and '\(key.value.format)' is not a \
      column: select it too, or group the rows and sort them by a function such as \
      'max:(\(key.value.format))'
      """)
  }

  /// The parts of the request that do not depend on its class.
  var plan: RowPlan {
    RowPlan(
      fetch: request.plan, columns: columns, groups: groups, having: having,
      isDistinct: isDistinct, isGrouped: isGrouped)
  }
}

/// A row of computed values.
public struct ResultRow: Sendable, Hashable {
  /// The values of the row, in the order of the columns.
  public let values: [ConstantValue]

  /// Returns the value of the column at the given index as the given type.
  ///
  /// - Throws: `StoreError` (`.inaccessible`) if the value has another type, or
  ///   is nil although the type is not optional; `.unknownName` if there is no
  ///   such column.
  public func value<Value: AttributeValue>(
    _ column: Int, as type: Value.Type = Value.self
  ) throws -> Value {
    guard values.indices.contains(column) else {
      throw StoreError(.unknownName, "the row has no column \(column)")
    }
    if let value = Value(computed: values[column]) { return value }
    throw mismatch(column, "\(type)")
  }

  /// Returns the value of a column as the given type; nil if the value is nil.
  ///
  /// - Throws: `StoreError` (`.inaccessible`) if the value has another type.
  func optional<Value: RowValue>(_ column: Int) throws -> Value? {
    if values[column] == .null { return nil }
    if let value = Value.value(ofColumn: values[column]) { return value }
    throw mismatch(column, "\(Value.self)")
  }

  private func mismatch(_ column: Int, _ type: String) -> StoreError {
    let found = ObjectExpression.constant(values[column]).format.abbreviated
    return StoreError(
      .inaccessible, "column \(column) of a row contains \(found), which is not of type \(type)")
  }
}

extension ResultRow: CustomStringConvertible {
  /// The values of the row as text, such as `("Macon", 3, nil)`.
  public var description: String {
    let texts = values.map { value in
      value.swiftValue.map(ManagedObject.text(of:)) ?? "nil"
    }
    return "(" + texts.joined(separator: ", ") + ")"
  }
}
