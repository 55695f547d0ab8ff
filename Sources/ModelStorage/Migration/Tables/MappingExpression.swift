/// Expressions of migration blocks and mapping models in SQL, for a row `t0` of
/// an old table and the row `n0` that was created from it.
///
/// Parts that begin at `$destination`, or at newer objects that `$manager`
/// returns, refer to the tables of the newer version, all other parts to those
/// of the older version. Each part is compiled with its own tables, and is a
/// variable in the part that contains it.
struct MappingExpression {
  let plan: SchemaMigrationPlan
  let source: EntityMapping
  /// The newer entity; nil if there is no row of the entity.
  private let destination: CompiledEntity?
  private let layout: StoreMapping

  /// Creates a compiler of expressions for the rows of an old entity.
  ///
  /// - Parameter layout: The tables that the expression reads; nil for the old
  ///   tables.
  init(
    _ plan: SchemaMigrationPlan, _ source: EntityMapping, to destination: CompiledEntity? = nil,
    in layout: StoreMapping? = nil
  ) {
    self.plan = plan
    self.source = source
    self.destination = destination
    self.layout = layout ?? plan.old
  }

  /// Returns the SQL of an attribute's value.
  ///
  /// - Throws: `MigrationError` if the value has another type.
  func value(_ expression: ObjectExpression, as attribute: AttributeDescription) throws -> String {
    let value = try scalar(expression)
    try check(value, expression, attribute)
    var sql = value.sql.sql
    if attribute.isExact { sql = "model_exact(\(sql))" }
    if ColumnMapping.Kind(attribute) == .integer, value.type != .number(.integer),
      case .number = value.type
    {
      sql = "CAST(\(sql) AS INTEGER)"
    }
    guard !attribute.isOptional,
      let literal = plan.sql(of: SchemaMigrationPlan.initial(attribute, plan.now))
    else { return sql }
    return "ifnull(\(sql), \(literal))"
  }

  private func check(
    _ value: SQLValue, _ expression: ObjectExpression, _ attribute: AttributeDescription
  ) throws {
    guard value.type != .null, value.type != .notANumber, !attribute.isExact,
      let type = SQLType(attribute.type, ColumnMapping.Kind(attribute)),
      !type.isComparable(to: value.type)
    else { return }
    throw MigrationError(
      .invalidMapping,
      "'\(attribute.name)' is \(attribute.type.name), and '\(expression.format)' gives "
        + value.type.words)
  }

  /// Returns an expression as SQL without parameters.
  func sql(_ expression: ObjectExpression) throws -> String { try scalar(expression).sql.sql }

  /// Returns a condition as SQL without parameters.
  func condition(_ predicate: ObjectPredicate) throws -> String {
    let truth = ObjectExpression.conditional(
      predicate, then: .constant(.integer(1)), else: .constant(.integer(0)))
    return "\(try sql(truth)) = 1"
  }

  private func scalar(_ expression: ObjectExpression) throws -> SQLValue {
    let operand = try operand(expression)
    return try worded {
      try SQLCompiler(mapping: layout, entity: source.entity).scalar(operand)
    }
  }

  // MARK: Two sides

  /// Returns whether an expression needs the rows of the newer version.
  static func needsNewRows(_ expression: ObjectExpression) -> Bool {
    var isNeeded = false
    _ = expression.rewriting { part in
      if part == .variable("destination") || part.managerCall != nil { isNeeded = true }
      return nil
    }
    return isNeeded
  }

  /// Returns the operand of an expression, without parameters, and with the required
  /// joins inside.
  func operand(_ expression: ObjectExpression) throws -> SQLOperand {
    var isMixed = false
    if case .conditional = expression { isMixed = true }
    return try operand(expression, isMixed ? .old : expression.migrationSide ?? .old)
  }

  private func operand(_ expression: ObjectExpression, _ side: MigrationSide) throws -> SQLOperand {
    var parts: [String: SQLOperand] = [:]
    let rest = try expression.rewriting { part -> ObjectExpression? in
      let operand: SQLOperand
      if let call = part.managerCall {
        operand = try ManagerCall(self, call.mapping, call.function).operand(
          self.operand(call.objects, call.objects.migrationSide ?? .old))
      } else if case .conditional = part {
        return nil
      } else if let other = part.migrationSide, other != side {
        operand = try self.operand(part, other)
      } else {
        return nil
      }
      let name = "part\(parts.count)"
      parts[name] = operand
      return .variable(name)
    }
    return try worded { try compile(rest, side, parts) }
  }

