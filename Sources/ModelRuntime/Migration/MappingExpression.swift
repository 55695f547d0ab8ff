internal import ModelSchema

/// Expressions of migration blocks and mapping models in SQL, over a row of an
/// old table, which is `t0`.
struct MappingExpression {
  private let change: LayoutChange
  private let source: EntityMapping
  private let layout: StoreMapping

  /// - Parameter layout: The tables that it reads; nil for the old ones.
  init(_ change: LayoutChange, _ source: EntityMapping, in layout: StoreMapping? = nil) {
    self.change = change
    self.source = source
    self.layout = layout ?? change.old
  }

  /// The value of an attribute.
  func value(_ expression: ObjectExpression, as attribute: AttributeDescription) throws -> String {
    let value = try sql(expression)
    guard !attribute.isOptional, let literal = LayoutChange.literal(attribute, change.now) else {
      return value
    }
    return "ifnull(\(value), \(literal))"
  }

  /// The key of a to-one relationship: `find Category(name: old.category)`, or
  /// an object of an old relationship.
  func reference(
    _ expression: ObjectExpression, _ property: CompiledProperty, _ entity: CompiledEntity
  ) throws -> String {
    guard case .function("find:", let operands) = expression,
      case .constant(.string(let name))? = operands.first,
      let target = change.new.model.entity(named: name)
    else { return try sql(expression) }
    var conditions: [String] = []
    for index in stride(from: 1, to: operands.count - 1, by: 2) {
      guard case .constant(.string(let key)) = operands[index] else { continue }
      let column = try searched(key, of: target)
      conditions.append("n.\(StoreNames.quoted(column)) IS (\(try sql(operands[index + 1])))")
    }
    let numbers = target.family.map { String(change.new.entities[$0].number) }
    let table = LayoutChange.interimName(change.new.entities[target.index].table)
    return """
      (SELECT n.Z_PK FROM \(StoreNames.quoted(table)) AS n WHERE \
      \((conditions + ["n.Z_ENT IN (\(numbers.joined(separator: ", ")))"]).joined(separator: " AND ")) \
      LIMIT 1)
      """
  }

  private func searched(_ key: String, of target: CompiledEntity) throws -> String {
    guard let column = change.new.entities[target.index].column(key) else {
      throw MigrationError(
        .invalidMapping, "'find \(target.name)(\(key): ...)' names no stored property")
    }
    return column.name
  }

  /// An expression as SQL without parameters.
  func sql(_ expression: ObjectExpression) throws -> String {
    var numbering = ConstantNumbering()
    let numbered = numbering.expression(expression)
    var compiler = SQLCompiler(
      mapping: layout, entity: source.entity, constants: numbering.constants)
    compiler.variables["old"] = .object(compiler.subject)
    compiler.variables["source"] = .object(compiler.subject)
    do {
      let value = try compiler.value(numbered)
      let text = value.sql.inlined(FetchConstants(values: numbering.constants), now: change.now)
      let joins = compiler.joins.clauses.inlined(
        FetchConstants(values: numbering.constants), now: change.now)
      return joins.isEmpty ? "(\(text))" : "(SELECT \(text) FROM (SELECT 1) AS one\(joins))"
    } catch let error as StoreError {
      throw MigrationError(
        .invalidMapping,
        "an expression over '\(source.entity.name)' cannot be carried out: \(error.message)")
    }
  }
}

extension SQLFragment {
  /// The SQL with its parameters written out.
  func inlined(_ constants: FetchConstants, now: ConstantValue) -> String {
    var rest = parameters[...]
    var text = ""
    var quote: Character?
    for character in sql {
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "'" || character == "\"" {
        quote = character
      } else if character == "?", let parameter = rest.popFirst() {
        let value: ConstantValue =
          if case .now = parameter.source { now } else {
            constants.value(of: parameter)
          }
        text += SQLLiteral.text(value, .integer) ?? "NULL"
        continue
      }
      text.append(character)
    }
    return text
  }
}
