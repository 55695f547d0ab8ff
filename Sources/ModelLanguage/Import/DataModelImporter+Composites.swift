extension DataModelImporter {
  /// The names of XML elements that declare a composite outside the entities.
  static let compositeNames: Set = ["composite", "compositeAttribute"]
  /// The XML attributes that can contain the name of an attribute's composite;
  /// they differ between files.
  static let compositeReferences = [
    "compositeName", "compositeAttributeName", "composite", "elementName", "customClassName",
  ]

  /// Reads the composites, each after the composites that it contains.
  func readComposites() {
    let elements = root.children.filter { Self.compositeNames.contains($0.name) }
    var waiting: [XMLElementNode] = []
    for element in elements {
      guard let name = ImportedName.written(element), composites[name] == nil,
        entitiesByName[name] == nil, BuiltinType(rawValue: name) == nil,
        ImportedName.className(name, model: "") == nil, isFree(name)
      else {
        diagnostics.warn(
          .duplicateName,
          "a composite '\(element["name"] ?? "")' cannot be declared and is left out",
          at: element.place(of: "name"))
        continue
      }
      let info = UserInfo(of: element)
      let composite = CompositeDescription(
        name: name, documentation: info[.documentation], elements: [], userInfo: info.entries)
      composites[name] = composite
      model.composites.append(composite)
      waiting.append(element)
    }
    for element in waiting { readElements(of: element, named: element["name"] ?? "") }
    breakCompositeCycles()
    removeEmptyComposites()
  }

  /// Returns the first element that declares a composite of the given name.
  func compositeElement(_ name: String?) -> XMLElementNode? {
    root.children.first { Self.compositeNames.contains($0.name) && $0["name"] == name }
  }

  /// Returns whether no other composite would get the same name in Swift.
  private func isFree(_ name: String) -> Bool {
    let own = ImportedName.identifier(name, otherwise: "Unnamed")
    return !composites.keys.contains { ImportedName.identifier($0, otherwise: "Unnamed") == own }
  }

  /// Removes empty composites and the elements that have such a type, since a
  /// store has no column for them.
  private func removeEmptyComposites() {
    while let empty = model.composites.first(where: {
      composites[$0.name]?.elements.isEmpty ?? true
    }) {
      diagnostics.warn(
        .typeNotAllowed, "the composite '\(empty.name)' has no elements and is left out",
        at: compositeElement(empty.name)?.place(of: "name") ?? root.offset)
      composites[empty.name] = nil
      model.composites.removeAll { $0.name == empty.name }
      for name in composites.keys {
        composites[name]?.elements.removeAll { $0.type == .composite(empty.name) }
      }
    }
  }

  private func readElements(of element: XMLElementNode, named name: String) {
    var taken: Set<String> = []
    var elements: [AttributeDescription] = []
    for child in element.children("attribute") {
      guard let stored = child.filled("name"), taken.insert(stored).inserted else {
        diagnostics.warn(
          .duplicateName,
          "'\(name)' has '\(child["name"] ?? "")' already; this one is left out",
          at: child.place(of: "name"))
        continue
      }
      let title = "\(name).\(stored)"
      guard var attribute = attribute(child, titled: title) else { continue }
      let given = UserInfo(of: child)[.name]
      let other = ImportedName.property(given ?? stored)
      if other != stored {
        attribute.name = ImportedName.free(other) { taken.contains($0) }
        attribute.columnName = stored
        taken.insert(attribute.name)
        if given == nil {
          diagnostics.warn(
            .reservedName,
            "'\(stored)' cannot name a property; '\(title)' is called '\(attribute.name)' here",
            at: child.place(of: "name"))
        }
      }
      attribute.isIndexed = false
      attribute.isTransient = false
      if attribute.type != .undefined { elements.append(attribute) }
    }
    composites[name]?.elements = elements
  }

  /// Removes elements through which a composite would contain itself.
  private func breakCompositeCycles() {
    for name in model.composites.map(\.name) {
      var kept: [AttributeDescription] = []
      for element in composites[name]?.elements ?? [] {
        guard case .composite(let other) = element.type, reaches(name, from: other) else {
          kept.append(element)
          continue
        }
        diagnostics.warn(
          .compositeCycle, "'\(name)' would hold itself; '\(name).\(element.name)' is left out",
          at: root.offset)
      }
      composites[name]?.elements = kept
    }
  }

  /// Returns whether a composite equals another composite or contains it.
  private func reaches(_ name: String, from start: String) -> Bool {
    var waiting = [start]
    var seen: Set<String> = []
    while let next = waiting.popLast() {
      if next == name { return true }
      guard seen.insert(next).inserted else { continue }
      for element in composites[next]?.elements ?? [] {
        if case .composite(let inner) = element.type { waiting.append(inner) }
      }
    }
    return false
  }

  /// Returns the composite of an attribute: the composite that the attribute
  /// refers to, the composite inside it, or the composite with the same name;
  /// nil if there is none.
  func compositeType(of element: XMLElementNode, titled title: String) -> AttributeType? {
    for reference in Self.compositeReferences {
      guard let name = element.filled(reference) else { continue }
      if composites[name] != nil { return .composite(name) }
      if compositeElement(name) != nil {
        diagnostics.warn(
          .unknownType, "the composite '\(name)' was left out, and so is '\(title)'",
          at: element.place(of: reference))
        return nil
      }
    }
    if let inner = innerComposite(of: element) { return inner }
    let wanted = (element["name"] ?? "").lowercased()
    if let found = model.composites.first(where: { $0.name.lowercased() == wanted }) {
      return .composite(found.name)
    }
    if model.composites.count == 1 { return .composite(model.composites[0].name) }
    diagnostics.warn(
      .unknownType, "nothing says what '\(title)' is composed of; it is left out",
      at: element.place(of: "attributeType"))
    return nil
  }

  /// Returns the composite whose elements are inside the attribute itself, or
  /// nil if there are no such elements.
  private func innerComposite(of element: XMLElementNode) -> AttributeType? {
    guard !element.children("attribute").isEmpty, let own = element.filled("name") else {
      return nil
    }
    let wanted = ImportedName.identifier(ImportedName.capitalized(own), otherwise: "Composite")
    let name = ImportedName.free(wanted) {
      composites[$0] != nil || entitiesByName[$0] != nil || BuiltinType(rawValue: $0) != nil
    }
    let composite = CompositeDescription(
      name: name, elements: [], userInfo: [PreservedAttribute.prefix + "inline": own])
    composites[name] = composite
    model.composites.append(composite)
    readElements(of: element, named: name)
    guard composites[name]?.elements.isEmpty == false else {
      composites[name] = nil
      model.composites.removeAll { $0.name == name }
      return nil
    }
    return .composite(name)
  }
}
