extension DataModelImporter {
  /// Compares the model with the original, and stores in user info the parts
  /// that an export would not restore.
  func keepWhatIsLeft() {
    let exported = DataModelExporter(model, keepsOriginal: false).root
    var collector = PreservedAttributeCollector()
    keep(root, exported, in: &model.userInfo)
    let entities = Dictionary(first: exported.children("entity").map { ($0["name"] ?? "", $0) })
    for index in model.entities.indices {
      guard let original = entitiesByName[model.entities[index].name],
        let copy = entities[model.entities[index].name]
      else { continue }
      collector.add(.entity(index), original.element, copy)
      keepProperties(of: original, copy, at: index, &collector)
      keepChildren(of: original, copy, at: index)
    }
    keepComposites(exported)
    keepFetches(exported)
    keepFetchOrder(exported)
    keepConfigurations(exported)
    keepTopLevel()
    collector.store(in: &model)
  }

  private func keep(
    _ original: XMLElementNode, _ copy: XMLElementNode, in userInfo: inout [String: String],
    after prefix: String = PreservedAttribute.prefix
  ) {
    for preserved in PreservedAttribute.between(original, copy) {
      userInfo[prefix + preserved.entry.key] = preserved.entry.value
    }
  }

  // MARK: Entities

  private func keepProperties(
    of original: ImportedEntity, _ copy: XMLElementNode, at index: Int,
    _ collector: inout PreservedAttributeCollector
  ) {
    let copies = Dictionary(first: copy.children.map { (PropertyKey($0), $0) })
    let positions = Dictionary(
      first: model.entities[index].properties.enumerated().map { ($0.element.name, $0.offset) })
    for property in original.properties {
      guard property.description != nil, let position = positions[property.name],
        let copy = copies[PropertyKey(property.element)]
      else { continue }
      collector.add(.property(index, position), property.element, copy)
      for (place, child) in property.element.children.enumerated()
      where !isKnown(child, in: property) {
        keepStranger(
          child, at: place, in: &model.entities[index].properties[position].userInfo)
      }
      if let request = property.element.children("fetchRequest").first,
        let other = copy.children("fetchRequest").first
      {
        keep(
          request, other, in: &model.entities[index].properties[position].userInfo,
          after: PreservedAttribute.prefix + "fetchRequest.")
        for (place, child) in request.children.enumerated() {
          KeptChild.keep(
            child, at: place, in: &model.entities[index].properties[position].userInfo,
            after: PreservedAttribute.prefix + "fetchRequest.")
        }
      }
    }
  }

  private func isKnown(_ child: XMLElementNode, in property: ImportedProperty) -> Bool {
    switch child.name {
    case "fetchRequest":
      property.element.name == "fetchedProperty"
        && property.element.children("fetchRequest").first?.offset == child.offset
    case "attribute":
      if case .composite(let name)? = property.attribute?.type {
        composites[name]?.inlineAttribute != nil
      } else {
        false
      }
    default: false
    }
  }

  private func keepChildren(of original: ImportedEntity, _ copy: XMLElementNode, at index: Int) {
    let kept = Set(model.entities[index].properties.map(\.name))
    let known = Set(
      original.properties.filter { $0.description != nil && kept.contains($0.name) }
        .map(\.element.offset))
    var lists = copy.keyLists
    for (place, child) in original.element.children.enumerated() {
      switch child.name {
      case "attribute", "relationship", "fetchedProperty":
        if !known.contains(child.offset) {
          KeptChild.keep(child, at: place, in: &model.entities[index].userInfo)
        }
      case "fetchIndex": keepIndex(child, standingAt: place, copy, at: index)
      case "uniquenessConstraints", "compoundIndexes":
        keepRest(of: child, at: place, in: &model.entities[index].userInfo) { element in
          let count = lists[element.normalized] ?? 0
          lists[element.normalized] = count - 1
          return count < 1
        }
      default: keepStranger(child, at: place, in: &model.entities[index].userInfo)
      }
    }
  }

