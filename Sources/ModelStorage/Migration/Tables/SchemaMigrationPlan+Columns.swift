extension SchemaMigrationPlan {
  /// Returns the values of the columns of an entity's rows, by column name.
  func values(
    of entity: EntityMapping, from source: EntityMapping, _ mapping: MappingModel.Entity,
    _ layout: HierarchyLayout
  ) throws -> [String: ColumnValue] {
    var values: [String: ColumnValue] = [:]
    for column in entity.columns {
      let property = entity.entity.properties[column.propertyNumber]
      values[column.name] =
        switch property.description {
        case .attribute(let attribute):
          try value(of: column, attribute, mapping, source)
        case .relationship:
          isRearranged ? .null : try reference(property, entity.entity, source)
        case .fetched: .null
        }
      let order = StoreNames.order(column.name)
      if column.kind == .reference,
        layout.columnsInTableOrder.contains(where: { $0.kind == .order && $0.name == order })
      {
        values[order] =
          isRearranged ? .place(column.name) : place(property, column, entity.entity, source)
      }
    }
    // If a reference is kept, the entity number beside it is also kept, and is
    // updated at the end.
    let before = Set(old.layouts[source.entity.rootIndex].columnsInTableOrder.map(\.name))
    for extra in layout.extraColumns.values.joined()
    where extra.kind == .entity && before.contains(extra.name)
      && values[extra.keyPath] == .column(extra.keyPath)
    {
      values[extra.name] = .column(extra.name)
    }
    return values
  }

  // MARK: Attributes

  /// Returns the value of an attribute's column, or of the column of an element.
  func value(
    of column: ColumnMapping, _ attribute: AttributeDescription,
    _ mapping: MappingModel.Entity, _ source: EntityMapping
  ) throws -> ColumnValue {
    let whole = mapping.property(named: attribute.name)?.value
    let steps = ElementStep.path(to: column, attribute, continuing: whole, source, pairs)
    let element = steps.last?.new ?? attribute
    let assigned = try assignedConditions(around: column, steps, mapping, source)
    // A block may assign a single element.
    switch mapping.property(named: column.keyPath)?.value ?? whole {
    case .source?:
      guard let before = steps.last?.oldPath.flatMap(source.column) else {
        return starting(steps, source, assigned)
      }
      if before.isExternal != column.isExternal {
        return filled(
          before, steps, source, assigned, converted: Self.stored(before.read("t0"), column))
      }
      // A column with a different declared type requires a new table, and an
      // expression causes the table to be filled anew.
      let isOther = before.kind != column.kind
      return filled(
        before, steps, source, assigned, converted: isOther ? "t0.\(before.quotedName)" : nil)
    case .converted?:
      guard let before = steps.last?.oldPath.flatMap(source.column), let type = before.type
      else { return starting(steps, source, assigned) }
      let sql = "t0." + StoreNames.quoted(before.name)
      let conversion = TypeConversion(
        from: type, isExact: before.isExact, to: element.type, becomesExact: element.isExact)
      return filled(before, steps, source, assigned, converted: conversion.sql(sql))
    case .expression(let expression)?:
      // A value that depends on the new rows is set once they exist.
      if MappingExpression.needsNewRows(expression) { return starting(steps, source, assigned) }
      let sql = Self.stored(
        try MappingExpression(self, source).value(expression, as: element), column)
      // An element of a composite that stays nil is also NULL, regardless of
      // its default.
      guard let composite = steps.dropLast().last(where: { $0.new.isOptional }),
        let isThere = hasValue(composite, beside: nil, source, assigned)
      else { return .expression(sql) }
      return .expression("CASE WHEN \(isThere) THEN \(sql) END")
    case .defaultValue?, nil: return starting(steps, source, assigned)
    }
  }

  /// Returns the conditions under which elements assigned by a block have a
  /// value, for the innermost optional composite around a column.
  private func assignedConditions(
    around column: ColumnMapping, _ steps: [ElementStep], _ mapping: MappingModel.Entity,
    _ source: EntityMapping
  ) throws -> [String] {
    guard let index = steps.dropLast().lastIndex(where: { $0.new.isOptional }) else { return [] }
    let path = column.keyPath.split(separator: ".").prefix(index + 1).joined(separator: ".") + "."
    return try mapping.attributes.compactMap { property -> String? in
      guard property.name.hasPrefix(path), case .expression(let expression) = property.value
      else { return nil }
      return "(\(try MappingExpression(self, source).sql(expression))) IS NOT NULL"
    }
  }

  /// Returns the values of an older column. Missing values that are required now are
  /// replaced by the default.
  ///
  /// - Parameters:
  ///   - assigned: The conditions under which elements of the same composite
  ///     have a value.
  ///   - converted: The SQL of the converted values; nil if the type is unchanged.
  private func filled(
    _ before: ColumnMapping, _ steps: [ElementStep], _ source: EntityMapping,
    _ assigned: [String], converted: String? = nil
  ) -> ColumnValue {
    let values = converted.map(ColumnValue.expression) ?? .column(before.name)
    guard let element = steps.last?.new, !element.isOptional,
      let literal = sql(of: starting(element))
    else { return values }
    // The elements of an optional composite are required only if the composite is not
    // nil.
    let composite = steps.dropLast().lastIndex { $0.new.isOptional }
    let below = steps[(composite.map { $0 + 1 } ?? 0)...]
    // An assigned element may turn a nil composite into one that is not nil.
    guard !assigned.isEmpty || below.contains(where: { $0.old?.isOptional != false }) else {
      return values
    }
    guard let composite else {
      return converted.map { .expression("ifnull(\($0), \(literal))") }
        ?? .filled(before.name, literal)
    }
    guard let isThere = hasValue(steps[composite], beside: before, source, assigned) else {
      return values
    }
    let old = "t0." + StoreNames.quoted(before.name)
    return .expression(
      "CASE WHEN \(old) IS NULL AND \(isThere) THEN \(literal) ELSE \(converted ?? old) END")
  }

  /// Returns the value of a new attribute or element, which is NULL in a nil
  /// composite.
  private func starting(
    _ steps: [ElementStep], _ source: EntityMapping, _ assigned: [String]
  ) -> ColumnValue {
    let value = steps.last.map { starting($0.new) } ?? .null
    guard let composite = steps.dropLast().last(where: { $0.new.isOptional }) else { return value }
    guard let isThere = hasValue(composite, beside: nil, source, assigned),
      let sql = sql(of: value)
    else { return .null }
    return .expression("CASE WHEN \(isThere) THEN \(sql) END")
  }

  /// Returns the condition that an older composite is not nil, or that one of
  /// its elements is assigned; nil if no other column shows this.
  private func hasValue(
    _ composite: ElementStep, beside column: ColumnMapping?, _ source: EntityMapping,
    _ assigned: [String]
  ) -> String? {
    let columns = composite.oldPath.map { source.columns(under: $0) } ?? []
    let conditions =
      columns.filter { $0.name != column?.name }.map { "t0.\($0.quotedName) IS NOT NULL" }
      + assigned
    return conditions.isEmpty ? nil : "(" + conditions.joined(separator: " OR ") + ")"
  }

  /// Returns a large value in the form in which its column stores it: marked,
  /// and stored in the row. The next save of the value writes its file.
  static func stored(_ value: String, _ column: ColumnMapping) -> String {
    column.isExternal ? "CAST(x'01' || \(value) AS BLOB)" : value
  }

  /// Returns the initial value of an attribute's column. A large value includes
  /// its mark, and is a literal, since only literals are allowed in an added
  /// column.
  private func starting(_ attribute: AttributeDescription) -> ColumnValue {
    guard attribute.allowsExternalStorage,
      case .constant(.data(let data))? = attribute.defaultValue
    else { return Self.initial(attribute, now) }
    var marked = attribute
    marked.defaultValue = .constant(.data(Data(ExternalMark.inline(Array(data)).bytes)))
    return Self.initial(marked, now)
  }

  /// Returns the attribute of a column: the attribute itself, or the element of a
  /// composite.
  func element(
    of column: ColumnMapping, _ attribute: AttributeDescription, _ source: EntityMapping
  ) -> AttributeDescription {
    ElementStep.path(to: column, attribute, continuing: nil, source, pairs).last?.new ?? attribute
  }

  /// Returns the initial value of a new attribute.
  static func initial(_ attribute: AttributeDescription, _ now: ConstantValue) -> ColumnValue {
    if case .uuid? = attribute.defaultValue {
      return .perRow("model_random_uuid(randomblob(16))")
    }
    return literal(attribute, now).map(ColumnValue.constant) ?? .null
  }

  /// Returns an attribute's default as SQL; nil if the attribute has no
  /// default, or if each row gets its own value.
  static func literal(_ attribute: AttributeDescription, _ now: ConstantValue) -> String? {
    switch attribute.defaultValue {
    case .constant(let value)?:
      attribute.isExact
        ? value.exactText.map(SQLLiteral.quoted)
        : SQLLiteral.text(value, ColumnMapping.Kind(attribute))
    case .now?: SQLLiteral.text(now, .timestamp)
    case .uuid?, nil: nil
    }
  }

  // MARK: Relationships

  /// Returns the value of a to-one relationship's column.
  private func reference(
    _ property: CompiledProperty, _ entity: CompiledEntity, _ source: EntityMapping
  ) throws -> ColumnValue {
    if case .expression(let expression)? = value(of: property.name, in: entity) {
      return .expression(
        try MappingExpression(self, source).reference(expression, property, entity))
    }
    guard let pairs = PairSelect(of: property, entity, source, in: self) else { return .null }
    if let column = pairs.column { return .column(column) }
    return .expression("(SELECT member FROM (\(pairs.sql)) WHERE owner = t0.Z_PK LIMIT 1)")
  }

  /// Returns the value of the column of positions beside a to-one relationship.
  private func place(
    _ property: CompiledProperty, _ column: ColumnMapping, _ entity: CompiledEntity,
    _ source: EntityMapping
  ) -> ColumnValue {
    guard let pairs = PairSelect(of: property, entity, source, in: self) else {
      return .place(column.name)
    }
    guard let before = pairs.column else {
      return pairs.hasInversePlaces
        ? .expression("(SELECT inversePlace FROM (\(pairs.sql)) WHERE owner = t0.Z_PK LIMIT 1)")
        : .place(column.name)
    }
    let order = StoreNames.order(before)
    return schema.tables[source.table]?.contains(order) == true
      ? .column(order) : .place(column.name)
  }
}
