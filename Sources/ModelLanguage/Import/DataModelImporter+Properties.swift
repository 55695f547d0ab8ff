internal import ModelSchema

extension DataModelImporter {
  private static let kinds: Set = ["attribute", "relationship", "fetchedProperty"]

  /// Enters the properties under their names, parents first.
  func declareProperties() {
    var done: Set<ObjectIdentifier> = []
    for entity in entities { declareProperties(of: entity, &done) }
    nameProperties()
  }

  /// Parents come first, so that a child sees what it inherits.
  private func declareProperties(of entity: ImportedEntity, _ done: inout Set<ObjectIdentifier>) {
    let lineage = Array(sequence(first: entity, next: \.parent)).reversed()
    for ancestor in lineage where done.insert(ObjectIdentifier(ancestor)).inserted {
      for element in ancestor.element.children where Self.kinds.contains(element.name) {
        declare(element, in: ancestor)
      }
    }
  }

  private func declare(_ element: XMLElementNode, in entity: ImportedEntity) {
    guard let name = element.filled("name") else {
      diagnostics.warn(
        .unknownProperty, "a property of '\(entity.name)' without a name is left out",
        at: element.offset)
      return
    }
    if let other = entity.property(storedAs: name) {
      let whose = other.owner === entity ? "twice" : "in '\(other.owner.name)' already"
      diagnostics.warn(
        .duplicateName,
        "'\(entity.name)' has '\(name)' \(whose); this one is left out",
        at: element.place(of: "name"), note: ("the first one is here", other.element.offset))
      return
    }
    entity.properties.append(ImportedProperty(element, storedName: name, owner: entity))
  }

  // MARK: Names

  /// Gives names that Swift can have to all properties. What was named in
  /// Swift first keeps that name.
  private func nameProperties() {
    let families = Dictionary(grouping: entities.indices) { index in
      Array(sequence(first: entities[index], next: \.parent)).last?.name ?? ""
    }
    for family in families.sorted(by: { $0.key < $1.key }).map(\.value) {
      let properties = family.flatMap { entities[$0].properties }
      var taken = Set(properties.map(\.storedName))
      for property in properties { name(property, &taken) }
    }
  }

  private func name(_ property: ImportedProperty, _ taken: inout Set<String>) {
    let stored = property.storedName
    let given = UserInfo(of: property.element)[.name]
    let wanted = wantedName(given ?? stored, of: property)
    guard wanted != stored else { return }
    let name = ImportedName.free(wanted) { taken.contains($0) }
    taken.insert(name)
    property.name = name
    guard given == nil else { return }
    diagnostics.warn(
      .reservedName,
      "'\(stored)' \(reason(property)); '\(property.title)' is called '\(name)' here",
      at: property.element.place(of: "name"))
  }

  /// The name that a property has unless it is taken; its class hides one that
  /// is called as the class is.
  private func wantedName(_ name: String, of property: ImportedProperty) -> String {
    let wanted = ImportedName.property(name)
    return classNames(property.owner).contains(wanted) ? SpecialNames.lowerCamel(wanted) : wanted
  }

  private func reason(_ property: ImportedProperty) -> String {
    let stored = property.storedName
    if SpecialNames.replacement(for: stored) != nil { return SpecialNames.reason(stored) }
    return classNames(property.owner).contains(stored)
      ? "cannot name a property: its class is called so" : "is no name in Swift"
  }

  /// The names of an entity's class and of those that inherit its properties.
  private func classNames(_ owner: ImportedEntity) -> Set<String> {
    Set(
      entities.filter { $0.inherits(from: owner) }
        .map { Self.bareClassName($0.description.className ?? $0.name) })
  }
}
