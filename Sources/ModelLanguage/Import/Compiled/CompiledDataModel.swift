/// Decompiles a compiled model, `.mom`, into Xcode's `contents` format.
///
/// A compiled model is an archive of Core Data's descriptions, whose conditions,
/// derivations and rules are Foundation objects. Parts that the format cannot
/// represent, such as a rule without a field in Xcode's editor, are written as user
/// info under their archive keys.
public enum CompiledDataModel {
  /// Returns the text of a data model, or nil if the bytes are not a compiled model.
  public static func contents(of bytes: [UInt8]) -> String? {
    guard let list = BinaryPropertyList(bytes), let root = ArchivedValue(list),
      root.className == "NSManagedObjectModel", let entities = root["NSEntities"]
    else { return nil }
    var model = XMLElementNode("model")
    let identifiers = root["NSVersionIdentifiers"]?.elements.compactMap(\.text) ?? []
    model.set("userDefinedModelVersionIdentifier", identifiers.sorted().joined(separator: ","))
    model.content =
      (entities.entries.map { entity($0.value, named: $0.key) }
      + entities.entries.flatMap { composites(in: properties($0.value), of: $0.key) }
      + templates(root) + configurations(root)).map { .element($0) }
    return XMLWriter.document(model)
  }

  // MARK: Entities

  private static func entity(_ entity: ArchivedValue, named name: String) -> XMLElementNode {
    var element = XMLElementNode("entity")
    element.set("name", name)
    element.set("representedClassName", entity["NSClassNameForEntity"]?.text)
    element.set("isAbstract", entity["NSIsAbstract"]?.isTrue == true)
    element.set("parentEntity", entity["NSSuperentity"]?["NSEntityName"]?.text)
    element.set("elementID", entity.renaming(of: name))
    element.set("versionHashModifier", entity["NSVersionHashModifier"]?.text)
    var children: [XMLElementNode] = []
    for (property, value) in properties(entity) {
      if let child = self.property(value, named: property, of: name) { children.append(child) }
    }
    children += XMLElementNode.list(
      "uniquenessConstraints",
      keyLists("uniquenessConstraint", "constraint", entity["NSUniqueTuples"]))
    children += indexes(of: entity)
    children += userInfo(of: entity)
    element.content = children.map { .element($0) }
    return element
  }

  /// Returns the properties of an entity without inherited properties, which
  /// models in stores repeat.
  private static func properties(_ entity: ArchivedValue) -> [(key: String, value: ArchivedValue)] {
    let inherited = Set((entity["NSSuperentity"]?["NSProperties"]?.entries ?? []).map(\.key))
    return (entity["NSProperties"]?.entries ?? []).filter { !inherited.contains($0.key) }
  }

  private static func keyLists(
    _ name: String, _ item: String, _ lists: ArchivedValue?
  ) -> [XMLElementNode] {
    (lists?.elements ?? []).map {
      XMLElementNode.keyList(name, item, $0.elements.compactMap(\.text))
    }
  }

  // MARK: Indexes

  /// Returns the indexes of an entity. Older forms of indexes are ignored if
  /// there are fetch indexes.
  private static func indexes(of entity: ArchivedValue) -> [XMLElementNode] {
    let indexes = entity["NSFetchIndexDescriptions"]?.elements ?? []
    guard indexes.isEmpty else { return indexes.compactMap(index) }
    return XMLElementNode.list(
      "compoundIndexes", keyLists("compoundIndex", "index", entity["NSCompoundIndexes"]))
  }

  /// Returns an index, or nil if it has no elements. Conditions and expressions
  /// that cannot be represented are written as unreadable text, so that the
  /// import warns about them.
  private static func index(_ index: ArchivedValue) -> XMLElementNode? {
    let elements = index["NSIndexElements"]?.elements ?? []
    guard !elements.isEmpty else { return nil }
    var element = XMLElementNode("fetchIndex")
    element.set("name", index["NSIndexName"]?.text ?? "index")
    if let condition = index["NSPartialIndexPredicate"] {
      element.set(IndexCondition.attribute, condition.predicate()?.format ?? condition.className)
    }
    for part in elements {
      var child = XMLElementNode("fetchIndexElement")
      child.set("property", part["NSPropertyName"]?.text ?? "(expression)")
      child.set("type", part["NSFetchIndexElementType"]?.integer == 1 ? "RTree" : "Binary")
      child.set("order", part["NSAscending"]?.isTrue ?? true ? "ascending" : "descending")
      element.append(child)
    }
    return element
  }

  // MARK: Properties

  private static func property(
    _ property: ArchivedValue, named name: String, of owner: String
  ) -> XMLElementNode? {
    switch property.className {
    case "NSRelationshipDescription": relationship(property, named: name)
    case "NSFetchedPropertyDescription": fetchedProperty(property, named: name)
    case nil: nil
    default: attribute(property, named: name, of: owner)
    }
  }

  // MARK: Composites

  /// Returns the elements of a composite attribute by name, or an empty array
  /// for any other attribute. Their key in the archive is not known, so they
  /// are recognised as the attributes in the archived object.
  private static func elements(
    _ attribute: ArchivedValue
  ) -> [(key: String, value: ArchivedValue)] {
    guard attribute.className == "NSCompositeAttributeDescription" else { return [] }
    let lists = attribute.entries.map(\.value.elements)
    let isAttribute = { (value: ArchivedValue) in
      value.className?.hasSuffix("AttributeDescription") == true
    }
    return (lists.first { !$0.isEmpty && $0.allSatisfy(isAttribute) } ?? []).compactMap { element in
      element["NSPropertyName"]?.text.map { ($0, element) }
    }
  }

