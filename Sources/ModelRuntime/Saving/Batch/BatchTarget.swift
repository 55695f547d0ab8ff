/// A column that a batch update writes, and the source of its value.
struct BatchTarget {
  let entity: CompiledEntity
  let column: ColumnMapping
  let value: ObjectExpression
  /// The relationship to which the column belongs; nil for the column of an
  /// attribute.
  let link: BatchLink?

  var name: String { StoreNames.quoted(column.name) }

  /// The SQL before and after the column's new value. A value that can be in a
  /// separate file is written by a function.
  var writing: (before: String, behind: String) {
    column.isExternal ? ("model_external_write(", ", \(name))") : ("", "")
  }

  /// Returns the targets of assignments, each of which has its own column.
  ///
  /// - Throws: `StoreError` if a property cannot be set, or cannot be set to
  ///   the given value.
  static func targets(
    _ assignments: [BatchAssignment], of entity: CompiledEntity, in context: ManagedObjectContext
  ) throws -> [BatchTarget] {
    let targets = try assignments.map { try BatchTarget($0, of: entity, in: context) }
    guard !targets.isEmpty else {
      throw StoreError(.unknownName, "a batch update of '\(entity.name)' sets nothing")
    }
    var seen: Set<String> = []
    for target in targets where !seen.insert(target.column.keyPath).inserted {
      throw StoreError(
        .unknownName, "a batch update sets '\(entity.name).\(target.column.keyPath)' twice",
        propertyNames: [target.column.keyPath])
    }
    return targets
  }

  private init(
    _ assignment: BatchAssignment, of entity: CompiledEntity, in context: ManagedObjectContext
  ) throws {
    let name = assignment.keyPath.joined(separator: ".")
    guard let column = context.store.mapping.mapping(of: entity).column(name) else {
      throw StoreError(
        .unknownName,
        "'\(entity.name)' has no stored property '\(name)' that a batch update can set",
        propertyNames: [name])
    }
    let property = entity.properties[column.propertyNumber].description
    let isFixed =
      property.attribute.map { $0.isConstant || $0.derivation != nil }
      ?? property.relationship?.isConstant ?? true
    guard !isFixed else {
      throw StoreError(
        .readOnlyProperty, "'\(entity.name).\(name)' is set once, or derived",
        propertyNames: [name])
    }
    self.entity = entity
    self.column = column
    value = assignment.value
    link = entity.relationship(column.propertyNumber).map {
      BatchLink($0, of: entity, in: context.store)
    }
    if let link { try checkDestination(link, in: context) }
  }

  /// Checks that the new destination of a relationship is in the store.
  ///
  /// - Throws: `StoreError` if it is not.
  private func checkDestination(_ link: BatchLink, in context: ManagedObjectContext) throws {
    guard case .constant(let constant) = value, constant != .null else { return }
    let family = link.destination.entity.family
    guard case .objectID(let id) = constant, let entity = context.store.entity(of: id),
      family.contains(entity.index)
    else {
      throw StoreError(
        .wrongType,
        "'\(self.entity.name).\(link.relationship.name)' cannot lead to \(constant)",
        propertyNames: [link.relationship.name])
    }
    guard try !context.source.hasRow(id.key, of: link.destination.entity) else { return }
    throw StoreError(unsaved: id, link.relationship, of: self.entity)
  }

  // MARK: Values

  /// Returns the SQL that converts a value to the form in which the column
  /// stores it.
  private func stored(_ value: SQLFragment) -> SQLFragment {
    column.isExact ? "model_exact(" + value + ")" : value
  }

  /// Returns the SQL of a value for the column, after checking the value's
  /// type.
  ///
  /// - Throws: `StoreError` if the value has another type.
  func sql(_ expression: ObjectExpression, _ compiler: inout SQLCompiler) throws -> SQLFragment {
    // A constant is bound in the stored form of its column, and not in the form used
    // for comparisons in conditions.
    if case .variable(let name) = expression, let number = Parameterization.number(name) {
      try checkType(compiler.constant(compiler.constants[number], .constant(number)))
      return stored(.parameter(SQLParameter(source: .constant(number))))
    }
    let value = try compiler.value(expression)
    try checkType(value)
    return stored(value.sql)
  }

  private func checkType(_ value: SQLValue) throws {
    if value.type == .null { return }
    let wanted: SQLType?
    if let link {
      wanted = .object(link.destination.entity.rootIndex)
    } else {
      wanted = column.type.flatMap { type in
        type == .decimal ? .number(.decimal) : SQLType(type, column.kind)
      }
    }
    guard let wanted, wanted.isComparable(to: value.type) else {
      throw StoreError(
        .wrongType, "'\(entity.name).\(column.keyPath)' cannot be set to a value of this type",
        propertyNames: [column.keyPath])
    }
  }
}

extension StoreError {
  /// Creates the error for a new destination of a relationship that is not in
  /// the store.
  init(unsaved id: ObjectID, _ relationship: CompiledRelationship, of entity: CompiledEntity) {
    self.init(
      .inaccessible,
      """
      '\(entity.name).\(relationship.name)' cannot lead to \(id), which is not in the store; \
      save it first
      """, objectIDs: [id], propertyNames: [relationship.name])
  }
}
