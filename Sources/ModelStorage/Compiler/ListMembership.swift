/// Tests whether a value is one of several constants.
struct ListMembership {
  let value: SQLValue
  let elements: [SQLValue]
  let comparator: Comparator

  /// The maximum number of elements that are passed one by one. A longer list
  /// is a single parameter, because SQLite limits the number of parameters.
  private static let greatestParameterList = 500

  /// Returns the SQL condition of the test, which computes the value once.
  func condition() -> SQLFragment {
    let hasNil = elements.contains { $0.type == .null }
    if value.type == .null { return SQLFragment(hasNil ? "1" : "0") }
    let comparable = elements.filter { $0.type.isComparable(to: value.type) }
    var tests = comparable.isEmpty ? [] : self.tests(comparable)
    // SQL's IN never finds NULL, but is NULL for it.
    if hasNil, value.isComputed, let test = tests.first { return "((" + test + ") IS NOT 0)" }
    if hasNil { tests.insert(value.sql + " IS NULL", at: 0) }
    return tests.isEmpty ? SQLFragment("0") : tests.combined(" OR ")
  }

  private func tests(_ elements: [SQLValue]) -> [SQLFragment] {
    guard value.hasDigits || elements.contains(where: \.hasDigits) else {
      return [listed(elements)]
    }
    let exact = value.exactColumn == nil ? [] : elements.compactMap(comparator.exact)
    // Of elements of a column's form, SQLite finds an index.
    let found = value.exactColumn.map { [$0 + " IN (" + exact.joined(", ") + ")"] } ?? []
    let others = exact.isEmpty ? elements : elements.filter { comparator.exact($0) == nil }
    if others.isEmpty { return found }
    let list = SQLParameter(source: .list(others.compactMap(\.source)), form: .list)
    let test = "model_in(\(value.kind), " + value.sql + ", " + .parameter(list) + ")"
    return exact.isEmpty ? [test] : found + [test]
  }

  private func listed(_ elements: [SQLValue]) -> SQLFragment {
    let options = value.type == .text ? comparator.comparison.options : []
    let test = listed(elements, value.sql, options)
    guard let column = value.foldedColumn, elements.allSatisfy(comparator.servesFolded) else {
      return test
    }
    let candidates = column.candidates(
      where: listed(elements, SQLFragment("Z_TEXT"), FoldedIndex.options, isFolded: true))
    return "(" + candidates + " AND " + test + ")"
  }

  /// Returns the condition that a string is in a list, with the string and the
  /// elements folded alike. The condition folds the string unless `isFolded` is
  /// true.
  private func listed(
    _ elements: [SQLValue], _ text: SQLFragment, _ options: StringOptions, isFolded: Bool = false
  ) -> SQLFragment {
    let fold = { (sql: SQLFragment) in
      options.isEmpty ? sql : "model_fold(" + sql + ", \(options.rawValue))"
    }
    let value = isFolded ? text : fold(text)
    let sources = elements.compactMap(\.source)
    guard elements.count > Self.greatestParameterList, sources.count == elements.count else {
      let list = elements.map { (options.isEmpty ? nil : $0.bound(.folded(options))) ?? $0.sql }
      return value + " IN (" + list.joined(", ") + ")"
    }
    // The list holds only comparable constants: an object of another hierarchy
    // would be reduced to its key, which may be the key of a different object
    // here.
    let json = SQLFragment.parameter(
      SQLParameter(source: .list(sources), form: .json(self.value.type)))
    return value + " IN (SELECT " + fold(SQLFragment("model_element(value)"))
      + " FROM json_each(" + json + "))"
  }
}
