internal import ModelSchema

// The order of a search for words: the index itself gives rows in it, so that the
// first few are found without reading the others.
//
//     SELECT … FROM ZBANK AS t0 JOIN MODEL_WORDS_Bank_search AS w ON w.rowid = t0.Z_PK
//      WHERE w.MODEL_WORDS_Bank_search MATCH model_words(?, …) ORDER BY w.rank LIMIT ?

extension SQLCompiler {
  /// The alias of the index that ranks.
  private static let alias = "w"

  /// A key of an order by rank, with its place; nil where there is none.
  private func rankKey(_ plan: FetchPlan) -> (place: Int, index: FullTextIndex)? {
    for (place, key) in plan.sortKeys.enumerated() {
      guard key.keyPath.count == 2, key.keyPath[1] == FullTextIndexDescription.rank,
        entity.property(named: key.keyPath[0]) == nil,
        let index = mapping.fullTextIndex(key.keyPath[0], of: entity)
      else { continue }
      return (place, index)
    }
    return nil
  }

  /// A statement in the order of a search for words; nil for a plan that is not
  /// sorted so.
  ///
  /// - Throws: `StoreError` where nothing is searched for in the index, so that
  ///   there is nothing to rank by.
  mutating func ranked(_ list: SQLFragment, _ plan: FetchPlan) throws -> SQLFragment? {
    guard let (place, index) = rankKey(plan) else { return nil }
    var plan = plan
    guard let query = try takeQuery(of: index, from: &plan.predicate), plan.cursor == nil else {
      throw untranslatable(
        "an order by '\(index.description.name).rank' without one search of the index, or in pages,"
      )
    }
    let source = try self.source(plan)
    var terms: [SQLFragment] = []
    for (number, key) in plan.sortKeys.enumerated() {
      let value = number == place ? SQLFragment("\(Self.alias).rank") : try sortedValue(key)
      terms.append(key.isAscending ? value : value + " DESC")
    }
    // FTS5 sorts by the rank itself, where nothing else is asked.
    if terms.count > 1 { terms.append(SQLFragment("t0.Z_PK")) }
    let match = "\(Self.alias).\(StoreNames.quoted(index.name)) MATCH " + index.expression(query)
    let tables = """
      \(mapping.mapping(of: entity).quotedTable) AS t0 \
      JOIN \(index.quotedTable) AS \(Self.alias) ON \(Self.alias).rowid = t0.Z_PK
      """
    let condition = source.sql.isEmpty ? " WHERE " + match : source + " AND " + match
    let selection = "SELECT " + list + " FROM " + tables + joins.clauses
    return selection + condition + " ORDER BY " + terms.joined(", ") + window(plan)
  }

  /// Takes the one search of an index out of the conditions that all have to
  /// hold.
  private mutating func takeQuery(
    of index: FullTextIndex, from predicate: inout ObjectPredicate?
  ) throws -> SQLFragment? {
    var parts: [ObjectPredicate]
    switch predicate {
    case .and(let all)?: parts = all
    case let single?: parts = [single]
    case nil: return nil
    }
    let place = parts.firstIndex { part in
      guard case .comparison(let comparison) = part, comparison.operator == .matches,
        comparison.quantifier == .direct,
        case .keyPath(let names, .evaluatedObject) = comparison.left
      else { return false }
      return names == [index.description.name]
    }
    guard let place, case .comparison(let comparison) = parts.remove(at: place) else { return nil }
    predicate = parts.isEmpty ? nil : .and(parts)
    return try value(comparison.right).sql
  }
}
