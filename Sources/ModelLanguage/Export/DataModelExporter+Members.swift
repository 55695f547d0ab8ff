extension DataModelExporter {
  // MARK: Indexes

  /// Returns the indexes of an entity, starting with those of single
  /// attributes.
  func indexes(of entity: EntityDescription) -> [XMLElementNode] {
    let old = Set(
      (entity.userInfo[IndexCondition.compoundKey] ?? "").split(separator: " ").map(String.init))
    var elements: [XMLElementNode] = []
    // In the old format, the index belongs to the attribute itself, or all
    // attributes of the model have one.
    let common = model.userInfo[PreservedAttribute.prefix + "each.attribute.indexed"]
    for attribute in entity.attributes where attribute.isIndexed && common == nil {
      guard attribute.userInfo[PreservedAttribute.prefix + "indexed"] == nil else { continue }
      let name = "by" + ImportedName.capitalized(attribute.name) + "Index"
      elements.append(
        index(FetchIndexDescription(name: name, elements: [.init(attribute.name)]), of: entity))
    }
    for index in entity.indexes where !old.contains(index.name) && !index.isFolded {
      elements.append(self.index(index, of: entity))
    }
    let compound = entity.indexes.filter { old.contains($0.name) }.map {
      keyList("compoundIndex", "index", $0.elements.map(\.keyPath), entity)
    }
    return elements + XMLElementNode.list("compoundIndexes", compound)
  }

  private func index(_ index: FetchIndexDescription, of entity: EntityDescription) -> XMLElementNode
  {
    var element = XMLElementNode("fetchIndex")
    element.set("name", index.name)
    if let predicate = index.predicate {
      element.set(IndexCondition.attribute, text(predicate, nil, of: entity.name))
    }
    for item in index.elements {
      var child = XMLElementNode("fetchIndexElement")
      child.set("property", path(item.keyPath, of: entity.name))
      child.set("type", item.collation == .rTree ? "RTree" : "Binary")
      child.set("order", item.isAscending ? "ascending" : "descending")
      element.append(child)
    }
    return original(of: element, in: entity) ?? element
  }

  /// Returns the imported index, or nil if there is none or its elements have
  /// changed.
  private func original(of element: XMLElementNode, in entity: EntityDescription) -> XMLElementNode?
  {
    let key = PreservedAttribute.prefix + "index." + (element["name"] ?? "")
    guard keepsOriginal, let text = entity.userInfo[key],
      let original = try? XMLReader.read(Array(text.utf8)),
      original.indexKeys == element.indexKeys
    else { return nil }
    return original.withoutText
  }

  private func keyList(
    _ name: String, _ item: String, _ keys: [String], _ entity: EntityDescription
  ) -> XMLElementNode {
    XMLElementNode.keyList(name, item, keys.map { path($0, of: entity.name) })
  }

  /// Returns the uniqueness constraints of an entity in a single list, or an
  /// empty array if there are none.
  func constraints(of entity: EntityDescription) -> [XMLElementNode] {
    XMLElementNode.list(
      "uniquenessConstraints",
      entity.allUniquenessConstraints.map {
        keyList("uniquenessConstraint", "constraint", $0.keyPaths, entity)
      })
  }

  // MARK: Fetches

  /// Returns the `fetchedProperty` element, which contains the fetch request.
  func fetchedProperty(
    _ fetched: FetchedPropertyDescription, of entity: EntityDescription
  ) -> XMLElementNode {
    var element = XMLElementNode("fetchedProperty")
    element.set("name", PropertyDescription.fetched(fetched).storedName)
    element.set("optional", true)
    let prefix = PreservedAttribute.prefix + "fetchRequest."
    var request = XMLElementNode("fetchRequest")
    request.set("name", "fetchedPropertyFetchRequest")
    request.set("entity", fetched.request.entityName)
    setCondition(
      of: fetched.request, &request, original: fetched.userInfo[prefix + "predicateString"],
      source: entity.name)
    if keepsOriginal {
      for preserved in PreservedAttribute.all(in: fetched.userInfo, after: prefix) {
        preserved.apply(to: &request)
      }
      for (_, child) in KeptChild.all(in: fetched.userInfo, after: prefix) {
        request.append(child)
      }
    }
    noteLosses(of: fetched.request, titled: "\(entity.name).\(fetched.name)")
    let own: [UserInfo.Key: String?] = [.documentation: fetched.documentation]
    let children = [ExportOrder.sorted(request)] + userInfo(fetched.userInfo, own)
    return finished(
      element, children, fetched.userInfo.filter { !$0.key.hasPrefix(prefix) })
  }

  /// Returns the `fetchRequest` elements of an entity's templates.
  func fetchRequests(of entity: EntityDescription) -> [XMLElementNode] {
    entity.fetchTemplates.map { template in
      var element = XMLElementNode("fetchRequest")
      element.set("name", template.name)
      element.set("entity", template.entityName)
      setCondition(
        of: template, &element,
        original: template.userInfo[PreservedAttribute.prefix + "predicateString"])
      noteLosses(of: template, titled: template.name)
      let own: [UserInfo.Key: String?] = [.documentation: template.documentation]
      return finished(element, userInfo(template.userInfo, own), template.userInfo)
    }
  }

  private func setCondition(
    of template: FetchTemplate, _ element: inout XMLElementNode, original: String?,
    source: String? = nil
  ) {
    if let format = template.predicateFormat {
      element.set("predicateString", format)
    } else if let predicate = template.predicate {
      element.set(
        "predicateString",
        text(predicate, original, of: template.entityName, source: source))
    }
    if case .constant(.integer(let limit))? = template.limit {
      element.set("fetchLimit", "\(limit)")
    }
  }

  // MARK: Configurations and composites

  /// Returns the `configuration` element, without the entities that the import
  /// added.
  func configuration(_ configuration: ConfigurationDescription) -> XMLElementNode {
    var element = XMLElementNode("configuration")
    element.set("name", configuration.name)
    let added = Set(
      (configuration.userInfo[PreservedAttribute.prefix + "added"] ?? "").split(separator: "\n")
        .map(String.init))
    let members = configuration.entityNames.filter { !keepsOriginal || !added.contains($0) }.map {
      XMLElementNode("memberEntity", attributes: [.init("name", $0)])
    }
    let own: [UserInfo.Key: String?] = [.documentation: configuration.documentation]
    return finished(
      element, members + userInfo(configuration.userInfo, own), configuration.userInfo)
  }

  /// Returns the element of a declared composite, with the name that the
  /// imported file used.
  func composite(_ composite: CompositeDescription) -> XMLElementNode {
    let original = composite.userInfo[PreservedAttribute.prefix + "element"]
    var element = XMLElementNode(keepsOriginal ? original ?? "composite" : "composite")
    element.set("name", composite.name)
    let own: [UserInfo.Key: String?] = [.documentation: composite.documentation]
    let children =
      composite.elements.map { attribute($0, in: composite.name) }
      + userInfo(composite.userInfo, own)
    return finished(element, children, composite.userInfo)
  }
}

extension XMLElementNode {
  /// The keys of the indexes, in the order in which the import reads them.
  fileprivate var indexKeys: [[String]] {
    children("fetchIndexElement").map { child in
      [
        child.filled("property") ?? child.filled("expression") ?? "",
        child["type"]?.lowercased() == "rtree" ? "rtree" : "binary",
        child["order"]?.lowercased() == "descending" ? "descending" : "ascending",
      ]
    }
  }
}
