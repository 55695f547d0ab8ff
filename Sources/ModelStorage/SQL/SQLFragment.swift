/// A piece of SQL with its parameters.
package struct SQLFragment {
  package var sql: String
  package var parameters: [SQLParameter] = []

  package init(_ sql: String, _ parameters: [SQLParameter] = []) {
    self.sql = sql
    self.parameters = parameters
  }

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
  /// Returns the fragments joined by AND or OR, in parentheses.
  ///
  /// Long chains are balanced, since SQLite limits the depth of expressions.
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

// SQLite's parser keeps up to 100 parts before an open parenthesis. A deeply
// nested condition can be parsed if its parentheses come first.

extension SQLFragment {
  /// The maximum depth of nested parentheses.
  fileprivate var depth: Int {
    var (depth, greatest) = (0, 0)
    for byte in sql.utf8 {
      if byte == UInt8(ascii: "(") { depth += 1 }
      if byte == UInt8(ascii: ")") { depth -= 1 }
      greatest = max(greatest, depth)
    }
    return greatest
  }

  /// True if the first parenthesis is closed at the end of the fragment.
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
  /// The fragments in descending order of depth, if any of them is deeply
  /// nested; otherwise in their original order.
  var deepestFirst: [SQLFragment] {
    let depths = map(\.depth)
    guard depths.contains(where: { $0 > 8 }) else { return self }
    return zip(self, depths).sorted { $0.1 > $1.1 }.map(\.0)
  }
}
