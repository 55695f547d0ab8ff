extension MappingInference {
  /// Infers the source of a relationship's objects; nil if the relationship is new.
  func infer(
    _ relationship: RelationshipDescription, _ old: PropertyDescription?,
    _ entity: EntityDescription, _ source: EntityDescription,
    _ given: MappingModel.Property.Value?
  ) -> MappingModel.Property? {
    let name = relationship.name
    if case .expression? = given, let given { return .init(name, given) }
    if given == nil, !relationship.isToMany, let expression = assignment(entity, name) {
      return .init(name, .expression(expression))
    }
    // A to-many relationship may be empty in the rows, since its counts are rules for
    // objects.
    let isRequired = !relationship.isOptional && !relationship.isToMany
    let older = given == nil ? continued(relationship, old, entity, source) : old
    // The keys of removed objects could be those of other objects.
    guard let old = older.flatMap({ leadsNowhere($0) ? nil : $0 }) else {
      // If the inverse existed before, its keys are used to fill this
      // relationship.
      let inverses = olderInverses(relationship)
      if isRequired, inverses.isEmpty {
        report(missingValue(name, "'\(relationship.destinationName)'", entity, source))
      }
      if !relationship.isToMany { requireOneOwner(inverses) }
      return given == .defaultValue ? .init(name, .defaultValue) : nil
    }
    guard let before = old.relationship else {
      report(kindChange(name, entity, source))
      return nil
    }
    if isRequired, before.isOptional || before.isToMany {
      require(.hasValue(entity: source.name, property: before.name))
    }
    // Otherwise it would be undetermined which of several objects is kept.
    if before.isToMany, !relationship.isToMany {
      require(.atMostOne(entity: source.name, relationship: before.name))
    }
    if isRequired { requireKeptObjects(before, source) }
    checkDestination(before, relationship, entity, source)
    return .init(name, .source(before.name))
  }

  /// Requires that a required relationship does not lead to an object of a
  /// removed entity.
  private func requireKeptObjects(
    _ relationship: RelationshipDescription, _ source: EntityDescription
  ) {
    // Objects that a mapping model creates are validated by their rules.
    guard given == nil,
      let destination = pairs.old.entity(named: relationship.destinationName)
    else { return }
    let gone = pairs.old.family(of: destination).filter {
      !$0.isAbstract && pairs.successorCount(of: $0) == 0
    }
    guard !gone.isEmpty else { return }
    require(
      .leadsToNone(
        entity: source.name, relationship: relationship.name, of: gone.map(\.name)))
  }

  /// Returns the older property that a newer relationship continues; nil if the
  /// relationship is new.
  ///
  /// A to-many relationship has no column to assign. If a block assigns an
  /// older relationship to it, the to-many relationship continues the older
  /// relationship, and its inverse continues the older inverse, whatever their
  /// names are.
  private func continued(
    _ relationship: RelationshipDescription, _ old: PropertyDescription?,
    _ entity: EntityDescription, _ source: EntityDescription
  ) -> PropertyDescription? {
    guard !assigned.isEmpty else { return old }
    if let expression = assignment(entity, relationship.name) {
      return relationship.isToMany ? olderRelationship(expression, of: source) : nil
    }
    guard let destination = pairs.new.entity(named: relationship.destinationName) else {
      return old
    }
    let followsOther = pairs.new.family(of: destination).contains { owner in
      pairs.new.properties(of: owner).contains {
        $0.name == relationship.inverseName && $0.relationship?.isToMany == true
          && assignment(owner, $0.name) != nil
      }
    }
    return followsOther ? nil : old
  }

  /// Returns the older relationship that an expression such as `old.labels`
  /// represents; nil for any other expression, or if all objects of the
  /// relationship are removed.
  func olderRelationship(
    _ expression: ObjectExpression, of source: EntityDescription
  ) -> PropertyDescription? {
    guard case .keyPath(let names, of: .variable(let base)) = expression, names.count == 1,
      ["old", "source"].contains(base)
    else { return nil }
    return pairs.old.properties(of: source).first {
      $0.name == names[0] && $0.isStored && $0.relationship != nil && !leadsNowhere($0)
    }
  }

  /// Returns whether all entities that an older relationship leads to are
  /// removed.
  private func leadsNowhere(_ property: PropertyDescription) -> Bool {
    // A mapping model itself determines the destinations of links.
    guard given == nil, let name = property.relationship?.destinationName,
      let destination = pairs.old.entity(named: name)
    else { return false }
    let kinds = pairs.old.family(of: destination).filter { !$0.isAbstract }
    return !kinds.isEmpty && kinds.allSatisfy { pairs.successorCount(of: $0) == 0 }
  }

  /// An older relationship, and the older entity that has it.
  private typealias OlderInverse = (owner: EntityDescription, relationship: RelationshipDescription)

  /// Returns the older relationships that the inverse of a new relationship
  /// continues. The older relationships determine the objects of the new
  /// relationship.
  private func olderInverses(_ relationship: RelationshipDescription) -> [OlderInverse] {
    guard let destination = pairs.new.entity(named: relationship.destinationName) else { return [] }
    return pairs.new.family(of: destination).compactMap { owner in
      let pair = pairs.properties(of: owner).first { $0.new.name == relationship.inverseName }
      guard let pair, let end = pair.new.relationship, let source = pairs.source(of: owner),
        let before = continued(end, pair.old, owner, source)?.relationship
      else { return nil }
      return (source, before)
    }
  }

  /// Requires that no two objects lead to the same object; otherwise it would
  /// be undetermined to which of the two its new inverse leads.
  private func requireOneOwner(_ inverses: [OlderInverse]) {
    // A mapping model itself determines the owner.
    guard given == nil else { return }
    for (owner, relationship) in inverses where !hasOneOwner(relationship) {
      let condition = DataCondition.atMostOneOwner(
        entity: owner.name, relationship: relationship.name)
      // The owners in subentities are included in those of the entity.
      let isKnown = pairs.old.lineage(of: owner).contains {
        conditions.contains(
          .atMostOneOwner(entity: $0.name, relationship: relationship.name))
      }
      if !isKnown { require(condition) }
    }
  }

  /// Returns whether the inverse of an older relationship leads to at most one
  /// object.
  private func hasOneOwner(_ relationship: RelationshipDescription) -> Bool {
    guard let destination = pairs.old.entity(named: relationship.destinationName),
      let inverse = relationship.inverseName
    else { return false }
    let end = pairs.old.properties(of: destination).first { $0.name == inverse }
    return end?.relationship?.isToMany == false
  }

  private func checkDestination(
    _ old: RelationshipDescription, _ new: RelationshipDescription, _ entity: EntityDescription,
    _ source: EntityDescription
  ) {
    // A mapping model itself determines the destinations of links.
    guard given == nil, let before = pairs.old.entity(named: old.destinationName),
      let after = pairs.new.entity(named: new.destinationName)
    else { return }
    // An object of a subentity is also an object of the entity.
    let held = Set(pairs.new.family(of: after).map(\.name))
    let strays = pairs.old.family(of: before).filter { !$0.isAbstract }
      .flatMap { pairs.successors(of: $0) }.filter { !held.contains($0.name) }
    guard let stray = strays.first else { return }
    report(
      MappingDiagnostic(
        kind: .destination, entityName: entity.name, propertyName: new.name,
        message: "'\(entity.name).\(new.name)' leads to '\(after.name)' now, but old objects lead "
          + "to '\(stray.name)'",
        cure: "call the relationship otherwise and drop the old one, or map it",
        concernedEntities: [source.name]))
  }
}
