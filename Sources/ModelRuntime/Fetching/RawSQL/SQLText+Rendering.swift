/// The SQL of a statement, with the names of a store's tables and columns, and
/// with parameters instead of values.
struct RenderedSQL {
  private(set) var sql = ""
  /// The values of the parameters, in order.
  private(set) var values: [ConstantValue] = []
  private let mapping: StoreMapping

  /// Renders SQL text for the store of a mapping.
  ///
  /// - Throws: `StoreError` (`.unknownName`, `.invalidSQL`) if the text contains a name
  ///   that the store does not have, or an argument that is not a value.
  init(_ text: SQLText, _ mapping: StoreMapping) throws {
    self.mapping = mapping
    for part in text.parts { try add(part) }
  }

  private mutating func add(_ part: SQLText.Part) throws {
    switch part {
    case .text(let text):
      // SQLite stops reading at a zero byte, and would run the part before it.
      guard !text.utf8.contains(0) else {
        throw StoreError(
          .invalidSQL,
          "SQL cannot contain a NUL character; pass a string that contains one as '\\(value)'")
      }
      sql += text
    case .value(.list(let elements)): try add(elements)
    case .value(let value): try add(value)
    case .table(let name): sql += table(try entity(name))
    case .column(let path, let name): try add(path, of: entity(name))
    case .unsuitable(let what):
      throw StoreError(
        .invalidSQL,
        "'\(what.abbreviated)' is no value; names are written '\\(table: ...)' and '\\(column: ...)'"
      )
    }
  }

  private mutating func add(_ value: ConstantValue) throws {
    switch value {
    case .double(let number) where number.isNaN:
      throw StoreError(.invalidSQL, "SQL has no value for NaN; write NULL")
    case .decimal(let number) where number.isNaN:
      throw StoreError(.invalidSQL, "SQL has no value for NaN; write NULL")
    case .decimal(let number)
    where number.exponent >= 0 && DecimalForm(number) == .digits && Int64(number.description) == nil:
      throw StoreError(
        .invalidSQL, "\(number) does not fit into SQL's 64-bit signed integers")
    default: break
    }
    sql += "?"
    values.append(value)
  }

  /// Adds a list of values, in parentheses unless the text before it already
  /// ends with an opening parenthesis.
  private mutating func add(_ elements: [ConstantValue]) throws {
    let isOpen = sql.last { !$0.isWhitespace } == "("
    sql += isOpen ? "" : "("
    for (index, element) in elements.enumerated() {
      if case .list = element {
        throw StoreError(.invalidSQL, "a list of lists is no value")
      }
      if index > 0 { sql += ", " }
      try add(element)
    }
    sql += isOpen ? "" : ")"
  }

  private func entity(_ name: SQLText.EntityName) throws -> CompiledEntity {
    let model = mapping.model
    if let type = name.type, let index = model.entityIndex(ofClass: type) {
      return model.entities[index]
    }
    if let entity = model.entity(named: name.name) { return entity }
    let hint = nearestQuestion(for: name.name, in: model.entities.map(\.name))
    throw StoreError(
      .unknownName, "the model has no entity '\(name.name.abbreviated)'\(hint)")
  }

  /// Returns the SQL for the table of an entity. If other entities share the
  /// table, this is a query for the rows of the entity and its subentities.
  private func table(_ entity: CompiledEntity) -> String {
    let entityMapping = mapping.mapping(of: entity)
    guard entity.index != entity.rootIndex else { return entityMapping.quotedTable }
    return "(SELECT * FROM \(entityMapping.quotedTable) WHERE \(mapping.familyCondition(entity)))"
  }

  /// Adds the column of a property. A column of exact decimals, which contains
  /// text, is converted to numbers.
  private mutating func add(_ path: [String], of entity: CompiledEntity) throws {
    let (keyPath, columns) = (path.joined(separator: "."), mapping.mapping(of: entity).columns)
    let column = columns.first { $0.keyPath == keyPath }
    let name =
      try column.map { StoreNames.quoted($0.name) } ?? unmapped(path, keyPath, columns, of: entity)
    guard column?.isExact == true else {
      sql += name
      return
    }
    let alias = takeAlias()
    sql += "model_digits(\(alias)\(name))"
  }

  /// Removes the alias and the period at the end of the SQL, such as `t.`, and
  /// returns them; an empty string if there are none.
  private mutating func takeAlias() -> String {
    guard sql.last == "." else { return "" }
    var alias = ""
    var isQuoted = false
    while let last = sql.last {
      if last == "\"" { isQuoted.toggle() }
      guard isQuoted || last == "." || last == "_" || last == "\"" || last.isLetter || last.isNumber
      else { break }
      alias = String(last) + alias
      sql.removeLast()
    }
    return alias
  }

  private func unmapped(
    _ path: [String], _ keyPath: String, _ columns: [ColumnMapping], of entity: CompiledEntity
  ) throws -> String {
    if path == ["objectID"] { return "Z_PK" }
    if let property = path.first.flatMap({ entity.property(named: $0) }) {
      let reason =
        entity.relationship(property.number)?.isToMany == true
        ? "leads to many, and has a table" : "is not one column"
      throw StoreError(
        .untranslatable, "'\(entity.name).\(keyPath.abbreviated)' \(reason)",
        propertyNames: [keyPath])
    }
    let hint = nearestQuestion(for: keyPath, in: columns.map(\.keyPath))
    throw StoreError(
      .unknownName,
      "'\(entity.name)' has no property '\(keyPath.abbreviated)'\(hint)",
      propertyNames: [keyPath])
  }
}

extension Statement {
  /// Binds a value to a parameter in the form in which an attribute of its type
  /// is stored. Decimals are bound as numbers, because SQLite would compare
  /// strings with expressions as strings.
  func bindStored(_ value: ConstantValue) {
    guard case .decimal(let decimal) = value else { return bind(value) }
    switch DecimalForm(decimal) {
    case .none: bindNull()
    case .integer: bind(Int64(decimal.description) ?? 0)
    case .real: bind(decimal.nearestDouble)
    case .digits: bind(value)
    }
  }
}
