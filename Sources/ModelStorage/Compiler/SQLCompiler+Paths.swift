// Key paths: to-one relationships become left joins, to-many relationships become
// sub-selects that refer to the surrounding row.

extension SQLCompiler {
  /// Returns the operand at the end of a path of names.
  mutating func follow(
    _ names: ArraySlice<String>, from start: SQLOperand
  ) throws -> SQLOperand {
    var operand = start
    var rest = names
    while let name = rest.popFirst() {
      if name.utf8.first == UInt8(ascii: "@") {
        return try collect(name, rest, of: operand)
      }
      operand = try step(name, from: operand)
    }
    return operand
  }

  /// Returns the operand that one name of a path leads to.
  mutating func step(_ name: String, from operand: SQLOperand) throws -> SQLOperand {
    if name == "self" { return operand }
    switch operand {
    case .value(let value): return .value(try step(name, from: value))
    case .object(let object): return try step(name, from: object)
    case .composite(let object, let path): return try column(path + [name], of: object)
    case .collection(let collection):
      return .collection(try step(name, from: collection))
    case .list, .constants: throw untranslatable("'\(name)' of a list")
    }
  }

  private func step(_ name: String, from value: SQLValue) throws -> SQLValue {
    switch (value.type, name) {
    case (.null, _): return .null
    case (.text, "length"):
      return SQLValue("model_length(" + value.sql + ")", .number(.integer))
    case (.data, "length"): return SQLValue("length(" + value.sql + ")", .number(.integer))
    case (.object, "objectID"): return value
    default: throw untranslatable("'\(name)' of a value")
    }
  }

  private mutating func step(_ name: String, from object: SQLObject) throws -> SQLOperand {
    guard let property = object.entity.property(named: name) else {
      switch name {
      case "objectID": return .value(object.value)
      case "entity": return .value(entityName(of: object))
      default: return .value(try fullText(name, of: object))
      }
    }
    guard let relationship = object.entity.relationship(property.number) else {
      return try column([name], of: object)
    }
    if relationship.isToMany {
      return .collection(try members(relationship, of: object))
    }
    return .object(try destination(relationship, of: object))
  }

  /// Returns the full-text index of an object with the given name.
  mutating func fullText(_ name: String, of object: SQLObject) throws -> SQLValue {
    guard let index = mapping.fullTextIndex(name, of: object.entity) else {
      throw unknown(name, in: object.entity)
    }
    guard store?.searchTables.contains(index.name) == true else {
      throw StoreError(
        .unsupportedFeature,
        "the store has no full-text index '\(object.entity.name).\(name)' yet; it is made when the "
          + "store is opened for writing")
    }
    var value = SQLValue("NULL", .notANumber)
    value.fullTextColumn = FullTextColumn(
      index: index, key: joins.alias(of: object) + ".Z_PK")
    return value
  }

  private mutating func destination(
    _ relationship: CompiledRelationship, of object: SQLObject
  ) throws -> SQLObject {
    guard let column = mapping.mapping(of: object.entity).column(relationship.name) else {
      throw untranslatable(
        "'\(object.entity.name).\(relationship.name)', which is not stored,")
    }
    let alias = joins.alias(of: object)
    return SQLObject(
      key: SQLFragment("\(alias).\(StoreNames.quoted(column.name))"),
      entity: mapping.model.entities[relationship.destinationIndex])
  }

  /// Returns the column of an attribute, or of an element of a composite.
  private mutating func column(
    _ path: [String], of object: SQLObject
  ) throws -> SQLOperand {
    let keyPath = path.joined(separator: ".")
    let table = mapping.mapping(of: object.entity)
    guard let column = table.column(keyPath) else {
      if table.columns.contains(where: { $0.keyPath.hasPrefix(keyPath + ".") }) {
        let alias = joins.alias(of: object)
        return .composite(
          SQLObject(key: object.key, entity: object.entity, alias: alias), path: path)
      }
      guard object.entity.property(named: keyPath) != nil else {
        throw unknown(keyPath, in: object.entity)
      }
      throw untranslatable("'\(object.entity.name).\(keyPath)', which is not stored,")
    }
    if column.isExact {
      let name = SQLFragment("\(joins.alias(of: object)).\(StoreNames.quoted(column.name))")
      var value = SQLValue("model_digits(" + name + ")", .number(.digits))
      value.exactColumn = name
      return .value(value)
    }
    if let list = list(column, of: object) { return .collection(list) }
    let alias = joins.alias(of: object)
    guard let type = column.type, let sqlType = SQLType(type, column.kind) else {
      // If a store cannot compare a value, SQL can only test whether it is nil.
      return .composite(
        SQLObject(key: object.key, entity: object.entity, alias: alias), path: path)
    }
    var value = SQLValue(column.read(alias), sqlType)
    if let index = mapping.foldedIndex(of: column, in: table),
      store?.searchTables.contains(index.name) == true
    {
      value.foldedColumn = FoldedColumn(index: index, key: alias + ".Z_PK")
    }
    return .value(value)
  }

  /// Returns the columns of a composite value, or of a value that a store
  /// cannot compare.
  func columns(of path: [String], in object: SQLObject) -> [String] {
    let keyPath = path.joined(separator: ".")
    return mapping.mapping(of: object.entity).columns(under: keyPath).map {
      "\(object.alias ?? "").\(StoreNames.quoted($0.name))"
    }
  }

  /// Returns the name of an object's entity as SQL; NULL if the object is nil.
  private mutating func entityName(of object: SQLObject) -> SQLValue {
    func literal(_ name: String) -> String { name.quoted(by: "'") }
    guard object.entity.isHierarchical else {
      return SQLValue(
        "CASE WHEN " + object.key + " IS NOT NULL THEN \(literal(object.entity.name)) END", .text)
    }
    let alias = joins.alias(of: object)
    let cases = object.entity.family.map { index in
      "WHEN \(mapping.entities[index].number) THEN \(literal(mapping.entities[index].entity.name))"
    }
    return SQLValue("CASE \(alias).Z_ENT \(cases.joined(separator: " ")) END", .text)
  }
}

extension SQLType {
  /// Creates the type of a column; nil for values that a store cannot compare.
  package init?(_ type: AttributeType, _ kind: ColumnMapping.Kind) {
    switch type {
    case .boolean, .int16, .int32, .int64: self = .number(.integer)
    case .float, .double: self = .number(.real)
    case .decimal:
      if kind == .text { return nil }
      self = .number(.decimal)
    case .string, .url, .json: self = .text
    case .date: self = .date
    case .data: self = .data
    case .uuid: self = .uuid
    case .enumeration(_, let raw): self.init(raw, kind)
    case .list, .codable, .transformable, .composite, .undefined: return nil
    }
  }
}
