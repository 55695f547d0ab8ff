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
  public var groups: [ObjectExpression] = []
  /// The condition that a group has to satisfy; names of columns stand for
  /// their values.
  public var having: ObjectPredicate?
  /// A Boolean value that says whether equal rows come once; these are ordered by columns
  /// alone.
  public var isDistinct = false
  /// Arguments of functions in the columns that are many values of one object: the greatest
  /// `tags.rank` is a value of the object, and that of `rank` one of the group.
  private var collections: Set<ObjectExpression> = []
  /// A Boolean value that says whether a column is of all objects of a group.
  private var hasRowAggregate = false

  /// A request for columns of objects.
  public init(_ request: FetchRequest<Object>, columns: [FetchTemplate.Selection]) {
    self.request = request
    self.columns = columns
  }

  /// The key paths among the values that divide groups; as groups, they are all.
  public var groupKeyPaths: [[String]] {
    get {
      groups.compactMap { group in
        if case .keyPath(let names, .evaluatedObject) = group { names } else { nil }
      }
    }
    set { groups = newValue.map { .keyPath($0, of: .evaluatedObject) } }
  }

  /// A Boolean value that says whether rows are of groups, where the request is resolved.
  var isGrouped: Bool { !groups.isEmpty || hasRowAggregate }

  /// The request that knows what its functions are of, as a model says.
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

  /// Refuses columns that may differ within a group.
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
        "rows are grouped by a value of each object, and a sum or its kind is one of each group")
    }
    for column in columns {
      guard let path = column.expression.pathsOutside(of: groups, besides: collections).first
      else { continue }
      let name = path.joined(separator: ".")
      throw StoreError(
        .untranslatable,
        "'\(name)' differs within a group: group by it, or fetch a function such as 'max:(\(name))'",
        propertyNames: [name])
    }
  }

  /// Refuses to order rows that come once by what is none of their columns: of the objects that
  /// make one row each has a value of its own.
  private func checkOrder() throws {
    let names = plan.named.keys.map { ObjectExpression.keyPath([$0], of: .evaluatedObject) }
    let known = columns.map(\.expression) + names
    guard isDistinct,
      let key = request.sortKeys.first(where: { !known.contains($0.value) })
    else { return }
    throw StoreError(
      .untranslatable,
      """
      rows that come once are ordered by their columns, and '\(key.value.format)' is none: fetch it \
      too, or group the rows and order them by a function such as 'max:(\(key.value.format))'
      """)
  }

  /// The request without its class.
  var plan: RowPlan {
    RowPlan(
      fetch: request.plan, columns: columns, groups: groups, having: having,
      isDistinct: isDistinct, isGrouped: isGrouped)
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
    throw mismatch(column, "\(type)")
  }

  /// A value as a type, or nil.
  func optional<Value: RowValue>(_ column: Int) throws -> Value? {
    if values[column] == .null { return nil }
    if let value = Value.value(ofColumn: values[column]) { return value }
    throw mismatch(column, "\(Value.self)")
  }

  private func mismatch(_ column: Int, _ type: String) -> StoreError {
    let found = ObjectExpression.constant(values[column]).format.abbreviated
    return StoreError(
      .inaccessible, "column \(column) of a row holds \(found), which no \(type) is")
  }
}

extension ResultRow: CustomStringConvertible {
  /// The values, such as `("Macon", 3, nil)`.
  public var description: String {
    let texts = values.map { value in
      value.swiftValue.map(ManagedObject.text(of:)) ?? "nil"
    }
    return "(" + texts.joined(separator: ", ") + ")"
  }
}
