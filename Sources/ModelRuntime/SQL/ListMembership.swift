internal import ModelSchema

/// A Boolean value that says whether a value is one of several constants.
struct ListMembership {
  let value: SQLValue
  let elements: [SQLValue]
  /// All elements as one list.
  let list: SQLParameter.Source
  let comparator: Comparator

  /// Longer lists are one parameter, since SQLite limits their number.
  private static let greatestParameterList = 500

  /// The condition.
  func condition(_ compiler: SQLCompiler) -> SQLFragment {
    var tests: [SQLFragment] = []
    if elements.contains(where: { $0.type == .null }) {
      tests.append(value.type == .null ? SQLFragment("1") : value.sql + " IS NULL")
    }
    let comparable = elements.filter { $0.type.isComparable(to: value.type) }
    let plain = comparable.filter { $0.type != .number(.digits) }
    if value.type == .null || value.hasDigits {
      tests += comparable.map { comparator.equal(value, $0, compiler) }
    } else {
      tests += comparable.filter { $0.type == .number(.digits) }.map {
        comparator.equal(value, $0, compiler)
      }
      if !plain.isEmpty { tests.append(listed(plain)) }
    }
    return tests.isEmpty ? SQLFragment("0") : tests.combined(" OR ")
  }

  private func listed(_ elements: [SQLValue]) -> SQLFragment {
    let isFolded = value.type == .text && !comparator.comparison.options.isEmpty
    let options = comparator.comparison.options
    let fold = { (sql: SQLFragment) in
      isFolded ? "model_fold(" + sql + ", \(options.rawValue))" : sql
    }
    guard elements.count > Self.greatestParameterList else {
      let list = elements.map { (isFolded ? $0.bound(.folded(options)) : nil) ?? $0.sql }
      return fold(value.sql) + " IN (" + list.joined(", ") + ")"
    }
    let json = SQLFragment.parameter(SQLParameter(source: list, form: .json(value.type)))
    return fold(value.sql) + " IN (SELECT " + fold(SQLFragment("model_element(value)"))
      + " FROM json_each(" + json + "))"
  }
}