  private func keepIndex(
    _ original: XMLElementNode, standingAt place: Int, _ copy: XMLElementNode, at index: Int
  ) {
    let name = original["name"] ?? ""
    let other = copy.children("fetchIndex").first { $0["name"] == name }
    if let other, other.normalized == original.normalized { return }
    guard other != nil, model.entities[index].indexes.contains(where: { $0.name == name }) else {
      return KeptChild.keep(original, at: place, in: &model.entities[index].userInfo)
    }
    let key = PreservedAttribute.prefix + "index." + name
    if model.entities[index].userInfo[key] == nil {
      model.entities[index].userInfo[key] = XMLWriter.line(original.withoutText)
    } else {
      KeptChild.keep(original, at: place, in: &model.entities[index].userInfo)
    }
  }

  // MARK: Configurations and composites

  private func keepComposites(_ exported: XMLElementNode) {
    for original in root.children where isFirstComposite(original) {
      guard let name = original["name"],
        let index = model.composites.firstIndex(where: { $0.name == name }),
        let copy = exported.children("composite").first(where: { $0["name"] == name })
      else { continue }
      if original.name != "composite" {
        model.composites[index].userInfo[PreservedAttribute.prefix + "element"] = original.name
      }
      keep(original, copy, in: &model.composites[index].userInfo)
      keepElements(of: original, copy, at: index)
      for (place, child) in original.children.enumerated() where child.name != "attribute" {
        keepStranger(child, at: place, in: &model.composites[index].userInfo)
      }
    }
    let copies = exported.children("entity").firstByKey { $0["name"] ?? "" }
    for property in entities.flatMap(\.properties) {
      guard case .composite(let name)? = property.attribute?.type,
        let index = model.composites.firstIndex(where: { $0.name == name }),
        model.composites[index].inlineAttribute != nil
      else { continue }
      let copy = copies[property.owner.name]?.children
        .first { PropertyKey($0) == PropertyKey(property.element) }
      if let copy { keepElements(of: property.element, copy, at: index) }
    }
  }

  /// Keeps an unknown element, or unknown content of user info.
  private func keepStranger(
    _ element: XMLElementNode, at place: Int, in userInfo: inout [String: String]
  ) {
    if element.name == "userInfo" {
      KeptChild.keepStrangers(in: element, at: place, of: &userInfo)
    } else {
      KeptChild.keep(element, at: place, in: &userInfo)
    }
  }

  /// Keeps the elements of a list that an export does not write, or the list
  /// itself if it is empty.
  private func keepRest(
    of list: XMLElementNode, at place: Int, in userInfo: inout [String: String],
    _ isLeft: (XMLElementNode) -> Bool
  ) {
    let rest = list.children.filter(isLeft)
    guard !rest.isEmpty || list.children.isEmpty else { return }
    KeptChild.keep(
      XMLElementNode(list.name, content: rest.map { .element($0) }), at: place, in: &userInfo)
  }

  private func keepElements(of original: XMLElementNode, _ copy: XMLElementNode, at index: Int) {
    let copies = copy.children("attribute")
    var waiting = Set(copies.map { $0["name"] ?? "" })
    for (place, child) in original.children.enumerated() where child.name == "attribute" {
      guard waiting.remove(child["name"] ?? "") != nil,
        let other = copies.first(where: { $0["name"] == child["name"] }),
        let position = model.composites[index].elements.firstIndex(where: {
          ($0.columnName ?? $0.name) == child["name"]
        })
      else {
        KeptChild.keep(child, at: place, in: &model.composites[index].userInfo)
        continue
      }
      keep(child, other, in: &model.composites[index].elements[position].userInfo)
      let isInline = !other.children("attribute").isEmpty
      for (place, inner) in child.children.enumerated()
      where !(isInline && inner.name == "attribute") {
        keepStranger(
          inner, at: place, in: &model.composites[index].elements[position].userInfo)
      }
    }
  }