  /// Returns the types of composite attributes. The types have no names in an
  /// archive, so each type is named after the owner and the attribute.
  private static func composites(
    in properties: [(key: String, value: ArchivedValue)], of owner: String
  ) -> [XMLElementNode] {
    properties.flatMap { name, property -> [XMLElementNode] in
      let (elements, type) = (elements(property), compositeName(name, of: owner))
      guard !elements.isEmpty else { return [] }
      var node = XMLElementNode("composite")
      node.set("name", type)
      for (name, element) in elements { node.append(attribute(element, named: name, of: type)) }
      return [node] + composites(in: elements, of: type)
    }
  }

  private static func compositeName(_ name: String, of owner: String) -> String {
    owner + name.prefix(1).uppercased() + name.dropFirst()
  }

  // MARK: Attributes

  private static func attribute(
    _ attribute: ArchivedValue, named name: String, of owner: String
  ) -> XMLElementNode {
    var element = XMLElementNode("attribute")
    element.set("name", name)
    setCommon(of: attribute, named: name, &element)
    let type = types[attribute["NSAttributeType"]?.integer ?? 0] ?? "Undefined"
    element.set("attributeType", type)
    if type == "Composite" { element.set("compositeName", compositeName(name, of: owner)) }
    if type == "Transformable" {
      element.set("customClassName", attribute["NSAttributeValueClassName"]?.text)
      element.set("valueTransformerName", attribute["NSValueTransformerName"]?.text)
    }
    let flags = attribute["NSFlagsKey"]?.integer ?? 0
    element.set("allowsExternalBinaryDataStorage", flags & 4 != 0)
    element.set("preserveAfterDeletion", flags & 16 != 0)
    element.set("indexed", attribute["NSIsIndexed"]?.isTrue == true && !hasIndexes(attribute))
    setDerivation(of: attribute, &element)
    if let seconds = attribute["NSDefaultValue"]?.seconds {
      element.set("defaultDateTimeInterval", String(seconds))
    } else {
      element.set("defaultValueString", attribute["NSDefaultValue"]?.constantText)
    }
    let rules = CompiledRules(attribute, isText: type == "String")
    for (name, value) in rules.bounds { element.set(name, value) }
    for entry in userInfo(of: attribute, and: rules.others) { element.append(entry) }
    return element
  }

  /// Returns whether the entity of an attribute has fetch indexes.
  private static func hasIndexes(_ attribute: ArchivedValue) -> Bool {
    !(attribute["NSEntity"]?["NSFetchIndexDescriptions"]?.elements.isEmpty ?? true)
  }

  private static func setDerivation(
    of attribute: ArchivedValue, _ element: inout XMLElementNode
  ) {
    guard attribute.className == "NSDerivedAttributeDescription",
      let archived = attribute["NSDerivationExpression"]
    else { return }
    element.set("derived", true)
    element.set("derivationExpression", archived.expression()?.format ?? archived.className)
  }

  private static func relationship(
    _ relationship: ArchivedValue, named name: String
  ) -> XMLElementNode {
    var element = XMLElementNode("relationship")
    element.set("name", name)
    setCommon(of: relationship, named: name, &element)
    let most = relationship["NSMaxCount"]?.integer ?? 0
    element.set("toMany", most != 1)
    element.set("minCount", relationship["NSMinCount"]?.integer.map(String.init))
    element.set("maxCount", String(most))
    element.set("ordered", relationship["NSIsOrdered"]?.isTrue == true)
    let rule = Int(relationship["NSDeleteRule"]?.integer ?? 1)
    element.set("deletionRule", DeleteRule.allCases.first { $0.number == rule }?.exported)
    let destination =
      relationship["_NSDestinationEntityName"]?.text
      ?? relationship["NSDestinationEntity"]?["NSEntityName"]?.text
    element.set("destinationEntity", destination)
    let inverse =
      relationship["_NSInverseRelationshipName"]?.text
      ?? relationship["NSInverseRelationship"]?["NSPropertyName"]?.text
    element.set("inverseName", inverse)
    for entry in userInfo(of: relationship) { element.append(entry) }
    return element
  }

  private static func setCommon(
    of property: ArchivedValue, named name: String, _ element: inout XMLElementNode
  ) {
    element.set("optional", property["NSIsOptional"]?.isTrue == true)
    element.set("transient", property["NSIsTransient"]?.isTrue == true)
    element.set("renamingIdentifier", property.renaming(of: name))
    element.set("versionHashModifier", property["NSVersionHashModifier"]?.text)
  }

  /// Xcode's names for Core Data's type codes.
  static let types: [Int64: String] = [
    100: "Integer 16", 200: "Integer 32", 300: "Integer 64", 400: "Decimal", 500: "Double",
    600: "Float", 700: "String", 800: "Boolean", 900: "Date", 1000: "Binary", 1100: "UUID",
    1200: "URI", 1800: "Transformable", 2100: "Composite",
  ]
}

extension ArchivedValue {
  /// Returns the former name of a description, or nil if it equals the current
  /// name.
  fileprivate func renaming(of name: String) -> String? {
    self["NSRenamingIdentifier"]?.text.flatMap { $0 == name ? nil : $0 }
  }
}