  private func compile(
    _ expression: ObjectExpression, _ side: MigrationSide, _ parts: [String: SQLOperand]
  ) throws -> SQLOperand {
    var numbering = Parameterization()
    let numbered = numbering.expression(expression)
    let mapping = side == .old ? layout : plan.interim
    var compiler = SQLCompiler(
      mapping: mapping, entity: source.entity, constants: numbering.constants)
    compiler.joins = Joins(mapping, prefix: "\(side == .old ? "o" : "n")\(plan.nextAlias())_")
    compiler.variables = parts
    if side == .old {
      for name in ["old", "source"] { compiler.variables[name] = .object(compiler.subject) }
    } else if let destination {
      compiler.variables["destination"] = .object(
        SQLObject(rowOf: destination, alias: "n0"))
    }
    let operand = try compiler.operand(numbered)
    return try SelfContainedOperand(
      joins: compiler.joins.clauses, constants: FetchConstants(values: numbering.constants),
      now: plan.now, alias: "j\(plan.nextAlias())"
    ).closed(operand, compiler)
  }

  private func worded<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as StoreError {
      throw MigrationError(
        .invalidMapping,
        "an expression over '\(source.entity.name)' cannot be carried out: \(error.message)")
    }
  }
}

// MARK: - Look-ups

extension MappingExpression {
  /// Returns the key of a to-one relationship's object: `find Category(name:
  /// old.category)`, or an object of an old relationship.
  ///
  /// - Throws: `MigrationError` if the expression does not lead to an object,
  ///   or the relationship cannot lead to the object.
  func reference(
    _ expression: ObjectExpression, _ property: CompiledProperty, _ entity: CompiledEntity
  ) throws -> String {
    if let key = try find(expression) { return key }
    let value = try scalar(expression)
    try check(value, expression, property, entity)
    return value.sql.sql
  }

  /// Throws an error if an object belongs to another hierarchy, in which equal
  /// keys belong to other objects.
  private func check(
    _ value: SQLValue, _ expression: ObjectExpression, _ property: CompiledProperty,
    _ entity: CompiledEntity
  ) throws {
    guard value.type != .null, let relationship = entity.relationship(property.number) else {
      return
    }
    let destination = plan.new.model.entities[relationship.destinationIndex]
    let roots = destination.family.compactMap {
      plan.source(of: plan.new.model.entities[$0])?.entity.rootIndex
    }
    guard !roots.contains(where: { value.type == .object($0) }) else { return }
    var words = value.type.words
    if case .object(let root) = value.type, root >= 0 {
      words = "'\(plan.old.model.entities[root].name)'"
    }
    throw MigrationError(
      .invalidMapping,
      "'\(property.name)' leads to '\(destination.name)', and '\(expression.format)' gives "
        + words)
  }

  /// Returns the SQL for the key of a new object that `find` looks up; nil for other
  /// expressions.
  func find(_ expression: ObjectExpression) throws -> String? {
    guard case .function("find:", let operands) = expression,
      case .constant(.string(let name))? = operands.first,
      let target = plan.new.model.entity(named: name)
    else { return nil }
    var conditions: [String] = []
    for index in stride(from: 1, to: operands.count - 1, by: 2) {
      guard case .constant(.string(let key)) = operands[index] else { continue }
      let column = try searched(key, of: target)
      // `IS` finds NULL if the search is for nil.
      conditions.append("n.\(StoreNames.quoted(column)) IS (\(try sql(operands[index + 1])))")
    }
    conditions.append("n." + plan.new.familyCondition(target))
    return """
      (SELECT n.Z_PK FROM \(plan.interim.entities[target.index].quotedTable) AS n WHERE \
      \(conditions.joined(separator: " AND ")) LIMIT 1)
      """
  }

  private func searched(_ key: String, of target: CompiledEntity) throws -> String {
    guard let column = plan.new.entities[target.index].column(key) else {
      throw MigrationError(
        .invalidMapping, "'find \(target.name)(\(key): ...)' names no stored property")
    }
    return column.name
  }
}

extension SQLType {
  /// The kind of value, in words for messages.
  fileprivate var words: String {
    switch self {
    case .null, .notANumber: "nothing"
    case .number: "a number"
    case .text: "a text"
    case .date: "a date"
    case .data: "data"
    case .uuid: "a UUID"
    case .object: "an object"
    }
  }
}
