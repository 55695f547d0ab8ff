/// Writes a model in Xcode's XML format.
///
/// The exporter writes the model first. It then restores the parts of an
/// imported model that were kept in user info with the prefix `xcode.`.
struct DataModelExporter {
  let model: ManagedObjectModel
  /// True if the kept parts of an imported model are also written.
  let keepsOriginal: Bool
  let losses = ExportLosses()
  private let entities: [String: EntityDescription]
  private let composites: [String: CompositeDescription]
  /// The names of the classes that have an entity's properties, by entity: its own
  /// class and those of its subentities.
  private let classNames: [String: Set<String>]
  /// The preserved attributes that all elements of a kind share.
  private let shared: [String: [PreservedAttribute]]

  init(_ model: ManagedObjectModel, keepsOriginal: Bool = true) {
    self.model = model
    self.keepsOriginal = keepsOriginal
    entities = model.entitiesByName
    composites = Dictionary(first: model.composites.map { ($0.name, $0) })
    classNames = model.entities.reduce(into: [:]) { names, entity in
      for parent in model.lineage(of: entity) {
        let name = ImportedName.bareClass(entity.className ?? entity.name)
        names[parent.name, default: []].insert(name)
      }
    }
    shared = Dictionary(
      uniqueKeysWithValues: ["entity", "attribute", "relationship", "fetchedProperty"].map {
        (
          $0,
          PreservedAttribute.all(
            in: model.userInfo, after: "\(PreservedAttribute.prefix)each.\($0).")
        )
      })
  }

  /// The root element of the exported data model.
  var root: XMLElementNode {
    var root = XMLElementNode("model")
    root.set("type", "com.apple.IDECoreDataModeler.DataModel")
    root.set("documentVersion", "1.0")
    root.set("minimumToolsVersion", "Automatic")
    root.set("sourceLanguage", "Swift")
    root.set("userDefinedModelVersionIdentifier", model.versionIdentifiers.joined(separator: ","))
    var children = model.entities.map(entity)
    children += model.composites.filter { $0.inlineAttribute == nil }.map(composite)
    children += fetchRequests
    children += model.configurations.map(configuration) + layout
    noteLosses()
    return finished(root, children, model.userInfo)
  }

  /// All templates, in the order of the imported file, or sorted by name as in Xcode.
  private var fetchRequests: [XMLElementNode] {
    let kept = keepsOriginal ? model.userInfo[FetchOrder.key] ?? "" : ""
    let order = FetchOrder(kept)
    return model.entities.flatMap(fetchRequests).sorted {
      (order.rank(of: $0), $0["name"] ?? "") < (order.rank(of: $1), $1["name"] ?? "")
    }
  }

  /// Returns an element with its kept parts, in Xcode's order.
  func finished(
    _ element: XMLElementNode, _ children: [XMLElementNode], _ userInfo: [String: String]
  ) -> XMLElementNode {
    var element = element
    var children = ExportOrder.grouped(children)
    if keepsOriginal {
      for preserved in shared[element.name] ?? [] { preserved.apply(to: &element) }
      for preserved in PreservedAttribute.all(in: userInfo) { preserved.apply(to: &element) }
      for (position, child) in KeptChild.all(in: userInfo) {
        ExportOrder.insert(child, at: position, into: &children)
      }
    }
    element = ExportOrder.sorted(element)
    element.content = children.map { .element($0) }
    return element
  }

  // MARK: User info

  /// Returns the user info of an element, or an empty array if there are no
  /// entries.
  func userInfo(
    _ entries: [String: String], _ own: [UserInfo.Key: String?] = [:]
  ) -> [XMLElementNode] {
    var all: [String: String] = [:]
    for (key, value) in entries {
      if let key = PreservedAttribute.unprotected(key) { all[key] = value }
    }
    for case (let key, let value?) in own { all[key.text] = value }
    return XMLElementNode.userInfo(all.sorted { $0.key < $1.key })
  }

  // MARK: Entities

  private func entity(_ entity: EntityDescription) -> XMLElementNode {
    var element = XMLElementNode("entity")
    element.set("name", entity.name)
    element.set("representedClassName", entity.className ?? entity.name)
    element.set("isAbstract", entity.isAbstract)
    element.set("parentEntity", entity.parentName)
    element.set("elementID", entity.renamingIdentifier)
    element.set("versionHashModifier", entity.versionHashModifier)
    element.set("syncable", true)
    element.set("codeGenerationType", "class")
    var children: [XMLElementNode] = []
    for property in entity.properties {
      switch property {
      case .attribute(let value): children.append(attribute(value, in: entity.name))
      case .relationship(let value): children.append(relationship(value, in: entity.name))
      case .fetched(let value): children.append(fetchedProperty(value, of: entity))
      }
    }
    children += indexes(of: entity) + constraints(of: entity)
    children += userInfo(
      entity.userInfo,
      [
        .documentation: entity.documentation, .access: entity.access?.rawValue,
        .table: entity.tableName, .shard: entity.shardName,
      ])
    return finished(element, children, entity.userInfo)
  }

