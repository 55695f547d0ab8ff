extension IncrementalSource {
  func rows<Object: ManagedObject>(
    _ request: RowRequest<Object>, _ entity: CompiledEntity
  ) throws -> [ResultRow]? {
    let plan = request.request.plan
    let rows = StoreRows(
      fetch: fetch(plan, entity).0, columns: request.columns, groups: request.groups,
      having: request.having,
      isDistinct: request.isDistinct, isGrouped: request.isGrouped)
    return try incremental.rows(rows)?.map { values in
      ResultRow(
        values: try zip(request.columns, values).map { try Self.value($1, of: $0.expression) })
    }
  }

  private static func value(
    _ value: StoreRowValue, of expression: ObjectExpression
  ) throws -> ConstantValue {
    switch (value, expression) {
    case (.value(let value), _): return value.withoutNegativeZero
    case (.values(let values), .function(let name, _)):
      return try ObjectExpression.function(name, [.constant(.list(values))])
        .value(with: .null).constant.withoutNegativeZero
    case (.values(let values), _): return .list(values)
    }
  }
}
