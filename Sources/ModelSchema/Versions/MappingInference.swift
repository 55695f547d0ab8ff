/// Infers a mapping, entity by entity.
///
/// 1. Given mappings come first and are completed; the rest is inferred.
/// 2. Every newer entity is the destination of at least one mapping, and every older
///    entity without a successor is the source of a removal.
/// 3. `diagnostics` contains obstacles that follow from the two models alone;
///    `conditions` concerns the data, which are not available here.
final class MappingInference {
  let pairs: ModelCorrespondence
  let options: InferredMapping.Options
  /// The given mapping; nil if everything is inferred.
  let given: MappingModel?
  private let memo: VersionMemo?
  let steps: [MigrationDescription.Step]
  let assigned: MapAssignments
  private let hashes: (old: [String: Hash], new: [String: Hash])
  private let storageHashes: (old: [String: Hash], new: [String: Hash])
  private(set) var entities: [MappingModel.Entity] = []
  private(set) var diagnostics: [MappingDiagnostic] = []
  private(set) var conditions: [DataCondition] = []

  private typealias Hash = ManagedObjectModel.EntityHash

  init(
    _ pairs: ModelCorrespondence, steps: [MigrationDescription.Step], mapping: MappingModel?,
    options: InferredMapping.Options, memo: VersionMemo?
  ) {
    self.pairs = pairs
    given = mapping
    self.steps = steps
    self.options = options
    assigned = MapAssignments(steps, in: pairs.new)
    self.memo = memo
    let (old, new) = (pairs.old, pairs.new)
    hashes = (
      memo?.versionHashes(of: old) ?? old.versionHashes,
      memo?.versionHashes(of: new) ?? new.versionHashes
    )
    storageHashes = (
      memo?.storageHashes(of: old) ?? old.storageHashes,
      memo?.storageHashes(of: new) ?? new.storageHashes
    )
  }

  func run() {
    checkAssignments()
    for mapping in given?.entities ?? [] { check(mapping) }
    for mapping in given?.entities ?? [] { infer(mapping) }
    let known = Set(entities.compactMap(\.destinationName))
    for entity in pairs.new.entities where !known.contains(entity.name) { infer(entity) }
    // Removals in a given mapping are already included.
    let gone = Set(entities.filter { $0.destinationName == nil }.compactMap(\.sourceName))
    for entity in pairs.old.entities
    where pairs.successorCount(of: entity) == 0 && !gone.contains(entity.name) {
      entities.append(
        MappingModel.Entity(
          name: "IEM_Remove_\(entity.name)", kind: .remove, sourceName: entity.name,
          sourceHash: hashes.old[entity.name]))
    }
    // A mapping model may split and join entities; blocks and names cannot.
    if given == nil {
      checkSplits()
      checkJoins()
      checkHierarchies()
    }
  }

  // MARK: Entities

  /// Completes a given mapping by inference, and adds it.
  private func infer(_ mapping: MappingModel.Entity) {
    guard let name = mapping.destinationName else { return entities.append(mapping) }
    guard let entity = pairs.new.entity(named: name) else { return }
    guard let source = mapping.sourceName.flatMap(pairs.old.entity(named:)) else {
      return add(entity, mapping)
    }
    infer(entity, from: source, mapping)
  }

  private func infer(_ entity: EntityDescription) {
    guard let source = pairs.source(of: entity) else { return add(entity, nil) }
    guard let memo, given == nil, pairs.goesByEnds,
      let stride = memo.stride(of: source, in: pairs.old, to: entity, in: pairs.new)
    else { return infer(entity, from: source, nil) }
    if let known = memo.findings(about: stride) {
      entities.append(known.mapping)
      diagnostics += known.diagnostics
      conditions += known.conditions
      return
    }
    let (known, asked) = (diagnostics.count, conditions.count)
    infer(entity, from: source, nil)
    guard let mapping = entities.last else { return }
    memo.note(
      EntityFindings(
        mapping: mapping, diagnostics: diagnostics[known...], conditions: conditions[asked...]),
      about: stride)
  }