  private func keepFetches(_ exported: XMLElementNode) {
    let copies = exported.children("fetchRequest").firstByKey(FetchKey.init)
    for original in root.children("fetchRequest") {
      guard let place = templatePlace(of: original), let copy = copies[FetchKey(original)] else {
        continue
      }
      var userInfo = model.entities[place.entity].fetchTemplates[place.index].userInfo
      keep(original, copy, in: &userInfo)
      for (position, child) in original.children.enumerated() {
        keepStranger(child, at: position, in: &userInfo)
      }
      model.entities[place.entity].fetchTemplates[place.index].userInfo = userInfo
    }
  }

  private func keepFetchOrder(_ exported: XMLElementNode) {
    let original = root.children("fetchRequest").filter { templatePlace(of: $0) != nil }
    let order = FetchOrder.text(of: original)
    if order != FetchOrder.text(of: exported.children("fetchRequest")) {
      model.userInfo[FetchOrder.key] = order
    }
  }

  /// Returns the position of an element's template, or nil if the template was
  /// left out.
  private func templatePlace(of element: XMLElementNode) -> (entity: Int, index: Int)? {
    let key = FetchKey(element)
    guard fetchElements[key]?.offset == element.offset, let entity = entityIndexes[key.entity],
      let index = model.entities[entity].fetchTemplates.firstIndex(where: { $0.name == key.name })
    else { return nil }
    return (entity, index)
  }

  private func keepConfigurations(_ exported: XMLElementNode) {
    for index in model.configurations.indices {
      let name = model.configurations[index].name
      guard let original = root.children("configuration").first(where: { $0["name"] == name }),
        let copy = exported.children("configuration").first(where: { $0["name"] == name })
      else { continue }
      keep(original, copy, in: &model.configurations[index].userInfo)
      let members = Set(model.configurations[index].entityNames)
      var waiting = members
      let written = Set(original.children("memberEntity").compactMap { $0["name"] })
      for (place, child) in original.children.enumerated() {
        let isMember =
          child.name == "memberEntity" && waiting.remove(child["name"] ?? "") != nil
          && child.attributes.count == 1 && child.content.isEmpty
        if !isMember {
          keepStranger(child, at: place, in: &model.configurations[index].userInfo)
        }
      }
      let added = members.subtracting(written).sorted()
      if !added.isEmpty {
        model.configurations[index].userInfo[PreservedAttribute.prefix + "added"] =
          added.joined(separator: "\n")
      }
    }
  }

  private func keepTopLevel() {
    var frames = Set(
      model.entities.compactMap { entity in
        entity.userInfo[EditorFrame.key].map { entity.name + "/" + $0 }
      })
    let entities = Set(self.entities.map(\.element.offset))
    for (place, child) in root.children.enumerated() {
      switch child.name {
      case "entity" where entities.contains(child.offset): break
      case "composite", "compositeAttribute":
        guard composites[child["name"] ?? ""] == nil || !isFirstComposite(child) else { continue }
        KeptChild.keep(child, at: place, in: &model.userInfo)
      case "fetchRequest" where templatePlace(of: child) != nil: break
      case "configuration" where isFirst(child): break
      case "elements":
        keepRest(of: child, at: place, in: &model.userInfo) { element in
          guard let frame = EditorFrame(element) else { return true }
          return frames.remove((element["name"] ?? "") + "/" + frame.text) == nil
        }
      default: KeptChild.keep(child, at: place, in: &model.userInfo)
      }
    }
  }

  /// Returns whether an element is the first to declare its composite.
  private func isFirstComposite(_ element: XMLElementNode) -> Bool {
    compositeElement(element["name"])?.offset == element.offset
  }

  private func isFirst(_ configuration: XMLElementNode) -> Bool {
    root.children("configuration").first { $0["name"] == configuration["name"] }?.offset
      == configuration.offset && ImportedName.written(configuration) != nil
  }
}
