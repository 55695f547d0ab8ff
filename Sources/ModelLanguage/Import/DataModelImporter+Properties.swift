extension DataModelImporter {
  private static let kinds: Set = ["attribute", "relationship", "fetchedProperty"]

  /// Enters the properties under their names, parents first.
  func declareProperties() {
    var done: Set<ObjectIdentifier> = []
    for entity in entities { declareProperties(of: entity, &done) }
    nameProperties()
  }

  /// Declares the properties of the parents first, so that redeclarations in a child
  /// are found.
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

  /// Gives each property a Swift name: the name in its user info, or its own
  /// name if it is valid in Swift.
  private func nameProperties() {
    let families = Dictionary(grouping: entities.indices) { index in
      Array(sequence(first: entities[index], next: \.parent)).last?.name ?? ""
    }
    for family in families.sorted(by: { $0.key < $1.key }).map(\.value) {
      let owners = family.map { entities[$0] }
      var taken = Set(owners.flatMap(\.properties).map(\.storedName))
      for owner in owners {
        let classes = classNames(owner)
        for property in owner.properties { name(property, classes, &taken) }
      }
    }
  }

  private func name(
    _ property: ImportedProperty, _ classes: Set<String>, _ taken: inout Set<String>
  ) {
    let stored = property.storedName
    let given = UserInfo(of: property.element)[.name]
    let wanted = ImportedName.property(given ?? stored, of: classes)
    guard wanted != stored else { return }
    let name = ImportedName.free(wanted) { taken.contains($0) }
    taken.insert(name)
    property.name = name
    guard given == nil else { return }
    diagnostics.warn(
      .reservedName,
      "'\(stored)' \(reason(stored, classes)); '\(property.title)' is called '\(name)' here",
      at: property.element.place(of: "name"))
  }

  private func reason(_ name: String, _ classes: Set<String>) -> String {
    if SpecialNames.replacement(for: name) != nil { return SpecialNames.reason(name) }
    return classes.contains(name)
      ? "cannot name a property: its class is called so" : "is no name in Swift"
  }

  /// Returns the names of the entity's class and of the classes that inherit
  /// its properties.
  private func classNames(_ owner: ImportedEntity) -> Set<String> {
    Set(
      entities.filter { $0.inherits(from: owner) }
        .map { ImportedName.bareClass($0.description.className ?? $0.name) })
  }
}
