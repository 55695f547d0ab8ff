internal import Foundation
internal import ModelSQLite
internal import ModelSchema

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

  private func value(
    of column: ColumnMapping, _ attribute: AttributeDescription,
    _ mapping: MappingModel.Entity, _ source: EntityMapping
  ) throws -> ColumnValue {
    let element = element(of: column, attribute)
    switch mapping.property(named: attribute.name)?.value {
    case .source(let name)?:
      guard let before = source.column(path(column, of: attribute, under: name, source))
      else { return Self.initial(element, now) }
      if before.isExternal != column.isExternal {
        return .expression(Self.stored(before.read("t0"), column))
      }
      // Another declaration needs another table: an expression has it filled anew.
      if before.kind != column.kind {
        return .expression("t0." + StoreNames.quoted(before.name))
      }
      // Required now and optional before: what is missing gets the default.
      guard !element.isOptional, let literal = Self.literal(element, now) else {
        return .column(before.name)
      }
      return isOptional(name, source) ? .filled(before.name, literal) : .column(before.name)
    case .converted(let name)?:
      guard let before = source.column(path(column, of: attribute, under: name, source)),
        let type = before.type
      else { return Self.initial(element, now) }
      let sql = "t0." + StoreNames.quoted(before.name)
      return .expression(TypeConversion(from: type, to: element.type).sql(sql))
    case .expression(let expression)?:
      // What needs the new rows is set when they are there.
      if MappingExpression.needsNewRows(expression) { return Self.initial(element, now) }
      return .expression(
        Self.stored(try MappingExpression(self, source).value(expression, as: element), column))
    case .defaultValue?, nil: return Self.initial(element, now)
    }
  }

  /// A large value as its column holds it: with a mark, in the row; the next
  /// save of it writes its file.
  static func stored(_ value: String, _ column: ColumnMapping) -> String {
    column.isExternal ? "CAST(x'01' || \(value) AS BLOB)" : value
  }

  /// The attribute of a column: itself, or the element of a composite.
  func element(
    of column: ColumnMapping, _ attribute: AttributeDescription
  ) -> AttributeDescription {
    var element = attribute
    for name in column.keyPath.split(separator: ".").dropFirst() {
      guard case .composite(let type) = element.type,
        let inner = new.model.description.composite(named: type)?.elements
          .first(where: { $0.name == name })
      else { break }
      element = inner
    }
    return element
  }

  /// The key path that a column had beneath a property's older name; that of
  /// nothing where an element of a composite is new.
  private func path(
    _ column: ColumnMapping, of attribute: AttributeDescription, under name: String,
    _ source: EntityMapping
  ) -> String {
    var path = name
    var (after, before) = (
      attribute.type, source.entity.property(named: name)?.description.attribute?.type
    )
    for element in column.keyPath.split(separator: ".").dropFirst().map(String.init) {
      guard case .composite(let type) = after, case .composite(let older)? = before,
        let known = pairs.elements(of: type, from: older)[element]
      else { return "" }
      path += "." + known
      after = Self.type(of: element, in: type, new.model.description) ?? after
      before = Self.type(of: known, in: older, old.model.description)
    }
    return path
  }

  private static func type(
    of element: String, in composite: String, _ model: ManagedObjectModel
  ) -> AttributeType? {
    model.composite(named: composite)?.elements.first { $0.name == element }?.type
  }

  private func isOptional(_ name: String, _ source: EntityMapping) -> Bool {
    source.entity.property(named: name)?.description.attribute?.isOptional ?? true
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
    case .constant(let value)?: SQLLiteral.text(value, ColumnMapping.Kind(attribute))
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
    let pairs = PairSelect(of: property, entity, source, in: self)
    guard let before = pairs?.column else { return .place(column.name) }
    let order = StoreNames.order(before)
    return schema.tables[source.table]?.contains(order) == true
      ? .column(order) : .place(column.name)
  }
}
