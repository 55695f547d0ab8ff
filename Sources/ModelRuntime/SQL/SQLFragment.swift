internal import ModelSchema

/// A piece of SQL with its parameters.
struct SQLFragment {
  var sql: String
  var parameters: [SQLParameter] = []

  init(_ sql: String, _ parameters: [SQLParameter] = []) {
    self.sql = sql
    self.parameters = parameters
  }

  /// A parameter.
  static func parameter(_ parameter: SQLParameter) -> SQLFragment {
    SQLFragment("?", [parameter])
  }

  static func + (one: SQLFragment, other: SQLFragment) -> SQLFragment {
    SQLFragment(one.sql + other.sql, one.parameters + other.parameters)
  }

  static func + (one: SQLFragment, other: String) -> SQLFragment {
    SQLFragment(one.sql + other, one.parameters)
  }

  static func + (one: String, other: SQLFragment) -> SQLFragment {
    SQLFragment(one + other.sql, other.parameters)
  }
}

extension Sequence<SQLFragment> {
  /// The fragments with a text between them.
  func joined(_ separator: String) -> SQLFragment {
    var joined = SQLFragment("")
    for (index, fragment) in enumerated() {
      if index > 0 { joined.sql += separator }
      joined.sql += fragment.sql
      joined.parameters += fragment.parameters
    }
    return joined
  }
}

extension [SQLFragment] {
  /// The fragments with AND or OR between them, in parentheses.
  ///
  /// Long chains are balanced, since SQLite limits how deep expressions nest.
  func combined(_ separator: String) -> SQLFragment {
    self[...].combined(separator)
  }
}

extension ArraySlice<SQLFragment> {
  fileprivate func combined(_ separator: String) -> SQLFragment {
    guard count > 32 else { return "(" + joined(separator) + ")" }
    let middle = startIndex + count / 2
    return "(" + self[..<middle].combined(separator) + separator
      + self[middle...].combined(separator) + ")"
  }
}