  private func infer(
    _ entity: EntityDescription, from source: EntityDescription, _ given: MappingModel.Entity?
  ) {
    // The storage hashes are compared, since rows with the same version hash
    // may contain different composites or decimals.
    let isSame = storageHashes.old[source.name] == storageHashes.new[entity.name]
    var mapping =
      given
      ?? MappingModel.Entity(
        name: isSame ? "IEM_Copy_\(entity.name)" : "IEM_Transform_\(entity.name)",
        kind: isSame ? .copy : .transform, sourceName: source.name, destinationName: entity.name,
        sourceHash: hashes.old[source.name], destinationHash: hashes.new[entity.name])
    (mapping.attributes, mapping.relationships) = ([], [])
    // Rows of an abstract entity are not allowed.
    if entity.isAbstract, !source.isAbstract {
      conditions.append(.noObjects(entity: source.name))
    }
    // The counts are taken after the condition above, which also applies if
    // there is a policy.
    let (known, asked) = (diagnostics.count, conditions.count)
    for (new, old) in pairs.properties(of: entity, from: source) where new.isStored {
      let value = given?.property(named: new.name)?.value
      let old = older(old, value, source)
      switch new {
      case .attribute(let attribute):
        var property = infer(attribute, old, entity, source, value)
        property.userInfo = given?.property(named: new.name)?.userInfo ?? [:]
        mapping.attributes.append(property)
        if value == nil { mapping.attributes += assignedElements(of: attribute, entity) }
      case .relationship(let relationship):
        if var property = infer(relationship, old, entity, source, value) {
          property.userInfo = given?.property(named: new.name)?.userInfo ?? [:]
          mapping.relationships.append(property)
        }
      case .fetched: break
      }
    }
    // A policy may set any value, and a condition may exclude objects, so the rules are
    // checked on the result.
    if given?.policyName != nil { diagnostics.removeSubrange(known...) }
    if given?.policyName != nil || given?.predicate != nil { conditions.removeSubrange(asked...) }
    checkUniqueness(entity, source, given, mapping)
    entities.append(mapping)
  }

  /// Returns the older property that a newer property continues: the property
  /// that a mapping specifies, otherwise the corresponding one; nil if there is
  /// none.
  private func older(
    _ old: PropertyDescription?, _ value: MappingModel.Property.Value?,
    _ source: EntityDescription
  ) -> PropertyDescription? {
    let property: PropertyDescription? =
      switch value {
      case .source(let name)?, .converted(let name)?:
        pairs.old.properties(of: source).first { $0.name == name }
      case .defaultValue?: nil
      case .expression?, nil: old
      }
    return property.flatMap { $0.isStored ? $0 : nil }
  }

  private func add(_ entity: EntityDescription, _ given: MappingModel.Entity?) {
    entities.append(
      MappingModel.Entity(
        name: given?.name ?? "IEM_Add_\(entity.name)", kind: .add, destinationName: entity.name,
        destinationHash: hashes.new[entity.name],
        attributes: pairs.new.properties(of: entity).filter { $0.attribute != nil && $0.isStored }
          .map { .init($0.name, .defaultValue) }))
    requireUniqueness(entity)
  }

  /// Requires that objects of a new entity are unique. The objects include
  /// those of its subentities, which may be older and were unique only in their
  /// own entities.
  private func requireUniqueness(_ entity: EntityDescription) {
    let constraints = entity.allUniquenessConstraints
    guard !constraints.isEmpty,
      pairs.new.family(of: entity).contains(where: { pairs.source(of: $0) != nil })
    else { return }
    for constraint in constraints {
      require(.unique(entity: entity.name, keyPaths: constraint.keyPaths))
    }
  }

  private func checkUniqueness(
    _ entity: EntityDescription, _ source: EntityDescription, _ given: MappingModel.Entity?,
    _ mapping: MappingModel.Entity
  ) {
    // Few entities have constraints, and pairing properties is the most expensive part
    // of a comparison.
    let constraints = entity.allUniquenessConstraints
    guard !constraints.isEmpty else { return }
    let known = pairs.old.lineage(of: source).flatMap(\.allUniquenessConstraints).map(\.keyPaths)
    let names = Dictionary(
      first: pairs.properties(of: entity).compactMap { new, old in old.map { (new.name, $0.name) } }
    )
    for constraint in constraints {
      let before = constraint.keyPaths.map { names[$0] ?? $0 }
      // Assigned values, converted values and defaults are new, so the
      // uniqueness of the older values does not extend to them.
      let isAssigned = constraint.keyPaths.contains {
        if case .converted? = mapping.property(named: $0)?.value { return true }
        return given != nil || assignment(entity, $0) != nil || isFilled($0, entity)
      }
      guard isAssigned || !known.contains(before) else { continue }
      // A missing value is never equal to another value.
      let isEmpty = constraint.keyPaths.contains { isWithoutValues($0, entity) }
      guard isAssigned || !isEmpty else { continue }
      let condition = DataCondition.unique(entity: entity.name, keyPaths: constraint.keyPaths)
      // An entity may be mapped several times, so a condition may already
      // exist.
      if !conditions.contains(condition) { conditions.append(condition) }
    }
  }

