extension SQLCompiler {
  /// Returns the condition for objects that follow the cursor: greater in one
  /// key, equal in all keys before it.
  mutating func behind(_ cursor: FetchCursor, _ keys: [SortKey]) throws -> SQLFragment {
    // The cursor's values and its key are the last constants.
    let first = constants.count - cursor.values.count - 1
    var alternatives: [SQLFragment] = []
    var equal: [SQLFragment] = []
    for (index, key) in keys.enumerated() {
      let value = try foldedOrder(key) ?? sortedValue(key)
      let place = SQLFragment.parameter(
        SQLParameter(source: .constant(first + index), form: try form(of: first + index, key)))
      let isNil = constants[first + index] == .null
      if let behind = behind(value, place, isNil: isNil, key.isAscending) {
        alternatives.append((equal + [behind]).joined(" AND "))
      }
      equal.append(isNil ? value + " IS NULL" : value + " = " + place)
    }
    let key = SQLFragment.parameter(SQLParameter(source: .constant(constants.count - 1)))
    alternatives.append((equal + ["t0.Z_PK > " + key]).joined(" AND "))
    return alternatives.map { "(" + $0 + ")" }.combined(" OR ")
  }

  /// Returns the form in which a value of a cursor is compared with a sorted
  /// value.
  private mutating func form(
    of number: Int, _ key: SortKey
  ) throws -> SQLParameter.Form {
    let value = try value(key.value)
    if value.exactColumn != nil || value.type == .number(.digits) { return .exact }
    if value.type == .number(.tagged), case .decimal = constants[number] { return .real }
    switch constants[number] {
    case .string, .url: return .folded(key.options)
    // Sorting by an object only separates nil from objects.
    case .objectID: return .exists
    case .decimal(let value): return DecimalForm(value) == .real ? .real : .whole
    default: return .stored
    }
  }

  /// Returns the condition that a value follows a position in the sort order,
  /// in which nil comes before every value.
  private func behind(
    _ value: SQLFragment, _ place: SQLFragment, isNil: Bool, _ isAscending: Bool
  ) -> SQLFragment? {
    switch (isAscending, isNil) {
    case (true, true): value + " IS NOT NULL"
    case (true, false): value + " > " + place
    case (false, true): nil
    case (false, false): "(" + value + " < " + place + " OR " + value + " IS NULL)"
    }
  }
}
