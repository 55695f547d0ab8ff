extension DataModelImporter {
  /// The variable that refers to the object in the condition of a fetched
  /// property.
  static let sourceVariable = (exported: "FETCH_SOURCE", own: "source")

  // MARK: Derived attributes

  /// Reads the expressions of derived attributes.
  func readDerivations() {
    for property in entities.flatMap(\.properties) where property.element.isYes("derived") {
      guard case .attribute(var attribute)? = property.description else { continue }
      let text = property.element["derivationExpression"] ?? ""
      do {
        let written = try ObjectExpression(format: text)
        attribute.derivation = renaming.expression(written, of: property.owner.name)
          .movingAggregate(behind: false)
        attribute.isConstant = false
        property.description = .attribute(attribute)
      } catch {
        warnDerivation(property, error)
      }
    }
  }

  // MARK: Fetches

  /// Reads fetched properties and fetch request templates.
  func readFetches() {
    for property in entities.flatMap(\.properties)
    where property.element.name == "fetchedProperty" {
      readFetchedProperty(property)
    }
    for element in root.children("fetchRequest") { readTemplate(element) }
  }

  private func readFetchedProperty(_ property: ImportedProperty) {
    guard let request = property.element.children("fetchRequest").first,
      let target = entitiesByName[request["entity"] ?? ""]
    else {
      diagnostics.warn(
        .unknownEntity, "nothing says what '\(property.title)' fetches; it is left out",
        at: property.element.place(of: "name"))
      return
    }
    property.destination = nil
    let info = UserInfo(of: property.element)
    var template = FetchTemplate(name: property.name, entityName: target.name)
    var renaming = renaming
    renaming.variables[Self.sourceVariable.exported] = Self.sourceVariable.own
    renaming.sources[Self.sourceVariable.exported] = property.owner.name
    read(request, into: &template, of: target, renaming, titled: property.title)
    if let others = template.predicate?.variables.subtracting([Self.sourceVariable.own]),
      !others.isEmpty
    {
      keepAsText(request, &template, property.title, "'$\(others.sorted()[0])' has no value")
    }
    var fetched = FetchedPropertyDescription(
      name: property.name, documentation: info[.documentation], request: template,
      userInfo: info.entries)
    if let stored = property.columnName {
      fetched.userInfo[PreservedAttribute.prefix + "name"] = stored
    }
    property.description = .fetched(fetched)
  }

  private func readTemplate(_ element: XMLElementNode) {
    guard let name = name(of: element, .syntaxError, "a fetch") else { return }
    guard let target = entitiesByName[element["entity"] ?? ""] else {
      diagnostics.warn(
        .unknownEntity,
        "no entity '\(element["entity"] ?? "")'; the fetch '\(name)' is left out",
        at: element.place(of: "entity"))
      return
    }
    guard !target.description.fetchTemplates.contains(where: { $0.name == name }) else {
      diagnostics.warn(
        .duplicateName, "there are two fetches '\(name)'; the second one is left out",
        at: element.place(of: "name"))
      return
    }
    let info = UserInfo(of: element)
    var template = FetchTemplate(
      name: name, documentation: info[.documentation], entityName: target.name,
      userInfo: info.entries)
    readResult(of: element, into: &template)
    read(element, into: &template, of: target, renaming, titled: name)
    if let predicate = template.predicate {
      template.parameters = ParameterTypes(model: self).parameters(
        of: predicate, from: target.name)
    }
    target.description.fetchTemplates.append(template)
  }

  /// Reads the result type, which is a number in Core Data.
  private func readResult(of element: XMLElementNode, into template: inout FetchTemplate) {
    switch element["resultType"] ?? "" {
    case "", "0":
      if FetchTemplate.isOne(template.name) { template.result = .first }
    case "4": template.result = .count
    case let other:
      let names = ["1": "object IDs", "2": "dictionaries"]
      diagnostics.warn(
        .fetchResult,
        "the fetch '\(template.name)' gives objects here, and \(names[other] ?? "'\(other)'") in "
          + "Core Data", at: element.place(of: "resultType"))
    }
  }

  /// Reads the condition and the limit of a fetch request into a template.
  private func read(
    _ element: XMLElementNode, into template: inout FetchTemplate, of entity: ImportedEntity,
    _ renaming: KeyPathRenaming, titled title: String
  ) {
    if let limit = element["fetchLimit"].flatMap({ Int64($0) }), limit > 0 {
      template.limit = .constant(.integer(limit))
    }
    guard let format = element.filled("predicateString") else { return }
    do {
      let predicate = try ObjectPredicate(format: format)
      template.predicate = renaming.predicate(predicate, of: entity.name)
    } catch {
      keepAsText(element, &template, title, error.message)
    }
  }

  /// Keeps a condition in predicate format, and adds a warning with the reason.
  func keepAsText(
    _ element: XMLElementNode, _ template: inout FetchTemplate, _ title: String, _ reason: String
  ) {
    template.predicate = nil
    template.predicateFormat = element["predicateString"]
    diagnostics.warn(
      .invalidExpression,
      "\(ImportDiagnostics.unreadCondition)'\(title)' cannot be read: \(reason)",
      at: element.place(of: "predicateString"))
  }

  // MARK: Configurations

  /// Reads configurations, and adds entities to them so that no relationship
  /// leads from one store into another.
  func readConfigurations() {
    var names: Set<String> = []
    for element in root.children("configuration") {
      guard let name = name(of: element, .syntaxError, "a configuration") else { continue }
      guard names.insert(name).inserted else {
        diagnostics.warn(
          .duplicateName, "there are two configurations '\(name)'; the second one is left out",
          at: element.place(of: "name"))
        continue
      }
      var members: [String] = []
      for member in element.children("memberEntity") {
        guard let entity = entitiesByName[member["name"] ?? ""] else {
          diagnostics.warn(
            .unknownEntity,
            "no entity '\(member["name"] ?? "")'; configuration '\(name)' is without it",
            at: member.place(of: "name"))
          continue
        }
        if !members.contains(entity.name) { members.append(entity.name) }
      }
      let info = UserInfo(of: element)
      model.configurations.append(
        ConfigurationDescription(
          name: name, documentation: info[.documentation], entityNames: members,
          userInfo: info.entries))
    }
    mendConfigurations()
  }

  /// Puts related entities into the same store. Each round may require further
  /// additions.
  private func mendConfigurations() {
    guard model.configurations.count > 1 else { return }
    let relationships = entities.flatMap(\.properties).filter { $0.relationship != nil }
    while relationships.count(where: mendConfigurations) > 0 {}
  }

  /// Returns whether a relationship led into another store and has been repaired.
  private func mendConfigurations(for property: ImportedProperty) -> Bool {
    guard let destination = property.destination?.name else { return false }
    let here = configurations(of: property.owner.name)
    let there = configurations(of: destination)
    guard !here.isEmpty, !there.isEmpty, here.isDisjoint(with: there),
      let first = model.configurations.firstIndex(where: { here.contains($0.name) })
    else { return false }
    model.configurations[first].entityNames.append(destination)
    diagnostics.warn(
      .crossStoreRelationship,
      "'\(property.title)' leads to '\(destination)', which lives in another store; "
        + "configuration '\(model.configurations[first].name)' has '\(destination)' too here",
      at: property.element.place(of: "destinationEntity"))
    return true
  }

  private func configurations(of entity: String) -> Set<String> {
    Set(model.configurations.filter { $0.entityNames.contains(entity) }.map(\.name))
  }
}