  /// Returns whether a property is new and has no value in old rows.
  private func isWithoutValues(_ name: String, _ entity: EntityDescription) -> Bool {
    guard let pair = pairs.properties(of: entity).first(where: { $0.new.name == name }) else {
      return false
    }
    return pair.old == nil && pair.new.attribute?.defaultValue == nil
  }

  // MARK: Whole models

  private func checkSplits() {
    for entity in pairs.old.entities where pairs.successorCount(of: entity) > 1 {
      let successors = pairs.successors(of: entity)
      diagnostics.append(
        MappingDiagnostic(
          kind: .splitEntity, entityName: successors[1].name, propertyName: nil,
          message: "'\(successors[0].name)' and '\(successors[1].name)' both continue "
            + "'\(entity.name)'",
          cure: "a policy in Swift says which object becomes what",
          concernedEntities: [entity.name]))
    }
  }

  /// Reports blocks that map two older entities to one newer entity.
  private func checkJoins() {
    var sources: [String: String] = [:]
    for case .map(let from, let to, _) in steps {
      guard let other = sources.updateValue(from, forKey: to), other != from else { continue }
      diagnostics.append(
        MappingDiagnostic(
          kind: .mergedEntities, entityName: to, propertyName: nil,
          message: "'\(other)' and '\(from)' are both mapped to '\(to)'",
          cure: "a mapping model joins entities", concernedEntities: [other]))
    }
  }

  /// Reports hierarchies that were joined. Keys are unique only within a
  /// hierarchy, so two hierarchies cannot be joined.
  private func checkHierarchies() {
    // Few entities have subentities, and finding a family requires a search
    // through all entities.
    let parents = Set(pairs.new.entities.compactMap(\.parentName))
    for root in pairs.new.entities where root.parentName == nil && parents.contains(root.name) {
      var sources: [String] = []
      for entity in pairs.new.family(of: root) {
        guard let source = pairs.source(of: entity) else { continue }
        let old = pairs.old.lineage(of: source)[0].name
        if !sources.contains(old) { sources.append(old) }
      }
      guard sources.count > 1 else { continue }
      let names = sources.map { "'\($0)'" }.joined(separator: " and ")
      diagnostics.append(
        MappingDiagnostic(
          kind: .mergedHierarchies, entityName: root.name, propertyName: nil,
          message: "\(names) had no common parent and share '\(root.name)' now",
          cure: "keep them apart, or copy the objects with a policy in Swift",
          concernedEntities: Array(sources.dropFirst())))
    }
  }

  func report(_ diagnostic: MappingDiagnostic) { diagnostics.append(diagnostic) }

  func require(_ condition: DataCondition) { conditions.append(condition) }

  /// Returns the elements of a composite that a migration block assigns, each
  /// with a property mapping for its key path.
  private func assignedElements(
    of attribute: AttributeDescription, _ entity: EntityDescription
  ) -> [MappingModel.Property] {
    guard case .composite = attribute.type else { return [] }
    return assigned.elements(of: attribute.name, in: entity).sorted { $0.key < $1.key }
      .map { .init($0.key, .expression($0.value)) }
  }

  /// Returns the expression that a migration block assigns to a property; nil
  /// if there is none.
  func assignment(_ entity: EntityDescription, _ property: String) -> ObjectExpression? {
    assigned.expression(for: property, of: entity)
  }
}

extension ManagedObjectModel {
  /// Returns the entity and all of its descendants.
  package func family(of entity: EntityDescription) -> [EntityDescription] {
    [entity] + subentities(of: entity).flatMap(family)
  }
}
