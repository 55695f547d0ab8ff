/// Describes how a column of a computed row is read.
package struct RowColumnType {
  package let type: SQLType
  /// The attribute's type in the model; nil if the column is not an attribute.
  let attribute: AttributeType?
  /// The kind of the elements; nil if the column is not a list.
  var list: ListElement?

  /// True if all values are decimals.
  package var isDecimal: Bool {
    switch type {
    case .number(.decimal), .number(.digits): true
    default: false
    }
  }

  package func value(_ row: Row, _ column: Int32, _ store: PersistentStore) -> ConstantValue {
    if row.isNull(column) { return .null }
    if let list {
      let values = list.constants(row.string(column)) ?? []
      guard case .list(.url)? = attribute else { return .list(values) }
      return .list(values.map { $0.asURL })
    }
    switch (type, attribute) {
    case (.number, .boolean): return .boolean(row.int64(column) != 0)
    case (.number(.decimal), _), (.number(.digits), _): return .decimal(row.decimal(column))
    case (.number(.tagged), _) where row.isText(column):
      return Decimal(exactly: row.string(column)).map(ConstantValue.decimal) ?? .null
    case (.number(.integer), _): return .integer(row.int64(column))
    case (.number, .float), (.number, .double), (.number(.real), _):
      return .double(row.double(column))
    case (.number, _): return row.number(column)
    case (.text, .url):
      let text = row.string(column)
      return URL(string: text).map(ConstantValue.url) ?? .string(text)
    case (.text, _): return .string(row.string(column))
    case (.date, _):
      return .date(Date(timeIntervalSinceReferenceDate: row.double(column)))
    case (.data, _): return .data(row.data(column))
    case (.uuid, _): return .uuid(row.uuid(column))
    case (.object(let root), _) where root >= 0:
      return .objectID(ObjectID(entity: store.references[root], key: row.int64(column)))
    default: return .null
    }
  }
}

extension SQLCompiler {
  /// Compiles the statement of computed rows, and returns how its columns are read.
  package mutating func rows(_ rows: RowPlan) throws -> (SQLFragment, [RowColumnType]) {
    // Groups are compiled first: their values are computed for each row, whereas the functions
    // below apply to all rows of a group.
    let groups = try rows.groups.map { try value($0).groupKey }
    let groupOrder = try rows.groups.map { try placing($0) }
    aggregatesRows = rows.isGrouped
    var columns: [SQLFragment] = []
    var types: [RowColumnType] = []
    for column in rows.columns {
      let (sql, type) = try self.column(column.expression)
      columns.append(sql)
      types.append(type)
    }
    rowNames = rows.named
    let having = try rows.having.map { try condition($0) }
    let places = zip(columns, types).enumerated().map { number, column in
      // Decimals among other numbers are text, which SQLite sorts after all numbers.
      switch column.1.type {
      case .number(.tagged): SQLValue(column.0, column.1.type).operand
      case .number(.digits): "model_exact(" + column.0 + ")"
      default: SQLFragment("\(number + 1)")
      }
    }
    let order = try rowOrder(rows, groupOrder, places)
    // The condition applies to objects, not to groups.
    (aggregatesRows, rowNames) = (false, [:])
    let source = try source(rows.fetch)
    let from =
      " FROM \(mapping.mapping(of: entity).quotedTable) AS t0" + joins.clauses + source
    if let having, groups.isEmpty {
      return (Self.oneRow(columns, from, having) + window(rows.fetch), types)
    }
    // Decimals stored as text differ from equal numbers, so distinct rows are found by grouping by
    // equal keys.
    let isMixed =
      rows.isDistinct && !rows.isGrouped && types.contains { $0.type == .number(.tagged) }
    let keys = isMixed ? zip(columns, types).map { SQLValue($0, $1.type).groupKey } : groups
    let isDistinct = rows.isDistinct && !isMixed
    var sql = (isDistinct ? "SELECT DISTINCT " : "SELECT ") + columns.joined(", ") + from
    if !keys.isEmpty { sql = sql + " GROUP BY " + keys.joined(", ") }
    if let having { sql = sql + " HAVING " + having }
    return (sql + order + window(rows.fetch), types)
  }

