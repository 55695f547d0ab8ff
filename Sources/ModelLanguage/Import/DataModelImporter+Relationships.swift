extension DataModelImporter {
  /// Reads all relationships, without their inverses.
  func readRelationships() {
    for property in entities.flatMap(\.properties)
    where property.element.name == "relationship" {
      let element = property.element
      let name = element["destinationEntity"] ?? ""
      guard let destination = entitiesByName[name] else {
        let what = name.isEmpty ? "nothing says where it leads" : "no entity '\(name)'"
        diagnostics.warn(
          .unknownEntity, "\(what); '\(property.title)' is left out",
          at: element.place(of: "destinationEntity"))
        continue
      }
      property.destination = destination
      property.description = .relationship(relationship(property, to: destination))
    }
  }

  private func relationship(
    _ property: ImportedProperty, to destination: ImportedEntity
  ) -> RelationshipDescription {
    let element = property.element
    let info = UserInfo(of: element)
    var relationship = RelationshipDescription(
      name: property.name, documentation: info[.documentation],
      destinationName: destination.name, isToMany: isToMany(element),
      isOptional: element.isYes("optional"))
    if relationship.isToMany { setCounts(of: &relationship, element, property.title) }
    setOrder(of: &relationship, element, property.title)
    relationship.deleteRule = DeleteRule(exported: element["deletionRule"] ?? "") ?? .nullify
    relationship.isTransient = element.isYes("transient")
    relationship.isConstant = info[.constant] != nil && !relationship.isTransient
    relationship.columnName = property.columnName
    relationship.deprecation = info[.deprecated]
    relationship.renamingIdentifier = renaming(of: element, named: property.storedName)
    relationship.versionHashModifier = element.filled("versionHashModifier")
    relationship.userInfo = info.entries
    return relationship
  }

  /// Returns whether a relationship leads to several objects. In old files, the
  /// maximum count is the only difference.
  private func isToMany(_ element: XMLElementNode) -> Bool {
    if element.isYes("toMany") { return true }
    guard let most = element["maxCount"].flatMap({ Int($0) }) else { return false }
    return most != 1
  }

  private func setCounts(
    of relationship: inout RelationshipDescription, _ element: XMLElementNode, _ title: String
  ) {
    let least = count(element, "minCount", title)
    let most = count(element, "maxCount", title)
    if most > 0, least > most {
      diagnostics.warn(
        .emptyRange,
        "'\(title)' cannot lead to \(least) objects or more and to \(most) at most; "
          + "both are left out", at: element.place(of: "minCount"))
      return
    }
    relationship.minCount = least
    relationship.maxCount = most
  }

  private func count(_ element: XMLElementNode, _ name: String, _ title: String) -> Int {
    guard let text = element.filled(name) else { return 0 }
    if let number = Int32(text), number >= -1 { return max(0, Int(number)) }
    diagnostics.warn(
      .invalidLiteral, "'\(text)' is no number of objects for '\(title)' and is left out",
      at: element.place(of: name))
    return 0
  }

  private func setOrder(
    of relationship: inout RelationshipDescription, _ element: XMLElementNode, _ title: String
  ) {
    guard element.isYes("ordered") else { return }
    if relationship.isToMany {
      relationship.isOrdered = true
    } else {
      diagnostics.warn(
        .attributeNotApplicable, "'\(title)' leads to one object and has no order",
        at: element.place(of: "ordered"))
    }
  }

  // MARK: Inverses

  /// Finds the inverses, and warns about relationships that do not lead back.
  func pairInverses() {
    let relationships = entities.flatMap(\.properties).filter { $0.relationship != nil }
    for property in relationships { pair(property) }
    for property in relationships { checkPair(property) }
    for property in relationships {
      guard case .relationship(var relationship)? = property.description else { continue }
      relationship.inverseName = property.inverse?.name
      property.description = .relationship(relationship)
    }
  }

  private func pair(_ property: ImportedProperty) {
    let element = property.element
    guard let name = element.filled("inverseName") else { return }
    let place = element.place(of: "inverseName")
    guard let destination = property.destination else { return }
    guard let inverse = destination.property(storedAs: name), inverse.relationship != nil else {
      diagnostics.warn(
        .inverseMismatch,
        "'\(destination.name)' has no relationship '\(name)'; '\(property.title)' is imported "
          + "without an inverse", at: place)
      return
    }
    for end in [property, inverse] where end.relationship?.isTransient == true {
      diagnostics.warn(
        .inverseMismatch,
        "'\(end.title)' is transient, so that nothing keeps up its inverse; '\(property.title)' is "
          + "imported without one", at: place)
      return
    }
    guard let back = inverse.destination, back.isRelated(to: property.owner) else {
      diagnostics.warn(
        .inverseMismatch,
        "inverse '\(inverse.title)' leads to '\(inverse.destination?.name ?? "")', not back to "
          + "'\(property.owner.name)'; '\(property.title)' is imported without an inverse",
        at: place, note: ("this is the inverse", inverse.element.place(of: "name")))
      return
    }
    property.inverse = inverse
  }

  /// Makes pairs mutual: if an inverse has no inverse, it gets one; if it has
  /// another relationship as its inverse, the pair is dissolved.
  private func checkPair(_ property: ImportedProperty) {
    guard let inverse = property.inverse else { return warnAlone(property) }
    if inverse.inverse === property, found(property, from: inverse) { return }
    let isFree = inverse.inverse == nil && inverse.element.filled("inverseName") == nil
    if isFree, found(property, from: inverse) {
      diagnostics.warn(
        .missingInverse,
        "'\(inverse.title)' has no inverse; '\(property.title)' names it and is taken",
        at: inverse.element.place(of: "name"))
      inverse.inverse = property
      return
    }
    diagnostics.warn(
      .inverseMismatch,
      "inverse '\(inverse.title)' does not name '\(property.title)' in turn; '\(property.title)' "
        + "is imported without an inverse", at: property.element.place(of: "inverseName"),
      note: ("this is the inverse", inverse.element.place(of: "name")))
    property.inverse = nil
  }

  /// Returns whether the inverse leads back to the relationship by its name.
  private func found(_ property: ImportedProperty, from inverse: ImportedProperty) -> Bool {
    inverse.destination?.property(storedAs: property.storedName) === property
  }

  private func warnAlone(_ property: ImportedProperty) {
    guard property.element.filled("inverseName") == nil,
      property.relationship?.isTransient == false, !isNamed(property)
    else { return }
    diagnostics.warn(
      .missingInverse, "'\(property.title)' has no inverse", at: property.element.place(of: "name"),
      fix: "choose one in Xcode's inspector; without one, deletes leave this end as it is")
  }

  /// Returns whether a relationship of the destination has the given
  /// relationship as its inverse.
  private func isNamed(_ property: ImportedProperty) -> Bool {
    property.destination?.allProperties.contains { $0.inverse === property } ?? false
  }
}

extension DeleteRule {
  /// The name of the rule in Xcode's format.
  var exported: String {
    switch self {
    case .noAction: "No Action"
    case .nullify: "Nullify"
    case .cascade: "Cascade"
    case .deny: "Deny"
    }
  }

  /// Creates the rule with the given name in a data model; nil for any other
  /// string.
  init?(exported text: String) {
    guard let rule = Self.allCases.first(where: { $0.exported == text }) else { return nil }
    self = rule
  }
}