  private func relationship(
    _ relationship: RelationshipDescription, in owner: String
  ) -> XMLElementNode {
    var element = XMLElementNode("relationship")
    element.set("name", relationship.columnName ?? relationship.name)
    element.set("optional", relationship.isOptional)
    element.set("transient", relationship.isTransient)
    element.set("toMany", relationship.isToMany)
    if relationship.isToMany {
      if relationship.minCount > 0 { element.set("minCount", "\(relationship.minCount)") }
      if relationship.maxCount > 0 { element.set("maxCount", "\(relationship.maxCount)") }
    } else {
      element.set("maxCount", "1")
    }
    element.set("deletionRule", relationship.deleteRule.exported)
    element.set("ordered", relationship.isOrdered)
    element.set("destinationEntity", relationship.destinationName)
    if let name = relationship.inverseName {
      let inverse = property(name, of: relationship.destinationName)
      element.set("inverseName", inverse?.property.storedName ?? name)
      element.set("inverseEntity", inverse?.owner ?? relationship.destinationName)
    }
    element.set("renamingIdentifier", relationship.renamingIdentifier)
    element.set("versionHashModifier", relationship.versionHashModifier)
    let own: [UserInfo.Key: String?] = [
      .name: givenName(relationship.name, relationship.columnName, in: owner),
      .documentation: relationship.documentation, .deprecated: relationship.deprecation,
      .constant: relationship.isConstant ? "YES" : nil,
    ]
    return finished(element, userInfo(relationship.userInfo, own), relationship.userInfo)
  }

  /// Returns the name in Swift, or nil if the import would derive the same
  /// name.
  func givenName(_ name: String, _ columnName: String?, in owner: String) -> String? {
    guard let columnName else { return nil }
    let found = ImportedName.property(columnName, of: classNames[owner] ?? [])
    // The import appends a number to a name that is already taken.
    let isFound = name.hasPrefix(found) && name.dropFirst(found.count).allSatisfy(\.isNumber)
    return isFound && found != columnName ? nil : name
  }

  /// Returns the property with the given name that an entity declares or
  /// inherits, and the entity that declares it; nil if there is none.
  func property(
    _ name: String, of entity: String
  ) -> (property: PropertyDescription, owner: String)? {
    property(of: entity) { $0.name == name }
  }

  private func property(
    of entity: String, where isWanted: (PropertyDescription) -> Bool
  ) -> (property: PropertyDescription, owner: String)? {
    var current = entities[entity]
    var seen: Set<String> = []
    while let entity = current, seen.insert(entity.name).inserted {
      if let found = entity.properties.first(where: isWanted) { return (found, entity.name) }
      current = entity.parentName.flatMap { entities[$0] }
    }
    return nil
  }

  // MARK: Names

  /// The renaming from names in the model to names in the data model.
  var renaming: KeyPathRenaming {
    KeyPathRenaming { [self] owner, name in
      if let property = property(name, of: owner)?.property { return property.exportStep }
      guard entities[owner] == nil else { return nil }
      return composites[owner]?.elements.first { $0.name == name }
        .map { $0.step(named: $0.columnName ?? $0.name) }
    }
  }

  /// The renaming from names in the data model to names in the model, as in an
  /// import.
  var reading: KeyPathRenaming {
    KeyPathRenaming { [self] owner, name in
      if let property = property(of: owner, where: { $0.storedName == name })?.property {
        return property.importStep
      }
      guard entities[owner] == nil else { return nil }
      return composites[owner]?.elements.first { ($0.columnName ?? $0.name) == name }
        .map { $0.step(named: $0.name) }
    }
  }

  /// Returns a dotted path with the names in the data model.
  func path(_ text: String, of entity: String) -> String {
    let names = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    return renaming.path(names, from: entity).joined(separator: ".")
  }

  func composite(named name: String) -> CompositeDescription? { composites[name] }

  // MARK: Layout

  private var layout: [XMLElementNode] {
    XMLElementNode.list(
      "elements",
      model.entities.compactMap { entity in
        entity.userInfo[EditorFrame.key].flatMap { EditorFrame.element(entity.name, $0) }
      })
  }
}

extension XMLElementNode {
  /// Adds an attribute, unless its value is nil.
  mutating func set(_ name: String, _ value: String?) {
    guard let value else { return }
    attributes.append(Attribute(name, value))
  }

  /// Adds an attribute with the value `YES`, or nothing if the value is false.
  mutating func set(_ name: String, _ isSet: Bool) {
    if isSet { attributes.append(Attribute(name, "YES")) }
  }

  /// Returns an element with the given children; none if there are no children.
  static func list(_ name: String, _ children: [XMLElementNode]) -> [XMLElementNode] {
    children.isEmpty ? [] : [XMLElementNode(name, content: children.map { .element($0) })]
  }

  /// Returns an element that lists keys, such as those of a constraint.
  static func keyList(_ name: String, _ item: String, _ keys: [String]) -> XMLElementNode {
    let children = keys.map { XMLElementNode(item, attributes: [.init("value", $0)]) }
    return XMLElementNode(name, content: children.map { .element($0) })
  }

  /// Returns the user info with the given entries; nothing if there are none.
  static func userInfo(_ entries: [(key: String, value: String)]) -> [XMLElementNode] {
    list(
      "userInfo",
      entries.map {
        XMLElementNode("entry", attributes: [.init("key", $0.key), .init("value", $0.value)])
      })
  }
}

extension PropertyDescription {
  /// The step from the property's name to its name in a data model.
  fileprivate var exportStep: KeyPathRenaming.Step { step(named: storedName) }

  /// The step from the property's name in a data model to its own name.
  fileprivate var importStep: KeyPathRenaming.Step { step(named: name) }

  private func step(named name: String) -> KeyPathRenaming.Step {
    attribute?.step(named: name)
      ?? KeyPathRenaming.Step(name: name, destination: relationship?.destinationName)
  }
}

extension CompositeDescription {
  /// The name of the attribute that contains the elements in the data model, or nil
  /// for a declared composite.
  var inlineAttribute: String? { userInfo[PreservedAttribute.prefix + "inline"] }
}
