struct XMLStoreWriter {
  let names: XMLStoreNames
  let content: StoreContent

  /// Returns the text of the whole file.
  func document() throws -> String {
    var database = XMLElementNode("database")
    database.append(try info())
    for object in content.objects.sorted(by: { $0.key < $1.key }) {
      database.append(try element(of: object))
    }
    return """
      <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
      <!DOCTYPE database SYSTEM "file:///System/Library/DTDs/CoreData.dtd">

      \(XMLWriter.lines(database))

      """
  }

  private func info() throws -> XMLElementNode {
    var metadata = XMLElementNode("metadata")
    metadata.append(try propertyList())
    var info = XMLElementNode("databaseInfo")
    info.append(XMLElementNode("version", content: [.text("134481920")]))
    info.append(XMLElementNode("UUID", content: [.text(content.identifier.uuidString)]))
    info.append(XMLElementNode("nextObjectID", content: [.text(String(content.lastKey))]))
    info.append(metadata)
    return info
  }

  /// Returns the metadata as Foundation writes it, without the enclosing
  /// document.
  private func propertyList() throws -> XMLElementNode {
    let data = try PropertyListValue.data(of: content.metadata, format: .xml)
    return try XMLReader.read(Array(data)).withoutSpace
  }

  private func element(of object: StoredObject) throws -> XMLElementNode {
    guard let entity = names.entity(named: object.entityName) else {
      throw StoreError(
        .unknownName, "object \(object.key) is of entity '\(object.entityName)', which is unknown")
    }
    var element = XMLElementNode(
      "object", attributes: [.init("type", entity.typeName), .init("id", "z\(object.key)")])
    for attribute in entity.attributes {
      guard let text = object.values[attribute.keyPath].flatMap(XMLStoreText.text) else { continue }
      element.append(
        XMLElementNode(
          "attribute",
          attributes: [
            .init("name", attribute.name),
            .init("type", XMLStoreText.typeName(attribute.type)),
          ], content: text.isEmpty ? [] : [.text(text)]))
    }
    for (name, relationship) in entity.relationships {
      element.append(link(name, relationship, to: object.links[relationship.name] ?? []))
    }
    return element
  }

  private func link(
    _ name: String, _ relationship: RelationshipDescription, to keys: [Int64]
  ) -> XMLElementNode {
    let count =
      relationship.isToMany ? "\(relationship.minCount)/\(relationship.maxCount)" : "1/1"
    var attributes: [XMLElementNode.Attribute] = [
      .init("name", name), .init("type", count),
      .init("destination", names.entity(named: relationship.destinationName)?.typeName ?? ""),
    ]
    if !keys.isEmpty {
      attributes.append(.init("idrefs", keys.map { "z\($0)" }.joined(separator: " ")))
    }
    return XMLElementNode("relationship", attributes: attributes)
  }
}

extension XMLElementNode {
  /// The element without the whitespace between elements.
  fileprivate var withoutSpace: XMLElementNode {
    guard !children.isEmpty else { return self }
    var element = self
    element.content = children.map { .element($0.withoutSpace) }
    return element
  }
}
