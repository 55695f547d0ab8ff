extension DataModelImporter {
  /// Enters the entities under their names.
  func declareEntities() {
    for element in root.children("entity") {
      guard let name = name(of: element, .unknownEntity, "an entity") else { continue }
      if let other = entitiesByName[name] {
        diagnostics.warn(
          .duplicateName, "there are two entities '\(name)'; the second one is left out",
          at: element.place(of: "name"),
          note: ("the first one is here", other.element.place(of: "name")))
        continue
      }
      let entity = ImportedEntity(element, name: name)
      readHead(of: entity)
      entities.append(entity)
      entitiesByName[name] = entity
    }
    readComposites()
    if entities.isEmpty {
      diagnostics.add(
        .emptyModel, "the model has no entities", at: root.offset,
        fix: "add one with Xcode's 'Add Entity', or in the text: 'entity Item {}'")
    }
    nameClasses()
  }

  /// Returns the name of an element; nil, with a warning, if it has none that a
  /// model can have.
  func name(of element: XMLElementNode, _ code: DiagnosticName, _ what: String) -> String? {
    if let name = ImportedName.written(element) { return name }
    diagnostics.warn(code, ImportedName.reason(what, element), at: element.offset)
    return nil
  }

  private func readHead(of entity: ImportedEntity) {
    let element = entity.element
    entity.description.isAbstract = element.isYes("isAbstract")
    entity.description.renamingIdentifier = renaming(of: element, named: entity.name)
    entity.description.versionHashModifier = element.filled("versionHashModifier")
    let info = UserInfo(of: element)
    entity.description.userInfo = info.entries
    entity.description.documentation = info[.documentation]
    entity.description.access = info[.access].flatMap(AccessLevel.init(rawValue:))
    entity.description.tableName = info[.table]
    entity.description.shardName = info[.shard]
  }

  /// Returns the former name of an element, with either of its two spellings in
  /// data models; nil if there is none, or if it equals the given name.
  func renaming(of element: XMLElementNode, named name: String) -> String? {
    let other = element.filled("renamingIdentifier") ?? element.filled("elementID")
    return other == name ? nil : other
  }

  // MARK: Classes

  /// Finds a distinct class name for each entity.
  private func nameClasses() {
    var taken: [String: ImportedEntity] = [:]
    let types = Set(composites.keys.map { ImportedName.identifier($0, otherwise: "Unnamed") })
    let isTaken = { (name: String) in
      taken[name] != nil || types.contains(name)
        || ImportedName.className(name, model: self.model.name) != nil
    }
    for entity in entities {
      var wanted = wantedClassName(of: entity)
      var bare = ImportedName.bareClass(wanted)
      if hides(bare) {
        let other = ImportedName.free(ImportedName.capitalized(bare), isTaken: isTaken)
        diagnostics.warn(
          .hidingName,
          "a class '\(bare)' could not be told from what else is called so; it is called "
            + "'\(other)' here", at: entity.element.place(of: "representedClassName"))
        (bare, wanted) = (other, other)
      }
      var chosen = wanted
      let isType = taken[bare] == nil && types.contains(bare)
      if let name = ImportedName.className(bare, model: model.name) ?? (isType ? bare : nil) {
        let other = ImportedName.free(name, isTaken: isTaken)
        warnRenamed(entity, bare, to: other)
        (bare, chosen) = (other, other)
      }
      if let owner = taken[bare] {
        let name = ImportedName.identifier(entity.name, otherwise: "Entity")
        let other = ImportedName.free(name, isTaken: isTaken)
        diagnostics.warn(
          .duplicateName,
          "'\(entity.name)' and '\(owner.name)' share the class '\(bare)'; "
            + "that of '\(entity.name)' is called '\(other)' here",
          at: entity.element.place(of: "representedClassName"))
        (bare, chosen) = (other, other)
      }
      taken[bare] = entity
      entity.description.className = chosen == entity.name ? nil : chosen
    }
  }

  /// Returns whether a class name could be mistaken for a property or a
  /// constant in code.
  private func hides(_ name: String) -> Bool {
    guard let first = name.first, !first.isUppercase else { return false }
    let lower = name.lowercased()
    let isConstant = lower.hasPrefix(model.name.lowercased())
    return isConstant || ["all", "bindings", "self", "init", "super"].contains(lower)
      || propertyNames.contains(name)
  }

  /// The Swift names of all properties known so far.
  private var propertyNames: Set<String> {
    Set(
      entities.flatMap(\.element.children).compactMap { $0["name"] }
        .map { ImportedName.property($0) })
  }

  /// Returns the class name in the data model, or the entity's name if it
  /// contains none.
  private func wantedClassName(of entity: ImportedEntity) -> String {
    let name = entity.element.filled("representedClassName") ?? entity.name
    let bare = ImportedName.bareClass(name)
    if name == "NSManagedObject" || bare.isEmpty {
      return ImportedName.identifier(entity.name, otherwise: "Entity")
    }
    if PrintedName.isIdentifier(bare) { return name }
    return ImportedName.identifier(bare, otherwise: "Entity")
  }

  private func warnRenamed(_ entity: ImportedEntity, _ name: String, to other: String) {
    let owner = SpecialNames.hiding[name].map { "\($0) '\(name)'" } ?? "a type of the same name"
    diagnostics.warn(
      .hidingName, "a class '\(name)' would hide \(owner); it is called '\(other)' here",
      at: entity.element.place(of: "representedClassName"))
  }

  // MARK: Parents

  /// Resolves the parents and breaks cycles among them.
  func resolveParents() {
    for entity in entities {
      guard let name = entity.element.filled("parentEntity") else { continue }
      guard let parent = entitiesByName[name] else {
        diagnostics.warn(
          .unknownEntity,
          "no entity '\(name)'; '\(entity.name)' is imported without a parent",
          at: entity.element.place(of: "parentEntity"))
        continue
      }
      if parent.inherits(from: entity) {
        diagnostics.warn(
          .inheritanceCycle,
          "'\(entity.name)' would inherit from itself; it is imported without a parent",
          at: entity.element.place(of: "parentEntity"))
        continue
      }
      entity.parent = parent
      entity.description.parentName = name
    }
  }
}
