/// A full-text index, and the key of the row that is asked for.
struct FullTextColumn {
  let index: FullTextIndex
  let key: String
}

/// A column with an index of its folded texts, and the key of the row.
struct FoldedColumn {
  let index: FoldedIndex
  let key: String

  /// The row is one of those that can pass a test of the column's folded text.
  func candidates(where test: SQLFragment) -> SQLFragment { index.candidates(key, where: test) }
}

/// A value in SQL with its type.
package struct SQLValue {
  package var sql: SQLFragment
  package var type: SQLType
  /// The constant that it comes from, where it is one.
  var source: SQLParameter.Source?
  /// The column itself, of decimals that are kept as text that sorts.
  var exactColumn: SQLFragment?
  /// The index of the folded texts of the column, where it is one of a row.
  var foldedColumn: FoldedColumn?
  /// The full-text index that stands here instead of a value.
  var fullTextColumn: FullTextColumn?

  init(_ sql: SQLFragment, _ type: SQLType, source: SQLParameter.Source? = nil) {
    self.sql = sql
    self.type = type
    self.source = source
  }

  init(_ sql: String, _ type: SQLType) {
    self.init(SQLFragment(sql), type)
  }

  static let null = SQLValue("NULL", .null)

  var isConstant: Bool { source != nil || type == .null }

  /// The constant in another form.
  func bound(_ form: SQLParameter.Form) -> SQLFragment? {
    source.map { .parameter(SQLParameter(source: $0, form: form)) }
  }

  /// The number as arithmetic takes it: decimals are numbers like others.
  var operand: SQLFragment {
    switch type {
    case .number(.decimal), .number(.digits): bound(.real) ?? "CAST(" + sql + " AS REAL)"
    case .number(.tagged): "model_operand(" + sql + ")"
    default: sql
    }
  }

  /// The number as dates take it, a Double: SQLite keeps a date of whole seconds as an integer,
  /// and the sum of two integers would have more digits than a date has.
  var seconds: SQLFragment {
    switch type {
    case .number(.integer), .number(.mixed), .number(.tagged): "CAST(" + operand + " AS REAL)"
    default: operand
    }
  }

  /// The value as rows are grouped by it: a decimal that is also a whole number, or a Double, is
  /// the same group as that one.
  var groupKey: SQLFragment {
    type == .number(.tagged) ? "model_group(" + sql + ")" : sql
  }

  /// A Boolean value that says whether it is, or may be, a decimal.
  var isDecimal: Bool { type == .number(.decimal) || hasDigits }

  /// The letter by which functions tell decimals, what may be one, and other
  /// numbers apart, as an SQL text.
  var kind: String {
    switch type {
    case .number(.digits), .number(.decimal): "'d'"
    case .number(.tagged): "'t'"
    default: "'n'"
    }
  }

  /// A Boolean value that says whether a decimal in it is one by its digits
  /// alone.
  var hasDigits: Bool { type == .number(.digits) || type == .number(.tagged) }
}

/// An object in SQL: its key, and its table once something of it is read.
struct SQLObject {
  var key: SQLFragment
  let entity: CompiledEntity
  /// The table's alias, where the row is at hand already.
  var alias: String?

  var value: SQLValue { SQLValue(key, .object(entity.rootIndex)) }
}

/// An expression in SQL.
indirect enum SQLOperand {
  case value(SQLValue)
  case object(SQLObject)
  /// A composite value, or one that a store cannot compare: the table of its
  /// columns and the names so far.
  case composite(SQLObject, path: [String])
  /// Several values of one row.
  case list([SQLOperand])
  /// A constant list, by the number of the constant.
  case constants(Int)
  case collection(SQLCollection)
}

/// A column that holds a list.
struct ListColumn {
  let name: SQLFragment
  let element: ListElement
}

/// The elements of a collection, as a sub-select that refers to the row around
/// it.
struct SQLCollection {
  /// The tables, as FROM has them.
  var tables: SQLFragment
  var conditions: [SQLFragment]
  /// An element.
  var element: SQLOperand
  /// The order of the elements, where the model defines one.
  var order: String?
  /// The column, where all elements are those of a list in it.
  var list: ListColumn?

  /// The sub-select of something of the elements.
  func select(_ list: SQLFragment, _ condition: SQLFragment? = nil) -> SQLFragment {
    let conditions = conditions + (condition.map { [$0] } ?? [])
    let sql = "SELECT " + list + " FROM " + tables
    return conditions.isEmpty ? sql : sql + " WHERE " + conditions.joined(" AND ")
  }

  /// Goes on to what an element leads to: one value, or each of several.
  mutating func append(_ operand: SQLOperand) {
    // What an element leads to is no longer the column's list.
    list = nil
    guard case .collection(let inner) = operand else {
      element = operand
      return
    }
    tables = tables + " JOIN " + inner.tables
    conditions += inner.conditions
    element = inner.element
    // The order was that of the outer elements alone.
    order = nil
  }
}
