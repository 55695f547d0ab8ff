// Lists in attributes, which are stored as JSON arrays in columns.

extension SQLCompiler {
  /// Returns the elements of a list; nil if the elements are not comparable.
  mutating func list(_ column: ColumnMapping, of object: SQLObject) -> SQLCollection? {
    guard case .list(let type)? = column.type, column.kind == .text,
      let element = ListElement(type)
    else { return nil }
    let name = "\(joins.alias(of: object)).\(StoreNames.quoted(column.name))"
    let alias = joins.newAlias()
    return SQLCollection(
      tables: SQLFragment("json_each(model_list('\(element.rawValue)', \(name))) AS \(alias)"),
      element: .value(SQLValue("model_element(\(alias).value)", element.type)),
      order: "\(alias).key", list: ListColumn(name: SQLFragment(name), element: element))
  }
}
