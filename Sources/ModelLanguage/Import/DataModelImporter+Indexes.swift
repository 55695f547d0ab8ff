extension DataModelImporter {
  // MARK: Uniqueness

  /// Reads uniqueness constraints. A constraint on a single attribute of the
  /// entity itself becomes a part of the attribute.
  func readUniqueness() {
    for entity in entities {
      for constraint in entity.element.children("uniquenessConstraints")
        .flatMap({ $0.children("uniquenessConstraint") })
      {
        readConstraint(constraint, of: entity)
      }
    }
  }

  private func readConstraint(_ element: XMLElementNode, of entity: ImportedEntity) {
    let keys = keys(in: element, named: "constraint", of: entity)
    guard !keys.isEmpty, keys.allSatisfy({ isStored($0, of: entity, element, "a constraint") })
    else { return }
    if keys.count == 1, let property = entity.properties.first(where: { $0.storedName == keys[0] }),
      case .attribute(var attribute)? = property.description, attribute.type.canBeIndexed
    {
      attribute.isUnique = true
      property.description = .attribute(attribute)
      return
    }
    let paths = keys.map { path($0, of: entity) }
    let wanted = "unique" + paths.map(Self.word).joined()
    let name = ImportedName.free(wanted) { entity.hasIndex($0) }
    entity.description.uniquenessConstraints.append(
      UniquenessConstraint(name: name, keyPaths: paths))
  }

  /// Returns the keys in a list, or an empty array if the list contains
  /// anything else.
  private func keys(
    in element: XMLElementNode, named name: String, of entity: ImportedEntity
  ) -> [String] {
    let keys = element.children.compactMap { child in
      child.name == name && child.attributes.count == 1 ? child.filled("value") : nil
    }
    guard keys.count != element.children.count || keys.isEmpty else { return keys }
    diagnostics.warn(
      .invalidKeyPath, "'\(element.name)' of '\(entity.name)' holds no keys; it is left out",
      at: element.offset)
    return []
  }

  /// Returns the path as a word: `PlaceZip` for `place.zip`.
  private static func word(_ path: String) -> String {
    path.split(separator: ".").map { ImportedName.capitalized(String($0)) }.joined()
  }

  /// Returns whether an index can contain a key. If it cannot, the key causes a
  /// warning.
  private func isStored(
    _ key: String, of entity: ImportedEntity, _ element: XMLElementNode, _ what: String
  ) -> Bool {
    let names = key.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    if let property = entity.property(storedAs: names[0]), let description = property.description {
      switch description {
      case .attribute(let attribute):
        if !attribute.isTransient, isScalar(attribute.type, names.dropFirst()) { return true }
      case .relationship(let relationship):
        if !relationship.isToMany, !relationship.isTransient, names.count == 1 { return true }
      case .fetched: break
      }
    }
    diagnostics.warn(
      .unknownProperty,
      "\(what) of '\(entity.name)' cannot hold '\(key)', which is no stored property of it; "
        + "it is left out", at: element.offset)
    return false
  }

  private func isScalar(_ type: AttributeType, _ names: ArraySlice<String>) -> Bool {
    guard case .composite(let composite) = type else { return names.isEmpty }
    guard let name = names.first,
      let element = composites[composite]?.elements.first(where: {
        ($0.columnName ?? $0.name) == name
      })
    else { return false }
    return isScalar(element.type, names.dropFirst())
  }

  // MARK: Indexes

  /// Reads fetch indexes and the older compound indexes.
  func readIndexes() {
    for entity in entities {
      for element in entity.element.children("fetchIndex") { readIndex(element, of: entity) }
      for element in entity.element.children("compoundIndexes")
        .flatMap({ $0.children("compoundIndex") })
      {
        readCompoundIndex(element, of: entity)
      }
    }
  }

  private func readIndex(_ element: XMLElementNode, of entity: ImportedEntity) {
    guard let name = name(of: element, .syntaxError, "an index of '\(entity.name)'") else { return }
    guard !entity.hasIndex(name) else {
      diagnostics.warn(
        .duplicateName, "'\(entity.name)' has an index '\(name)' already; this one is left out",
        at: element.place(of: "name"))
      return
    }
    var elements: [FetchIndexDescription.Element] = []
    for child in element.children("fetchIndexElement") {
      guard let item = indexElement(child, of: entity, "index '\(name)'") else { return }
      elements.append(item)
    }
    guard !elements.isEmpty else { return }
    var index = FetchIndexDescription(name: name, elements: elements)
    if let attribute = IndexCondition.attributes.first(where: { element.filled($0) != nil }),
      let format = element.filled(attribute)
    {
      index.predicate = condition(format, element, attribute, entity)
      if index.predicate == nil { return }
    }
    entity.description.indexes.append(index)
  }

  private func indexElement(
    _ element: XMLElementNode, of entity: ImportedEntity, _ what: String
  ) -> FetchIndexDescription.Element? {
    guard let key = element.filled("property") ?? element.filled("expression") else {
      return nil
    }
    guard isStored(key, of: entity, element, what) else { return nil }
    return FetchIndexDescription.Element(
      path(key, of: entity), isAscending: element["order"]?.lowercased() != "descending",
      collation: element["type"]?.lowercased() == "rtree" ? .rTree : .binary)
  }

  private func condition(
    _ format: String, _ element: XMLElementNode, _ attribute: String, _ entity: ImportedEntity
  ) -> ObjectPredicate? {
    do {
      return renaming.predicate(try ObjectPredicate(format: format), of: entity.name)
    } catch {
      diagnostics.warn(
        .invalidExpression,
        "the condition of an index cannot be read: \(error.message); "
          + "the index is left out", at: element.place(of: attribute))
      return nil
    }
  }

  private func readCompoundIndex(_ element: XMLElementNode, of entity: ImportedEntity) {
    let keys = keys(in: element, named: "index", of: entity)
    guard !keys.isEmpty, keys.allSatisfy({ isStored($0, of: entity, element, "an index") })
    else { return }
    let paths = keys.map { path($0, of: entity) }
    let name = ImportedName.free("by" + paths.map(Self.word).joined()) { entity.hasIndex($0) }
    entity.description.indexes.append(
      FetchIndexDescription(name: name, elements: paths.map { .init($0) }))
    let known = entity.description.userInfo[IndexCondition.compoundKey].map { $0 + " " } ?? ""
    entity.description.userInfo[IndexCondition.compoundKey] = known + name
  }
}

/// The names that data models use for partial indexes and compound indexes.
enum IndexCondition {
  /// The attribute that contains the condition.
  static let attribute = "partialIndexPredicateString"
  /// The possible names of the attribute that contains the condition.
  static let attributes = [attribute, "partialIndexPredicate"]
  /// The key for the names of imported compound indexes.
  static let compoundKey = PreservedAttribute.prefix + "compoundIndexes"
}

extension ImportedEntity {
  /// Returns whether the entity has an index or a constraint with the given
  /// name.
  func hasIndex(_ name: String) -> Bool {
    description.indexes.contains { $0.name == name }
      || description.uniquenessConstraints.contains { $0.name == name }
  }
}
