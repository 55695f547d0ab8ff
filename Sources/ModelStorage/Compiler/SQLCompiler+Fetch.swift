/// The purpose of a fetch, which determines the columns of its rows.
package enum FetchPurpose {
  /// All columns that objects are created from.
  case objects
  /// The columns of the given properties.
  case partial(PropertySet)
  case count
  /// The columns of the key and the entity number.
  case keys
  /// The key, the entity number, and one named column.
  case column(String)

  /// The bytes that represent the purpose in a query fingerprint.
  var fingerprint: (number: UInt8, text: String) {
    switch self {
    case .objects: (0, "")
    case .count: (1, "")
    case .keys: (2, "")
    case .column(let name): (3, name)
    case .partial(let properties): (4, "\(properties)")
    }
  }
}

extension SQLCompiler {
  package mutating func statement(_ plan: FetchPlan, _ purpose: FetchPurpose) throws -> SQLFragment
  {
    let table = mapping.mapping(of: entity)
    let number = table.starts == nil ? "\(table.number)" : "t0.Z_ENT"
    switch purpose {
    case .objects: return try select(table.selectList, plan, isOrdered: true)
    case .partial(let properties):
      return try select(
        table.selectList(of: properties, in: mapping.model.description), plan, isOrdered: true)
    case .keys: return try select("t0.Z_PK, \(number)", plan, isOrdered: true)
    case .column(let name):
      return try select(
        "t0.Z_PK, \(number), t0.\(StoreNames.quoted(name))", plan, isOrdered: true)
    case .count:
      guard plan.limit != nil || plan.offset > 0 else {
        return try select("count(*)", plan, isOrdered: false)
      }
      // A limit in the outer statement would apply to the single row of count(*).
      return "SELECT count(*) FROM (" + (try select("1", plan, isOrdered: false)) + ")"
    }
  }

  package mutating func select(
    _ list: String, _ plan: FetchPlan, isOrdered: Bool
  ) throws -> SQLFragment {
    try select(SQLFragment(list), plan, isOrdered: isOrdered)
  }

  package mutating func select(
    _ list: SQLFragment, _ plan: FetchPlan, isOrdered: Bool
  ) throws -> SQLFragment {
    if isOrdered, let ranked = try ranked(list, plan) { return ranked }
    let source = try self.source(plan)
    let order = isOrdered ? try self.order(plan.sortKeys) : SQLFragment("")
    // The joins are read last, since the condition and the order add joins.
    return "SELECT " + list + " FROM \(mapping.mapping(of: entity).quotedTable) AS t0"
      + joins.clauses + source + order + window(plan)
  }

  /// Returns the WHERE clause that selects a plan's rows.
  package mutating func source(_ plan: FetchPlan) throws -> SQLFragment {
    var conditions: [SQLFragment] = []
    if let family = familyCondition(plan) { conditions.append(SQLFragment(family)) }
    if let predicate = plan.predicate { conditions.append(try condition(predicate)) }
    if let cursor = plan.cursor { conditions.append(try behind(cursor, plan.sortKeys)) }
    return conditions.isEmpty ? SQLFragment("") : " WHERE " + conditions.joined(" AND ")
  }

  /// Returns the condition that selects a plan's entities in a shared table;
  /// nil if the plan selects all rows.
  private func familyCondition(_ plan: FetchPlan) -> String? {
    guard entity.isHierarchical else { return nil }
    return plan.includesSubentities
      ? "t0." + mapping.familyCondition(entity)
      : "t0.Z_ENT IN (\(mapping.mapping(of: entity).number))"
  }

  private mutating func order(_ keys: [SortKey]) throws -> SQLFragment {
    var terms: [SQLFragment] = []
    for key in keys {
      let value = try foldedOrder(key) ?? sortedValue(key)
      terms.append(key.isAscending ? value : value + " DESC")
    }
    // The index of folded text contains the keys of its table in order.
    let key = "\(joins.indexAlias ?? "t0").Z_PK"
    return " ORDER BY " + (terms + [SQLFragment(key)]).joined(", ")
  }

  /// Returns the value that a sort key orders by. Objects have no order except
  /// that nil comes first.
  mutating func sortedValue(_ key: SortKey) throws -> SQLFragment {
    if let first = key.keyPath.first {
      if first.utf8.first == UInt8(ascii: "@") { throw unknown(first, in: entity) }
    } else if key.expression == nil {
      throw untranslatable("a sort key without a key path")
    }
    let value = try self.value(key.value)
    if value.fullTextColumn != nil {
      throw untranslatable("an order by a full-text index, which has a '.rank' for that,")
    }
    if case .object = value.type { return "CASE WHEN " + value.sql + " IS NOT NULL THEN 1 END" }
    if let column = value.exactColumn { return column }
    if value.type == .number(.tagged) { return value.operand }
    if value.type == .number(.digits) { return "model_exact(" + value.sql + ")" }
    guard value.type == .text, !key.options.isEmpty else { return value.sql }
    return "model_fold(" + value.sql + ", \(key.options.rawValue))"
  }

  /// Returns the folded text of a sort key, read from its index; nil if the
  /// index does not serve the key.
  mutating func foldedOrder(_ key: SortKey) throws -> SQLFragment? {
    guard usesIndexOrder, key.options == FoldedIndex.options, key.expression == nil,
      case .value(let value) = try operand(.keyPath(key.keyPath, of: .evaluatedObject)),
      let column = value.foldedColumn, column.key == "t0.Z_PK"
    else { return nil }
    return joins.alias(of: column.index).map { SQLFragment($0 + ".Z_TEXT") }
  }

  func window(_ plan: FetchPlan) -> SQLFragment {
    guard plan.limit != nil || plan.offset > 0 else { return SQLFragment("") }
    // Both parameters are always present, even if one is not needed, so that
    // one statement serves every window.
    return " LIMIT " + .parameter(SQLParameter(source: .limit)) + " OFFSET "
      + .parameter(SQLParameter(source: .offset))
  }
}
