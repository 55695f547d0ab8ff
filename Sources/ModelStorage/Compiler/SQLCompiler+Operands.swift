extension SQLCompiler {
  /// Returns the operand that an expression stands for.
  mutating func operand(_ expression: ObjectExpression) throws -> SQLOperand {
    switch expression {
    case .constant(let value):
      throw untranslatable("the constant \(value), which has no number,")
    case .evaluatedObject: return .object(subject)
    case .variable(let name): return try variable(name)
    case .keyPath(let names, .evaluatedObject) where names.count == 1 && !rowNames.isEmpty:
      guard let column = rowNames[names[0]] else {
        return try follow(names[...], from: .object(subject))
      }
      // Inside a column's expression, names refer to properties.
      let outer = rowNames
      rowNames = [:]
      defer { rowNames = outer }
      return try operand(column)
    case .keyPath(let names, let root):
      return try follow(names[...], from: try operand(root))
    case .element(let index, let base): return try element(index, of: base)
    case .function(let name, let arguments): return try function(name, arguments)
    case .aggregate(let elements):
      let operands = try elements.map { try operand($0) }
      return .list(operands)
    case .set(let set, let first, let second): return try combination(set, first, second)
    case .subquery(let collection, let name, let condition):
      return try subquery(collection, name, condition)
    case .conditional(let condition, let first, let second):
      return try conditional(condition, first, second)
    case .cast(let value, let type)
    where CastType(type) == nil && mapping.model.entity(named: type) != nil:
      return try narrowed(try operand(value), to: type)
    case .cast(let value, let type):
      return .value(try cast(try scalar(try operand(value)), type))
    }
  }

  /// Returns an object cast to an entity; nil if the object belongs to another
  /// entity.
  private mutating func narrowed(_ operand: SQLOperand, to name: String) throws -> SQLOperand {
    guard let entity = mapping.model.entity(named: name) else { return .value(.null) }
    if case .value(let value) = operand, value.type == .null { return operand }
    guard case .object(let object) = operand else {
      throw untranslatable("what is no object as '\(name)'")
    }
    // Every object of the operand's entity also belongs to the requested entity.
    if entity.family.contains(object.entity.index) { return operand }
    // No object belongs to both entities.
    guard object.entity.family.contains(entity.index) else { return .value(.null) }
    let test = "\(joins.alias(of: object)).\(mapping.familyCondition(entity))"
    return .object(
      SQLObject(key: "(CASE WHEN \(test) THEN " + object.key + " END)", entity: entity))
  }

  /// Returns the single value of an expression.
  package mutating func value(_ expression: ObjectExpression) throws -> SQLValue {
    try scalar(try operand(expression))
  }

  /// Returns the single value of an operand.
  func scalar(_ operand: SQLOperand) throws -> SQLValue {
    switch operand {
    case .value(let value): return value
    case .object(let object): return object.value
    case .composite(let object, let path):
      let keyPath = path.joined(separator: ".")
      let isOne = mapping.mapping(of: object.entity).column(keyPath) != nil
      throw untranslatable(
        "'\(object.entity.name).\(keyPath)', "
          + (isOne ? "whose values a store cannot compare," : "which is not one value,"))
    case .list, .constants: throw untranslatable("a list in the place of a value")
    case .collection: throw untranslatable("many values without ANY, ALL or a count")
    }
  }

  private func variable(_ name: String) throws -> SQLOperand {
    if let element = variables[name] { return element }
    guard let number = Parameterization.number(name) else {
      throw ObjectPredicateError(.unresolvedVariable(name))
    }
    if case .list = constants[number] { return .constants(number) }
    return .value(constant(constants[number], .constant(number)))
  }

  /// Returns a constant with the type of its value.
  package func constant(_ value: ConstantValue, _ source: SQLParameter.Source) -> SQLValue {
    let type: SQLType
    var form = SQLParameter.Form.stored
    switch value {
    case .null, .list: return .null
    case .boolean, .integer: type = .number(.integer)
    case .double(let value): type = value.isNaN ? .notANumber : .number(.real)
    case .decimal(let value):
      switch DecimalForm(value) {
      case .none: type = .notANumber
      case .digits: type = .number(.digits)
      case .real:
        type = .number(.decimal)
        form = .real
      case .integer:
        type = .number(.decimal)
        form = .whole
      }
    case .string, .url: type = .text
    case .date(let value):
      type = value.timeIntervalSinceReferenceDate.isNaN ? .notANumber : .date
    case .data: type = .data
    case .uuid: type = .uuid
    // An object of another store matches no row, since no hierarchy has the number
    // -1.
    case .objectID(let id): type = .object(store?.entity(of: id)?.rootIndex ?? -1)
    }
    let sql = SQLFragment.parameter(SQLParameter(source: source, form: form))
    return SQLValue(sql, type, source: source)
  }

  /// Returns the elements of a list, one by one.
  func elements(_ operand: SQLOperand) throws -> [SQLOperand] {
    switch operand {
    case .list(let elements): return elements
    case .constants(let number):
      guard case .list(let values) = constants[number] else { return [] }
      return values.enumerated().map { .value(constant($1, .element($0, of: number))) }
    // A NULL in place of a list has no elements.
    case .value(let value) where value.type == .null: return []
    default: return [operand]
    }
  }

  private mutating func conditional(
    _ condition: ObjectPredicate, _ first: ObjectExpression, _ second: ObjectExpression
  ) throws -> SQLOperand {
    let test = try self.condition(condition)
    let (first, second) = (try operand(first), try operand(second))
    let (values, type) = try unified([try scalar(first), try scalar(second)])
    let sql = "CASE WHEN " + test + " THEN " + values[0].sql + " ELSE " + values[1].sql + " END"
    guard case .object(let root) = type else { return .value(SQLValue(sql, type)) }
    let entities = [first, second].compactMap { operand -> CompiledEntity? in
      if case .object(let object) = operand { object.entity } else { nil }
    }
    // Objects of different entities share only the properties of their root
    // entity.
    let shared = Set(entities.map(\.index)).count == 1 ? entities.first : nil
    guard let entity = shared ?? (root < 0 ? nil : mapping.model.entities[root]) else {
      return .value(.null)
    }
    return .object(SQLObject(key: "(" + sql + ")", entity: entity))
  }

  /// Returns values converted to one type that a single column can hold. NULL
  /// fits every type.
  ///
  /// Among other numbers, decimals are stored as text, which distinguishes
  /// them.
  func unified(_ values: [SQLValue]) throws -> (values: [SQLValue], type: SQLType) {
    let types = Set(values.map(\.type)).subtracting([.null])
    guard let first = types.first else { return (values, .null) }
    if types.count == 1 { return (values, first) }
    let decimals: Set<SQLType> = [.number(.decimal), .number(.digits)]
    guard types.allSatisfy(\.isNumber) else {
      throw untranslatable("a value that is of one type or of another")
    }
    if types.isSubset(of: decimals) { return (values, .number(.digits)) }
    if types.isDisjoint(with: decimals), !types.contains(.number(.tagged)) {
      return (values, .number(.mixed))
    }
    let tagged = values.map { value in
      decimals.contains(value.type)
        ? SQLValue("model_tagged(" + value.sql + ")", .number(.tagged)) : value
    }
    return (tagged, .number(.tagged))
  }
}
