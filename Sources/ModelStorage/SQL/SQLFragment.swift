/// A piece of SQL with its parameters.
package struct SQLFragment {
  package var sql: String
  package var parameters: [SQLParameter] = []

  package init(_ sql: String, _ parameters: [SQLParameter] = []) {
    self.sql = sql
    self.parameters = parameters
  }

  /// A parameter.
  package static func parameter(_ parameter: SQLParameter) -> SQLFragment {
    SQLFragment("?", [parameter])
  }

  package static func + (one: SQLFragment, other: SQLFragment) -> SQLFragment {
    SQLFragment(one.sql + other.sql, one.parameters + other.parameters)
  }

  package static func + (one: SQLFragment, other: String) -> SQLFragment {
    SQLFragment(one.sql + other, one.parameters)
  }

  package static func + (one: String, other: SQLFragment) -> SQLFragment {
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

// SQLite's parser keeps what stands before an open parenthesis, 100 parts at most: a condition
// that is nested deeply is read where the parentheses come first.

extension SQLFragment {
  /// The greatest number of parentheses one inside the other.
  fileprivate var depth: Int {
    var (depth, greatest) = (0, 0)
    for byte in sql.utf8 {
      if byte == UInt8(ascii: "(") { depth += 1 }
      if byte == UInt8(ascii: ")") { depth -= 1 }
      greatest = max(greatest, depth)
    }
    return greatest
  }

  /// A Boolean value that says whether its first parenthesis ends at its end.
  var isInParentheses: Bool {
    guard sql.utf8.first == UInt8(ascii: "("), sql.utf8.last == UInt8(ascii: ")"),
      !sql.utf8.contains(UInt8(ascii: "'")), !sql.utf8.contains(UInt8(ascii: "\""))
    else { return false }
    var depth = 0
    for byte in sql.utf8.dropLast() {
      if byte == UInt8(ascii: "(") { depth += 1 }
      if byte == UInt8(ascii: ")") { depth -= 1 }
      if depth == 0 { return false }
    }
    return true
  }
}

extension [SQLFragment] {
  /// The fragments, the one that is nested most deeply first where one is nested
  /// deeply at all.
  var deepestFirst: [SQLFragment] {
    let depths = map(\.depth)
    guard depths.contains(where: { $0 > 8 }) else { return self }
    return zip(self, depths).sorted { $0.1 > $1.1 }.map(\.0)
  }
}
