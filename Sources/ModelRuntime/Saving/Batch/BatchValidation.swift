/// A validation of rows that were written in SQL, by the rules of the model.
///
/// Rules for single values are checked by generated code, as in a save: rows
/// are read one by one into objects outside any context. Checks of the entity
/// and counts of relationships are evaluated in SQL.
struct BatchValidation {
  let table: BatchTable
  let context: ManagedObjectContext

  private static let failureLimit = 100

  /// Checks the values of updated rows.
  ///
  /// - Parameter onlyFirst: True if all rows got the same values, so that
  ///   checking the first row is sufficient.
  func checkValues(onlyFirst: Bool) throws {
    for root in try table.roots(.updated) {
      try checkValues(of: root, round: 0, limit: onlyFirst ? 1 : nil)
      try checkValues(of: root, round: 1, limit: nil)
    }
  }

  private func checkValues(of root: CompiledEntity, round: Int, limit: Int?) throws {
    let mapping = table.mapping(root.index)
    let keys = BatchTable.keys(.updated, root: root.index, round: round)
    let statement = try table.connection.statement(
      "SELECT \(mapping.selectList) FROM \(mapping.quotedTable) AS t0 WHERE t0.Z_PK IN \(keys)"
        + (limit.map { " LIMIT \($0)" } ?? ""))
    defer {
      statement.faults.pointee.clear()
      statement.reset()
    }
    var validation = Validation()
    while try statement.step() {
      try check(statement, mapping, &validation)
      // The batch is rolled back as a whole, so further failures do not matter.
      if validation.failures.count >= Self.failureLimit { break }
    }
    if !validation.failures.isEmpty { throw ValidationError(failures: validation.failures) }
  }

  private func check(
    _ statement: Statement, _ mapping: EntityMapping, _ validation: inout Validation
  ) throws {
    guard let object = table.object(statement, mapping) else { return }
    let entity = object._batch.entity
    // An unreadable value is reported in preference to the rules that its default value
    // breaks.
    if let error = object.batchError(statement, table.mapping(entity.index)) { throw error }
    validation.check(object)
    if entity.hasGraphRules {
      try context.rules.rules(of: entity).checkValues(of: object, &validation)
    }
  }

  /// Checks the model's rules for whole objects and for to-many relationships.
  func checkObjects() throws {
    for kind in [BatchTable.Kind.inserted, .updated, .linked] {
      for root in try table.roots(kind) {
        let family = root.family.map { table.store.model.entities[$0] }
        guard family.contains(where: \.hasGraphRules) else { continue }
        for entity in family { try checkObjects(of: entity, kind) }
      }
    }
  }

  private func checkObjects(of entity: CompiledEntity, _ kind: BatchTable.Kind) throws {
    var validation = Validation()
    // The values of linked rows have not changed.
    for check in entity.checks where kind != .linked {
      try find(.not(check.predicate), entity, kind) {
        validation.fail(
          $0, table.title(of: $0), check.name, nil, .unmet, check.message)
      }
    }
    for relationship in entity.relationships where relationship.description.hasCount {
      let description = relationship.description
      let count = ObjectExpression.keyPath([relationship.name, "@count"], of: .evaluatedObject)
      for (isLeast, limit, broken) in description.brokenCounts(count) {
        try find(broken, entity, kind) {
          validation.fail(
            $0, table.title(of: $0), relationship.name, description.noun,
            isLeast ? .tooFew(limit) : .tooMany(limit), nil)
        }
      }
    }
    if !validation.failures.isEmpty { throw ValidationError(failures: validation.failures) }
  }

  /// Calls a closure with the ID of each recorded row that satisfies a
  /// condition.
  private func find(
    _ condition: ObjectPredicate, _ entity: CompiledEntity, _ kind: BatchTable.Kind,
    _ found: (ObjectID) -> Void
  ) throws {
    var numbering = Parameterization()
    let plan = FetchPlan(predicate: numbering.predicate(condition), includesSubentities: false)
    var compiler = SQLCompiler(table.store, entity: entity, constants: numbering.constants)
    let source = try compiler.source(plan)
    let mapping = table.mapping(entity.index)
    let sql =
      "SELECT t0.Z_PK FROM \(mapping.quotedTable) AS t0" + compiler.joins.clauses + source
      + " AND t0.Z_PK IN \(BatchTable.keys(kind, root: entity.rootIndex)) LIMIT 10"
    let statement = try table.connection.statement(sql.sql)
    FetchConstants(values: numbering.constants).bind(sql.parameters, to: statement)
    try statement.forEachRow {
      found(ObjectID(entity: table.store.references[entity.index], key: $0.int64(0)))
    }
  }
}

extension Validation {
  /// Adds a failure of an object that is known only by its ID.
  mutating func fail(
    _ id: ObjectID, _ title: String, _ name: String, _ label: String?,
    _ rule: ValidationFailure.Rule, _ message: String?
  ) {
    add(
      ValidationFailure(
        objectID: id, entityName: id.entityName, propertyName: name, value: .null, rule: rule,
        message: message, title: title, label: label))
  }
}

extension ManagedObject {
  /// Returns the error of a row that contains a value which its type cannot
  /// represent, if the object was read from such a row; otherwise nil.
  final func batchError(_ statement: Statement, _ mapping: EntityMapping) -> (any Error)? {
    let fault = statement.faults.pointee
    guard fault.kind != nil else { return nil }
    let column = statement.columnName(Int(fault.column))
    let known = mapping.columns.first { $0.name == column }
    let name = known?.keyPath ?? column
    if fault.kind == .missing {
      var validation = Validation()
      validation.check(self)
      validation.fail(name, .null, .missing, nil)
      return ValidationError(failures: validation.failures.filter { $0.propertyName == name })
    }
    // A number instead of the value means that the file cannot be opened.
    if known?.isExternal == true {
      return StoreError(
        .ioFailure, "the file of '\(entityName).\(name)' cannot be read; nothing was changed",
        objectIDs: [objectID], propertyNames: [name])
    }
    return StoreError(
      .wrongType,
      "'\(entityName).\(name)' cannot hold the value that the update computes",
      objectIDs: [objectID], propertyNames: [name])
  }
}
