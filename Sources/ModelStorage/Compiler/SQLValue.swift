/// A full-text index, and the SQL for the key of the row whose words are
/// searched.
struct FullTextColumn {
  let index: FullTextIndex
  let key: String
}

/// An index of a column's folded text, and the SQL for the key of the row that
/// contains the column.
struct FoldedColumn {
  let index: FoldedIndex
  let key: String

  /// Returns the condition that the row is a candidate, because its folded text
  /// passes a test.
  func candidates(where test: SQLFragment) -> SQLFragment { index.candidates(key, where: test) }
}

/// A value in SQL, with its type.
package struct SQLValue {
  package var sql: SQLFragment
  package var type: SQLType
  /// The constant that the value comes from; nil for any other value.
  var source: SQLParameter.Source?
  /// The column of decimals that are stored as sortable text; nil for any other
  /// value.
  var exactColumn: SQLFragment?
  /// The index of the column's folded text; nil if there is none.
  var foldedColumn: FoldedColumn?
  /// The full-text index that represents a value; nil for any other value.
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

  /// True if SQL computes the value, which is neither a column nor a constant.
  var isComputed: Bool { exactColumn == nil && sql.sql.contains("(") }

  /// Returns the constant in another form.
  func bound(_ form: SQLParameter.Form) -> SQLFragment? {
    source.map { .parameter(SQLParameter(source: $0, form: form)) }
  }

  /// The number as an operand of arithmetic, with decimals converted to
  /// numbers.
  var operand: SQLFragment {
    switch type {
    case .number(.decimal), .number(.digits): bound(.real) ?? "CAST(" + sql + " AS REAL)"
    case .number(.tagged): "model_operand(" + sql + ")"
    default: sql
    }
  }

  /// The number of seconds as a Double. SQLite stores a date of whole seconds
  /// as an integer, and the sum of two integers would have more digits than a
  /// date can keep.
  var seconds: SQLFragment {
    switch type {
    case .number(.integer), .number(.mixed), .number(.tagged): "CAST(" + operand + " AS REAL)"
    default: operand
    }
  }

  /// The value that rows are grouped by. A decimal that equals an integer or a
  /// Double is in the same group as that number.
  var groupKey: SQLFragment {
    type == .number(.tagged) ? "model_group(" + sql + ")" : sql
  }

  /// True if the value is or may be a decimal.
  var isDecimal: Bool { type == .number(.decimal) || hasDigits }

  /// The letter, as an SQL string, that tells functions whether the value is a
  /// decimal, may be a decimal, or is another kind of number.
  var kind: String {
    switch type {
    case .number(.digits), .number(.decimal): "'d'"
    case .number(.tagged): "'t'"
    default: "'n'"
    }
  }

  /// True if decimals among the values are recognised only because they are
  /// stored as digits.
  var hasDigits: Bool { type == .number(.digits) || type == .number(.tagged) }
}

/// An object in SQL: its key and, once one of its columns is read, its table.
struct SQLObject {
  var key: SQLFragment
  let entity: CompiledEntity
  /// The table's alias; nil if the table is not joined yet.
  var alias: String?

  var value: SQLValue { SQLValue(key, .object(entity.rootIndex)) }
}

extension SQLObject {
  /// Creates the object in a row of the entity's table.
  init(rowOf entity: CompiledEntity, alias: String) {
    self.init(key: SQLFragment("\(alias).Z_PK"), entity: entity, alias: alias)
  }
}

/// An operand of an expression in SQL: a value, an object, or several of them.
indirect enum SQLOperand {
  case value(SQLValue)
  case object(SQLObject)
  /// A composite value, or a value that a store cannot compare: the object whose table
  /// has the columns, and the path of names so far.
  case composite(SQLObject, path: [String])
  /// Several values of one row.
  case list([SQLOperand])
  /// A constant list, given by the number of the constant.
  case constants(Int)
  case collection(SQLCollection)
}

/// A column that contains a list.
struct ListColumn {
  let name: SQLFragment
  let element: ListElement
}

/// The elements of a collection, as a sub-select that refers to the enclosing
/// row.
struct SQLCollection {
  /// The tables that contain the elements, as in a FROM clause.
  var tables: SQLFragment
  var conditions: [SQLFragment] = []
  /// The operand that represents an element.
  var element: SQLOperand
  /// The order of the elements; nil if the model does not define one.
  var order: String?
  /// The column, if the elements are the complete list in a column; otherwise
  /// nil.
  var list: ListColumn?

  /// Returns a sub-select that reads values from the elements.
  func select(_ list: SQLFragment, _ condition: SQLFragment? = nil) -> SQLFragment {
    let conditions = conditions + (condition.map { [$0] } ?? [])
    let sql = "SELECT " + list + " FROM " + tables
    return conditions.isEmpty ? sql : sql + " WHERE " + conditions.joined(" AND ")
  }

  /// Replaces the elements by the operand that each of them leads to: one
  /// value, or several.
  mutating func append(_ operand: SQLOperand) {
    // The values that elements lead to are no longer the column's list.
    list = nil
    guard case .collection(let inner) = operand else {
      element = operand
      return
    }
    tables = tables + " JOIN " + inner.tables
    conditions += inner.conditions
    element = inner.element
    // The order applied only to the original elements.
    order = nil
  }
}