  /// Returns the statement of a single row for all objects, if a condition holds for it. There is a
  /// row even if there are no objects. `GROUP BY` would return none in that case, and the SQLite of
  /// some systems does not support `HAVING` without it.
  ///
  ///     SELECT c0, c1 FROM (SELECT sum(t0.ZAGE) AS c0, ... AS c1, ... AS holds FROM ...)
  ///     WHERE holds
  private static func oneRow(
    _ columns: [SQLFragment], _ from: SQLFragment, _ having: SQLFragment
  ) -> SQLFragment {
    let named = columns.enumerated().map { $1 + " AS c\($0)" } + [having + " AS holds"]
    let names = columns.indices.map { SQLFragment("c\($0)") }
    return "SELECT " + names.joined(", ") + " FROM (SELECT " + named.joined(", ") + from
      + ") WHERE holds"
  }

  /// Returns the SQL of a column's value, and the type as which the column is
  /// read.
  private mutating func column(
    _ expression: ObjectExpression
  ) throws -> (SQLFragment, RowColumnType) {
    let operand = try operand(expression)
    let attribute = attribute(of: expression)
    if case .collection(let collection) = operand, let list = collection.list {
      return (
        list.name, RowColumnType(type: .text, attribute: attribute, list: list.element)
      )
    }
    let value = try scalar(operand)
    return (value.sql, RowColumnType(type: value.type, attribute: attribute))
  }

  /// Compiles the value that groups are sorted by: the number of a decimal, the key of
  /// an object.
  private mutating func placing(_ group: ObjectExpression) throws -> SQLFragment {
    let value = try value(group)
    if case .object = value.type { return value.sql }
    return try sortedValue(SortKey(group))
  }

  private mutating func rowOrder(
    _ rows: RowPlan, _ groups: [SQLFragment], _ columns: [SQLFragment]
  ) throws -> SQLFragment {
    var terms: [SQLFragment] = []
    for key in rows.fetch.sortKeys {
      let value = try sortedValue(key)
      terms.append(key.isAscending ? value : value + " DESC")
    }
    if rows.isDistinct {
      terms += columns
    } else if rows.isGrouped {
      terms += groups
    } else {
      terms.append(SQLFragment("t0.Z_PK"))
    }
    return terms.isEmpty ? SQLFragment("") : " ORDER BY " + terms.joined(", ")
  }

  /// Returns the type of the attribute that an expression reads; nil if the
  /// expression reads no attribute.
  private func attribute(of expression: ObjectExpression) -> AttributeType? {
    switch expression {
    case .function("min:", let arguments), .function("max:", let arguments):
      // A function of several arguments may return any of them.
      return arguments.count == 1 ? attribute(of: arguments[0]) : nil
    case .keyPath(let names, .evaluatedObject):
      var entity = entity
      for (index, name) in names.enumerated() {
        let rest = names[index...].joined(separator: ".")
        if let column = mapping.mapping(of: entity).column(rest) { return column.type }
        guard let relationship = entity.relationship(named: name) else { return nil }
        entity = mapping.model.entities[relationship.destinationIndex]
      }
      return nil
    case .constant, .evaluatedObject, .variable, .keyPath, .element, .function, .aggregate, .set,
      .subquery, .conditional, .cast:
      return nil
    }
  }

  /// Returns a function of all objects of a group; nil for a function of the elements of each
  /// object.
  mutating func rowAggregate(
    _ function: CollectionFunction, _ arguments: [ObjectExpression]
  ) throws -> SQLValue? {
    guard aggregatesRows, arguments.count == 1 else { return nil }
    let distinct = arguments[0].distinctOperand
    let operand = try operand(distinct ?? arguments[0])
    if case .collection = operand { return nil }
    var value = try scalar(operand)
    if distinct != nil, value.type != .null {
      if function == .deviation { value = SQLValue(value.operand, .number(.real)) }
      value.sql = "DISTINCT " + value.groupKey
      value.exactColumn = value.exactColumn.map { "DISTINCT " + $0 }
    }
    if function == .count { return SQLValue("count(" + value.sql + ")", .number(.integer)) }
    if value.type == .null {
      // A function of nil also has a single result for the group.
      return function == .sum
        ? SQLValue("count(NULL)", .number(.integer)) : SQLValue("max(NULL)", .null)
    }
    return try Self.value(of: function, value, self)
  }
}

extension ConstantValue {
  /// The text as a URL if it is a valid URL; otherwise the value unchanged.
  fileprivate var asURL: ConstantValue {
    if case .string(let text) = self, let url = URL(string: text) { .url(url) } else { self }
  }
}

extension Row {
  /// Returns the number as SQLite stores it.
  fileprivate func number(_ column: Int32) -> ConstantValue {
    isInteger(column) ? .integer(int64(column)) : .double(double(column))
  }
}
