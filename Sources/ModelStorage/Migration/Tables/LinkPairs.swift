/// The pairs of newer objects that one mapping relates, as statements that
/// select `owner`, `member`, and the positions of both.
struct LinkPairs {
  private let plan: SchemaMigrationPlan
  private let relationship: CompiledRelationship
  private let source: TableChange.Source

  init(
    _ plan: SchemaMigrationPlan, _ relationship: CompiledRelationship, _ source: TableChange.Source
  ) {
    self.plan = plan
    self.relationship = relationship
    self.source = source
  }

  /// Returns the pairs that a property mapping specifies.
  func selects(_ value: MappingModel.Property.Value) throws -> [String] {
    switch value {
    case .source(let name), .converted(let name): return continued(name, to: nil)
    case .expression(let expression): return try computed(expression)
    case .defaultValue: return []
    }
  }

  // MARK: Older relationships

  /// Returns the pairs of an older relationship.
  ///
  /// - Parameter mapping: The mapping of the members; nil for all mappings.
  private func continued(_ name: String, to mapping: String?) -> [String] {
    guard let before = source.old.entity.relationship(named: name),
      let pairs = PairSelect(before, of: source.old, in: plan.old)
    else { return [] }
    let root = plan.old.model.entities[before.destinationIndex].rootIndex
    let owner = plan.association(of: source, key: "p.owner", .destinationInstances, alias: "a")
    return targets(root).filter { mapping == nil || $0.mapping.name == mapping }.map { target in
      let member = plan.association(
        of: target, key: "p.member", .destinationInstances, alias: "b")
      return """
        SELECT \(owner.key) AS owner, \(member.key) AS member, p.place AS place, \
        p.inversePlace AS inversePlace FROM (\(pairs.sql)) AS p CROSS JOIN \(owner.table) \
        CROSS JOIN \(member.table) WHERE \(owner.condition) AND \(member.condition)
        """
    }
  }

  /// Returns the mappings that turn objects of a hierarchy into possible
  /// members of the relationship. The first mapping is written last, so that it
  /// determines the object of a to-one relationship.
  private func targets(_ oldRoot: Int) -> [TableChange.Source] {
    let family = plan.new.model.entities[relationship.destinationIndex].family
    // Keys of another hierarchy may be equal but belong to other objects.
    let found = plan.sources.filter {
      family.contains($0.new.entity.index) && $0.old.entity.rootIndex == oldRoot
        && !$0.new.entity.description.isAbstract
    }
    return relationship.isToMany ? found : found.reversed()
  }

  // MARK: Expressions

  private func computed(_ expression: ObjectExpression) throws -> [String] {
    // An older relationship through one mapping is not computed but continued,
    // with its positions.
    if let call = expression.managerCall, call.function == .destinationInstances,
      case .keyPath(let names, of: .variable("source")) = call.objects, names.count == 1,
      source.old.entity.relationship(named: names[0]) != nil,
      let target = plan.source(ofMapping: call.mapping)
    {
      try check(target.new.entity, expression)
      return continued(names[0], to: call.mapping)
    }
    if case .keyPath(let names, of: .variable("source")) = expression, names.count == 1,
      source.old.entity.relationship(named: names[0]) != nil
    {
      return continued(names[0], to: nil)
    }
    let compiler = MappingExpression(plan, source.old, to: source.new.entity)
    if let key = try compiler.find(expression) { return [pairs(key)] }
    let isNew = expression.migrationSide == .new
    switch try compiler.operand(expression) {
    case .value(let value) where value.type == .null: return []
    case .object(let object):
      return try resolved(pairs(object.key.sql), object.entity, isNew, expression)
    case .collection(let collection):
      guard case .object(let object) = collection.element else { throw noObjects(expression) }
      return try resolved(pairs(collection, object.key.sql), object.entity, isNew, expression)
    default: throw noObjects(expression)
    }
  }

  private func noObjects(_ expression: ObjectExpression) -> MigrationError {
    MigrationError(
      .invalidMapping,
      "'\(source.mapping.name)': '\(relationship.name)' leads to objects, and "
        + "'\(expression.format)' gives none")
  }

  private func check(_ entity: CompiledEntity, _ expression: ObjectExpression) throws {
    let destination = plan.new.model.entities[relationship.destinationIndex]
    guard !destination.family.contains(entity.index) else { return }
    throw MigrationError(
      .invalidMapping,
      "'\(source.mapping.name)': '\(relationship.name)' leads to '\(destination.name)', and "
        + "'\(expression.format)' gives '\(entity.name)'")
  }

  /// Returns the selects of pairs whose members are new objects. Old members
  /// are replaced by the objects that the mappings created from them.
  private func resolved(
    _ pairs: String, _ entity: CompiledEntity, _ isNew: Bool, _ expression: ObjectExpression
  ) throws -> [String] {
    if isNew {
      try check(entity, expression)
      return [pairs]
    }
    return targets(entity.rootIndex).map { target in
      let member = plan.association(
        of: target, key: "p.member", .destinationInstances, alias: "b")
      return """
        SELECT p.owner AS owner, \(member.key) AS member, p.place AS place, \
        NULL AS inversePlace FROM (\(pairs)) AS p CROSS JOIN \(member.table) \
        WHERE \(member.condition)
        """
    }
  }

  private var interim: String {
    plan.interim.entities[source.new.entity.index].quotedTable
  }

  private func pairs(_ key: String) -> String {
    let tie = MigrationStatements(plan: plan).tie(source)
    return """
      SELECT owner, member, NULL AS place, NULL AS inversePlace FROM \
      (SELECT n0.Z_PK AS owner, \(key) AS member FROM \(tie.from) CROSS JOIN \(interim) AS n0 \
      WHERE \(tie.condition)) WHERE member IS NOT NULL
      """
  }

  private func pairs(_ collection: SQLCollection, _ key: String) -> String {
    let tie = MigrationStatements(plan: plan).tie(source)
    // A sub-select in FROM, such as a set without duplicates, cannot refer to
    // the other tables of the FROM clause; a sub-select used as a value can.
    let keys = collection.select(SQLFragment("json_group_array(\(key))")).sql
    return """
      SELECT n0.Z_PK AS owner, j.value AS member, NULL AS place, NULL AS inversePlace \
      FROM \(tie.from) CROSS JOIN \(interim) AS n0 CROSS JOIN json_each((\(keys))) AS j \
      WHERE \(tie.condition) AND j.value IS NOT NULL
      """
  }
}
