internal import ModelSchema

/// A compiled model, `.mom`, as the `contents` that Xcode compiled it of.
///
/// It is an archive of Core Data's descriptions. Entities, attributes,
/// relationships, constraints and indexes by property are read; conditions,
/// derivations and rules stand in it as objects of Foundation's and are not.
public enum CompiledDataModel {
  /// The text of a data model; nil where the bytes are no compiled model.
  public static func contents(of bytes: [UInt8]) -> String? {
    guard let list = BinaryPropertyList(bytes), let root = ArchivedValue(list),
      root.className == "NSManagedObjectModel", let entities = root["NSEntities"]
    else { return nil }
    var model = XMLElementNode("model")
    let identifiers = root["NSVersionIdentifiers"]?.elements.compactMap(\.text) ?? []
    model.set("userDefinedModelVersionIdentifier", identifiers.sorted().joined(separator: ","))
    model.content = entities.entries.map { .element(entity($0.value, named: $0.key)) }
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
    for (name, property) in entity["NSProperties"]?.entries ?? [] {
      if let child = self.property(property, named: name) { children.append(child) }
    }
    let constraints = entity["NSUniqueTuples"]?.elements.map(constraint) ?? []
    if !constraints.isEmpty {
      children.append(
        XMLElementNode("uniquenessConstraints", content: constraints.map { .element($0) }))
    }
    children += entity["NSFetchIndexDescriptions"]?.elements.compactMap(index) ?? []
    element.content = children.map { .element($0) }
    return element
  }

  private static func constraint(_ names: ArchivedValue) -> XMLElementNode {
    XMLElementNode(
      "uniquenessConstraint",
      content: names.elements.compactMap(\.text).map {
        .element(XMLElementNode("constraint", attributes: [.init("value", $0)]))
      })
  }

  /// An index; nil for one over expressions, or over some rows only.
  private static func index(_ index: ArchivedValue) -> XMLElementNode? {
    let elements = index["NSIndexElements"]?.elements ?? []
    let names = elements.compactMap { $0["NSPropertyName"]?.text }
    guard index["NSPartialIndexPredicate"] == nil, names.count == elements.count, !names.isEmpty
    else { return nil }
    return XMLElementNode(
      "fetchIndex", attributes: [.init("name", index["NSIndexName"]?.text ?? "index")],
      content: zip(names, elements).map { name, part in
        let isAscending = part["NSAscending"]?.isTrue ?? true
        return .element(
          XMLElementNode(
            "fetchIndexElement",
            attributes: [
              .init("property", name), .init("type", "Binary"),
              .init("order", isAscending ? "ascending" : "descending"),
            ]))
      })
  }

  // MARK: Properties

  private static func property(_ property: ArchivedValue, named name: String) -> XMLElementNode? {
    switch property.className {
    case "NSRelationshipDescription": relationship(property, named: name)
    case "NSFetchedPropertyDescription", nil: nil
    default: attribute(property, named: name)
    }
  }

  private static func attribute(_ attribute: ArchivedValue, named name: String) -> XMLElementNode {
    var element = XMLElementNode("attribute")
    element.set("name", name)
    setCommon(of: attribute, named: name, &element)
    let type = types[attribute["NSAttributeType"]?.integer ?? 0] ?? "Undefined"
    element.set("attributeType", type)
    if type == "Transformable" {
      element.set("customClassName", attribute["NSAttributeValueClassName"]?.text)
      element.set("valueTransformerName", attribute["NSValueTransformerName"]?.text)
    }
    let isKept = (attribute["NSFlagsKey"]?.integer ?? 0) & 16 != 0
    element.set("preserveAfterDeletion", isKept)
    if let seconds = attribute["NSDefaultValue"]?.seconds {
      element.set("defaultDateTimeInterval", String(seconds))
    } else {
      element.set("defaultValueString", attribute["NSDefaultValue"]?.constantText)
    }
    return element
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
    let rules = ["No Action", "Nullify", "Cascade", "Deny"]
    let rule = relationship["NSDeleteRule"]?.integer ?? 1
    element.set("deletionRule", rules.indices.contains(Int(rule)) ? rules[Int(rule)] : nil)
    let destination =
      relationship["_NSDestinationEntityName"]?.text
      ?? relationship["NSDestinationEntity"]?["NSEntityName"]?.text
    element.set("destinationEntity", destination)
    let inverse =
      relationship["_NSInverseRelationshipName"]?.text
      ?? relationship["NSInverseRelationship"]?["NSPropertyName"]?.text
    element.set("inverseName", inverse)
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

  private static let types: [Int64: String] = [
    100: "Integer 16", 200: "Integer 32", 300: "Integer 64", 400: "Decimal", 500: "Double",
    600: "Float", 700: "String", 800: "Boolean", 900: "Date", 1000: "Binary", 1100: "UUID",
    1200: "URI", 1800: "Transformable",
  ]
}

extension ArchivedValue {
  /// The former name; nil where it is the present one.
  fileprivate func renaming(of name: String) -> String? {
    self["NSRenamingIdentifier"]?.text.flatMap { $0 == name ? nil : $0 }
  }
}
