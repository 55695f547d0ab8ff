// The order of a search for words. The index itself returns rows in this order, so that
// the first few are found without reading the others.
//
//     SELECT … FROM ZBANK AS t0 JOIN MODEL_WORDS_Bank_search AS w ON w.rowid = t0.Z_PK
//      WHERE … AND w.MODEL_WORDS_Bank_search MATCH model_words(?, …) ORDER BY w.rank LIMIT ?
//
// Changed rows that the index does not contain in their current form follow:
//
//     SELECT … FROM ZBANK AS t0 JOIN (SELECT rowid AS Z_PK, rank AS Z_RANK … UNION ALL …) AS w
//       ON w.Z_PK = t0.Z_PK WHERE … ORDER BY w.Z_RANK LIMIT ?

extension SQLCompiler {
  /// The alias of the index that ranks the rows.
  private static let alias = "w"

  /// Returns the statement of a plan that is sorted by the rank of a search for words;
  /// nil for other plans.
  ///
  /// - Throws: `StoreError` if the condition does not search the index that the plan is sorted by.
  mutating func ranked(_ list: SQLFragment, _ plan: FetchPlan) throws -> SQLFragment? {
    guard let place = plan.sortKeys.firstIndex(where: entity.isRank),
      let index = mapping.fullTextIndex(plan.sortKeys[place].keyPath[0], of: entity)
    else { return nil }
    var plan = plan
    let name = index.description.name
    guard let search = plan.predicate?.search(of: name), plan.cursor == nil else {
      throw untranslatable(
        "an order by '\(name).rank' without one search of the index, or in pages,")
    }
    _ = try fullText(name, of: subject)
    plan.predicate = search.rest
    let query = try value(search.words).sql
    let source = try self.source(plan)
    var terms: [SQLFragment] = []
    for (number, key) in plan.sortKeys.enumerated() {
      let value =
        number == place
        ? SQLFragment(Self.alias + (usesIndexOrder ? ".rank" : ".Z_RANK")) : try sortedValue(key)
      terms.append(key.isAscending ? value : value + " DESC")
    }
    // FTS5 itself sorts by the rank, as long as the rank is the only sort term.
    if !usesIndexOrder || terms.count > 1 { terms.append(SQLFragment("t0.Z_PK")) }
    let selection =
      "SELECT " + list + " FROM \(mapping.mapping(of: entity).quotedTable) AS t0 JOIN "
    return selection + rankedRows(index, query) + joins.clauses
      + condition(source, index, query) + " ORDER BY " + terms.joined(", ") + window(plan)
  }

  private func rankedRows(_ index: FullTextIndex, _ query: SQLFragment) -> SQLFragment {
    let alias = Self.alias
    return usesIndexOrder
      ? SQLFragment("\(index.quotedTable) AS \(alias) ON \(alias).rowid = t0.Z_PK")
      : index.ranked(query) + " AS \(alias) ON \(alias).Z_PK = t0.Z_PK"
  }

  private func condition(
    _ source: SQLFragment, _ index: FullTextIndex, _ query: SQLFragment
  ) -> SQLFragment {
    guard usesIndexOrder else { return source }
    let match = "\(Self.alias).\(StoreNames.quoted(index.name)) MATCH " + index.expression(query)
    return source.sql.isEmpty ? " WHERE " + match : source + " AND " + match
  }
}

extension ObjectPredicate {
  /// Returns the only search of an index among the conditions that must all hold, and the remaining
  /// conditions; nil if there is no such search.
  package func search(of index: String) -> (words: ObjectExpression, rest: ObjectPredicate?)? {
    var parts = [self]
    if case .and(let all) = self { parts = all }
    let place = parts.firstIndex { part in
      guard case .comparison(let comparison) = part, comparison.operator == .matches,
        comparison.quantifier == .direct,
        case .keyPath(let names, .evaluatedObject) = comparison.left
      else { return false }
      return names == [index]
    }
    guard let place, case .comparison(let comparison) = parts.remove(at: place) else { return nil }
    return (comparison.right, parts.isEmpty ? nil : .and(parts))
  }
}
