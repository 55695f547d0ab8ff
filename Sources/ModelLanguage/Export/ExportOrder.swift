/// The order in which Xcode writes attributes and elements.
enum ExportOrder {
  private static let attributes: [String: [String]] = [
    "model": [
      "name", "type", "documentVersion", "lastSavedToolsVersion", "systemVersion",
      "minimumToolsVersion", "sourceLanguage", "usedWithCloudKit", "usedWithSwiftData",
      "userDefinedModelVersionIdentifier",
    ],
    "entity": [
      "name", "representedClassName", "isAbstract", "parentEntity", "elementID",
      "versionHashModifier", "syncable", "codeGenerationType",
    ],
    "attribute": [
      "name", "optional", "transient", "indexed", "attributeType", "minValueString",
      "maxValueString", "minDateTimeInterval", "maxDateTimeInterval", "defaultDateTimeInterval",
      "defaultValueString", "derived", "derivationExpression", "valueTransformerName",
      "customClassName", "compositeName", "usesScalarValueType",
      "allowsExternalBinaryDataStorage", "storedInExternalRecord",
      "preserveAfterDeletion", "allowsCloudEncryption", "spotlightIndexingEnabled",
      "regularExpressionString", "elementID", "renamingIdentifier", "versionHashModifier",
      "syncable",
    ],
    "relationship": [
      "name", "optional", "transient", "toMany", "minCount", "maxCount", "deletionRule",
      "ordered", "destinationEntity", "inverseName", "inverseEntity", "elementID",
      "renamingIdentifier", "versionHashModifier", "spotlightIndexingEnabled", "syncable",
    ],
    "fetchedProperty": ["name", "optional", "transient", "elementID", "syncable"],
    "fetchRequest": [
      "name", "entity", "predicateString", "resultType", "fetchLimit", "fetchBatchSize",
    ],
    "fetchIndex": ["name", IndexCondition.attribute],
    "configuration": ["name", "usedWithCloudKit"],
  ]

  private static let children = [
    "attribute", "relationship", "fetchedProperty", "fetchIndex", "uniquenessConstraints",
    "compoundIndexes", "entity", "composite", "compositeAttribute", "fetchRequest",
    "configuration", "memberEntity", "elements", "userInfo",
  ]

  /// Returns the element with its attributes in order. Attributes unknown to
  /// Xcode come last, sorted by name.
  static func sorted(_ element: XMLElementNode) -> XMLElementNode {
    let order = attributes[element.name] ?? []
    var sorted = element
    sorted.attributes.sort { a, b in
      let (first, second) = (
        order.firstIndex(of: a.name) ?? order.count, order.firstIndex(of: b.name) ?? order.count
      )
      return (first, first == order.count ? a.name : "") < (
        second, second == order.count ? b.name : ""
      )
    }
    return sorted
  }

  /// Returns the elements grouped by kind; within each group they keep their
  /// order. Kinds unknown to Xcode come before the user info. Several lists of
  /// the same kind are joined.
  static func grouped(_ elements: [XMLElementNode]) -> [XMLElementNode] {
    var groups: [[XMLElementNode]] = Array(repeating: [], count: children.count + 1)
    for element in elements {
      groups[position(of: element.name)].append(element)
    }
    return groups.flatMap(joined)
  }

  /// Inserts an element at its former position. A list is joined with an
  /// existing list of the same kind.
  static func insert(
    _ element: XMLElementNode, at position: Int, into elements: inout [XMLElementNode]
  ) {
    if lists.contains(element.name),
      let index = elements.firstIndex(where: { $0.name == element.name })
    {
      elements[index].content += element.content
    } else {
      elements.insert(element, at: min(position, elements.count))
    }
  }

  private static let lists: Set = [
    "uniquenessConstraints", "compoundIndexes", "elements", "userInfo",
  ]

  private static func position(of name: String) -> Int {
    guard let index = children.firstIndex(of: name) else { return children.count - 1 }
    return name == "userInfo" ? children.count : index
  }

  private static func joined(_ group: [XMLElementNode]) -> [XMLElementNode] {
    guard let first = group.first, lists.contains(first.name) else { return group }
    return [XMLElementNode(first.name, content: group.flatMap(\.content))]
  }
}
