extension MappingInference {
  /// Reports assignments of a migration block to parts that cannot be assigned,
  /// since the assigned values would be lost silently.
  func checkAssignments() {
    for step in steps {
      switch step {
      case .map(let from, let to, let assignments):
        check(assignments, of: to, from: from, in: "map \(from) -> \(to)")
      case .insert(let name, let path, let assignments):
        check(assignments, of: name, from: nil, in: "insert \(name) from distinct \(path)")
      case .drop, .before, .after, .policy, .optionalPolicy, .mapping: break
      }
    }
  }

  private func check(
    _ assignments: [MigrationDescription.Assignment], of name: String, from older: String?,
    in step: String
  ) {
    // A store that contains a part of the model ignores assignments to other
    // entities.
    guard let entity = pairs.new.entity(named: name) else { return }
    let source = older.flatMap(pairs.old.entity(named:))
    for assignment in assignments {
      let path = assignment.keyPath
      func report(_ what: String, _ cure: String) {
        self.report(
          MappingDiagnostic(
            kind: .invalidMapping, entityName: name, propertyName: path,
            message: "'\(step)' assigns '\(path)', \(what)", cure: cure, concernedEntities: []))
      }
      guard isAssignable(path, of: entity) else {
        report(
          "which is no stored property of '\(name)'",
          "assign a property, or an element of a composite")
        continue
      }
      let property = pairs.new.properties(of: entity).first { $0.name == path }
      guard let relationship = property?.relationship, relationship.isToMany else { continue }
      let before = source.flatMap { olderRelationship(assignment.expression, of: $0) }
      guard let before = before?.relationship else {
        report(
          "which leads to many objects",
          "assign it one older relationship, as in '\(path) = old.name', or write a mapping model")
        continue
      }
      if contradicts(relationship, before) {
        report("whose other end is assigned something else", "assign one of both ends")
      }
    }
  }

  /// Returns whether a block assigns to the inverse of a to-many relationship
  /// anything other than the inverse of the relationship that it assigns to the
  /// to-many relationship.
  private func contradicts(
    _ relationship: RelationshipDescription, _ before: RelationshipDescription
  ) -> Bool {
    guard let inverse = relationship.inverseName,
      let destination = pairs.new.entity(named: relationship.destinationName)
    else { return false }
    return pairs.new.family(of: destination).contains { owner in
      guard let expression = assignment(owner, inverse) else { return false }
      let other = pairs.source(of: owner).flatMap { olderRelationship(expression, of: $0) }
      return other == nil || other?.name != before.inverseName
    }
  }

  /// Returns whether a path leads to a stored property, or to an element that
  /// is not itself a composite.
  private func isAssignable(_ path: String, of entity: EntityDescription) -> Bool {
    let names = path.split(separator: ".").map(String.init)
    guard let name = names.first,
      let property = pairs.new.properties(of: entity).first(where: { $0.name == name }),
      property.isStored
    else { return false }
    guard names.count > 1 else { return true }
    var type = property.attribute?.type
    for name in names.dropFirst() {
      guard case .composite(let composite)? = type,
        let element = pairs.new.composite(named: composite)?.elements
          .first(where: { $0.name == name })
      else { return false }
      type = element.type
    }
    if case .composite? = type { return false }
    return true
  }

  /// Reports the errors in a given mapping.
  func check(_ mapping: MappingModel.Entity) {
    // Both names are checked, so that both errors are reported together.
    let isKnown = [
      check(mapping.sourceName, pairs.old, "older", mapping.sourceHash, mapping),
      check(mapping.destinationName, pairs.new, "newer", mapping.destinationHash, mapping),
    ].allSatisfy(\.self)
    if mapping.sourceName == nil, mapping.destinationName == nil {
      report(mapping, nil, "names no entity", "name the older one, the newer one, or both")
    }
    if let given, given.entities.count(where: { $0.name == mapping.name }) > 1 {
      report(mapping, nil, "is there twice", "give each a name of its own")
    }
    guard isKnown, let name = mapping.destinationName, let entity = pairs.new.entity(named: name)
    else { return }
    for property in mapping.attributes + mapping.relationships { check(property, mapping, entity) }
  }

  private func check(
    _ name: String?, _ model: ManagedObjectModel, _ which: String, _ hash: Data?,
    _ mapping: MappingModel.Entity
  ) -> Bool {
    guard let name else { return true }
    guard model.entity(named: name) != nil else {
      report(
        mapping, nil, "names '\(name)', which the \(which) version does not have",
        nearestSuggestion(for: name, in: model.entities.map(\.name))
          ?? "name an entity of the \(which) version")
      return false
    }
    guard let hash, hash != model.versionHashes[name] else { return true }
    report(
      mapping, nil, "was made for another '\(name)' than the \(which) version's",
      "make it again from both versions, or leave its hashes out")
    return true
  }

  private func check(
    _ property: MappingModel.Property, _ mapping: MappingModel.Entity,
    _ entity: EntityDescription
  ) {
    let names = pairs.new.properties(of: entity).filter(\.isStored).map(\.name)
    guard names.contains(property.name) else {
      report(
        mapping, property.name, "maps '\(property.name)', which '\(entity.name)' does not have",
        nearestSuggestion(for: property.name, in: names) ?? "map a stored property")
      return
    }
    switch property.value {
    case .source(let name), .converted(let name):
      let source = mapping.sourceName.flatMap(pairs.old.entity(named:))
      let known = source.map { pairs.old.properties(of: $0).filter(\.isStored).map(\.name) } ?? []
      guard !known.contains(name) else { return }
      report(
        mapping, property.name,
        "takes '\(property.name)' from '\(name)', which "
          + (source.map { "the older '\($0.name)' does not have" } ?? "needs an older entity"),
        nearestSuggestion(for: name, in: known) ?? "name a stored property")
    case .expression(let expression): check(expression, of: property.name, mapping)
    case .defaultValue: break
    }
  }

  /// Checks that an expression uses known variables, and that it passes the
  /// names of known mappings to `$manager`.
  private func check(
    _ expression: ObjectExpression, of property: String, _ mapping: MappingModel.Entity
  ) {
    let names = given?.entities.map(\.name) ?? []
    // Migration blocks use `old` as a name for `$source`.
    let known: Set = ["source", "old", "destination", "manager"]
    for name in expression.variables.subtracting(known).sorted() {
      report(
        mapping, property, "asks for '$\(name)', which stands for nothing",
        "there are $source, $destination and $manager")
    }
    var calls: [String] = []
    _ = expression.rewriting { part in
      if let call = part.managerCall { calls.append(call.mapping) }
      return nil
    }
    for call in calls where !names.contains(call) {
      report(
        mapping, property, "asks $manager for the mapping '\(call)', which is not there",
        nearestSuggestion(for: call, in: names) ?? "name a mapping of this model")
    }
  }

  private func report(
    _ mapping: MappingModel.Entity, _ property: String?, _ what: String, _ cure: String
  ) {
    report(
      MappingDiagnostic(
        kind: .invalidMapping, entityName: mapping.destinationName ?? mapping.sourceName ?? "",
        propertyName: property, message: "the mapping '\(mapping.name)' \(what)", cure: cure,
        concernedEntities: []))
  }
}
