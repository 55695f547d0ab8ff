internal import ModelSchema

/// What a fetch asks of a store, without the class.
struct FetchPlan: Hashable {
  var predicate: ObjectPredicate?
  var sortKeys: [SortKey] = []
  var limit: Int?
  var offset = 0
  var includesSubentities = true
  var prefetchedKeyPaths: [[String]] = []
}

extension FetchRequest {
  /// The request without its class.
  var plan: FetchPlan {
    FetchPlan(
      predicate: predicate, sortKeys: sortKeys, limit: limit, offset: offset,
      includesSubentities: includesSubentities, prefetchedKeyPaths: prefetchedKeyPaths)
  }
}

extension SQLCompiler {
  /// Selects objects, in order.
  mutating func select(_ plan: FetchPlan) throws -> SQLFragment {
    try select(mapping.mapping(of: entity).selectList, plan, isOrdered: true)
  }

  /// Counts objects.
  mutating func count(_ plan: FetchPlan) throws -> SQLFragment {
    guard plan.limit != nil || plan.offset > 0 else {
      return try select("count(*)", plan, isOrdered: false)
    }
    return "SELECT count(*) FROM (" + (try select("1", plan, isOrdered: false)) + ")"
  }

  mutating func select(
    _ list: String, _ plan: FetchPlan, isOrdered: Bool
  ) throws -> SQLFragment {
    var conditions: [SQLFragment] = []
    if let family = familyCondition(plan) { conditions.append(SQLFragment(family)) }
    if let predicate = plan.predicate { conditions.append(try condition(predicate)) }
    let order = isOrdered ? try self.order(plan.sortKeys) : SQLFragment("")
    var sql = SQLFragment(
      "SELECT \(list) FROM \(mapping.mapping(of: entity).quotedTable) AS t0\(joins.clauses)")
    if !conditions.isEmpty { sql = sql + " WHERE " + conditions.joined(" AND ") }
    return sql + order + window(plan)
  }

  /// Which rows of a shared table are meant; nil for all.
  private func familyCondition(_ plan: FetchPlan) -> String? {
    guard entity.isHierarchical else { return nil }
    let family = plan.includesSubentities ? entity.family : [entity.index]
    let numbers = family.map { String(mapping.entities[$0].number) }
    return "t0.Z_ENT IN (\(numbers.joined(separator: ", ")))"
  }

  private mutating func order(_ keys: [SortKey]) throws -> SQLFragment {
    var terms: [SQLFragment] = []
    for key in keys {
      guard !key.keyPath.isEmpty else { throw untranslatable("a sort key without a key path") }
      var term = try path(key.keyPath, from: .evaluatedObject)
      if !key.options.isEmpty { term = "model_fold(" + term + ", \(key.options.rawValue))" }
      terms.append(key.isAscending ? term : term + " DESC")
    }
    return " ORDER BY " + (terms + [SQLFragment("t0.Z_PK")]).joined(", ")
  }

  private func window(_ plan: FetchPlan) -> SQLFragment {
    guard plan.limit != nil || plan.offset > 0 else { return SQLFragment("") }
    let limit = plan.limit.map { Int64(max($0, 0)) } ?? -1
    return " LIMIT " + .parameter(.integer(limit)) + " OFFSET "
      + .parameter(.integer(Int64(max(plan.offset, 0))))
  }
}
