extension SchemaMigrationPlan {
  /// The values of the columns of an entity's rows, by the columns' names.
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
    // Numbers of entities stay beside references that stay; they are set anew at the end.
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

  /// The value of the column of an attribute, or of one of its elements.
  func value(
    of column: ColumnMapping, _ attribute: AttributeDescription,
    _ mapping: MappingModel.Entity, _ source: EntityMapping
  ) throws -> ColumnValue {
    let whole = mapping.property(named: attribute.name)?.value
    let steps = ElementStep.path(to: column, attribute, continuing: whole, source, pairs)
    let element = steps.last?.new ?? attribute
    let assigned = try assignedConditions(around: column, steps, mapping, source)
    // A block may assign an element alone.
    switch mapping.property(named: column.keyPath)?.value ?? whole {
    case .source?:
      guard let before = steps.last?.oldPath.flatMap(source.column) else {
        return starting(steps, source, assigned)
      }
      if before.isExternal != column.isExternal {
        return filled(
          before, steps, source, assigned, converted: Self.stored(before.read("t0"), column))
      }
      // Another declaration needs another table: an expression has it filled anew.
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
      // What needs the new rows is set when they are there.
      if MappingExpression.needsNewRows(expression) { return starting(steps, source, assigned) }
      let sql = Self.stored(
        try MappingExpression(self, source).value(expression, as: element), column)
      // An element of a composite that stays nil stays so, whatever its default.
      guard let composite = steps.dropLast().last(where: { $0.new.isOptional }),
        let isThere = hasValue(composite, beside: nil, source, assigned)
      else { return .expression(sql) }
      return .expression("CASE WHEN \(isThere) THEN \(sql) END")
    case .defaultValue?, nil: return starting(steps, source, assigned)
    }
  }

  /// The conditions that elements which a block assigns get a value: those of the
  /// innermost composite around a column that may be nil.
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

  /// An older column's values; what is missing and required now gets the
  /// default.
  ///
  /// - Parameters:
  ///   - assigned: The conditions that elements beside it get a value.
  ///   - converted: The values as another type; nil where they stay.
  private func filled(
    _ before: ColumnMapping, _ steps: [ElementStep], _ source: EntityMapping,
    _ assigned: [String], converted: String? = nil
  ) -> ColumnValue {
    let values = converted.map(ColumnValue.expression) ?? .column(before.name)
    guard let element = steps.last?.new, !element.isOptional,
      let literal = sql(of: starting(element))
    else { return values }
    // A composite that may be nil asks for its elements only where it is not.
    let composite = steps.dropLast().lastIndex { $0.new.isOptional }
    let below = steps[(composite.map { $0 + 1 } ?? 0)...]
    // An element that a block assigns may make a composite that was nil one that is there.
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

  /// The value of a new attribute or element: none in a composite that is nil.
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

  /// The condition that an older composite is not nil, or gets an element; nil
  /// where nothing but one column could tell.
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

  /// A large value as its column holds it: with a mark, in the row; the next
  /// save of it writes its file.
  static func stored(_ value: String, _ column: ColumnMapping) -> String {
    column.isExternal ? "CAST(x'01' || \(value) AS BLOB)" : value
  }

  /// The value that a column of an attribute starts with: a large one with its
  /// mark, as a literal, since a column that is added takes nothing else.
  private func starting(_ attribute: AttributeDescription) -> ColumnValue {
    guard attribute.allowsExternalStorage,
      case .constant(.data(let data))? = attribute.defaultValue
    else { return Self.initial(attribute, now) }
    var marked = attribute
    marked.defaultValue = .constant(.data(Data(ExternalMark.inline(Array(data)).bytes)))
    return Self.initial(marked, now)
  }

  /// The attribute of a column: itself, or the element of a composite.
  func element(
    of column: ColumnMapping, _ attribute: AttributeDescription, _ source: EntityMapping
  ) -> AttributeDescription {
    ElementStep.path(to: column, attribute, continuing: nil, source, pairs).last?.new ?? attribute
  }

  /// The value that a new attribute starts with.
  static func initial(_ attribute: AttributeDescription, _ now: ConstantValue) -> ColumnValue {
    if case .uuid? = attribute.defaultValue {
      return .perRow("model_random_uuid(randomblob(16))")
    }
    return literal(attribute, now).map(ColumnValue.constant) ?? .null
  }

  /// An attribute's default as SQL; nil for none, or one of each row's own.
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

  /// The value of the column of a to-one relationship.
  private func reference(
    _ property: CompiledProperty, _ entity: CompiledEntity, _ source: EntityMapping
  ) throws -> ColumnValue {
    if case .expression(let expression)? =
      mapping(of: entity)?.property(named: property.name)?.value
    {
      return .expression(
        try MappingExpression(self, source).reference(expression, property, entity))
    }
    guard let pairs = PairSelect(of: property, entity, source, in: self) else { return .null }
    if let column = pairs.column { return .column(column) }
    return .expression("(SELECT member FROM (\(pairs.sql)) WHERE owner = t0.Z_PK LIMIT 1)")
  }

  /// The value of the column of places beside it.
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
