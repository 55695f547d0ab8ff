internal import ModelSQLite
internal import ModelSchema

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A piece of SQL with the values of its parameters.
struct SQLFragment {
  var sql: String
  var values: [ConstantValue] = []

  init(_ sql: String, _ values: [ConstantValue] = []) {
    self.sql = sql
    self.values = values
  }

  /// A parameter with its value.
  static func parameter(_ value: ConstantValue) -> SQLFragment { SQLFragment("?", [value]) }

  static func + (one: SQLFragment, other: SQLFragment) -> SQLFragment {
    SQLFragment(one.sql + other.sql, one.values + other.values)
  }

  static func + (one: SQLFragment, other: String) -> SQLFragment {
    SQLFragment(one.sql + other, one.values)
  }

  static func + (one: String, other: SQLFragment) -> SQLFragment {
    SQLFragment(one + other.sql, other.values)
  }
}

extension Sequence<SQLFragment> {
  /// The fragments with a text between them.
  func joined(_ separator: String) -> SQLFragment {
    var joined = SQLFragment("")
    for (index, fragment) in enumerated() {
      if index > 0 { joined.sql += separator }
      joined.sql += fragment.sql
      joined.values += fragment.values
    }
    return joined
  }
}

extension Statement {
  /// Binds a constant to the next parameter, in the form in which stores keep
  /// it.
  func bind(_ value: ConstantValue) {
    switch value {
    case .null, .list: bindNull()
    case .boolean(let value): bind(value ? 1 as Int64 : 0)
    case .integer(let value): bind(value)
    case .double(let value): bind(value)
    case .decimal(let value): bind(value.storedText)
    case .string(let value): bind(value)
    case .date(let value): bind(value.timeIntervalSinceReferenceDate)
    case .data(let value): bind(value)
    case .uuid(let value): bind(value)
    case .url(let value): bind(value.absoluteString)
    case .objectID(let value): bind(value.key)
    }
  }
}
