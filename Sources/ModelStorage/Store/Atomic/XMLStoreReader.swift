/// The elements of an XML store's file, with their positions.
struct XMLStoreDocument {
  let path: String
  let root: XMLElementNode
  private let bytes: [UInt8]

  /// Creates a document from a file's bytes.
  init(_ data: Data, path: String) throws {
    self.path = path
    bytes = Array(data)
    do {
      root = try XMLReader.read(bytes)
    } catch {
      throw StoreError(
        .damaged, "'\(path)' is no XML store, or is damaged: \(error)",
        position: StoreError.Position(error.offset, in: bytes))
    }
    guard root.name == "database" else {
      throw StoreError(
        .notAStore, "'\(path)' is XML, but no store: its element is '<\(root.name)>'")
    }
  }

  /// Reads the identifier and the metadata of the store.
  func description() throws -> StoreDescription {
    let info = root.children("databaseInfo").first
    guard let info, let element = info.children("UUID").first,
      let identifier = UUID(uuidString: element.text.trimmed)
    else { throw damage("there is no store identifier", at: info ?? root) }
    let list = info.children("metadata").first?.children("plist").first
    guard let list else { return StoreDescription(identifier: identifier, metadata: [:]) }
    do {
      let text = XMLWriter.document(list)
      return StoreDescription(
        identifier: identifier, metadata: try PropertyListValue.dictionary(of: Data(text.utf8)))
    } catch {
      throw damage("the metadata is no property list", at: list)
    }
  }

  /// Creates the error for a damaged element.
  func damage(_ message: String, at element: XMLElementNode) -> StoreError {
    damage(message, at: element.offset)
  }

  /// Creates the error for damage at a position in the file.
  func damage(_ message: String, at offset: Int, _ reason: StoreError.Reason = .damaged)
    -> StoreError
  {
    let position = StoreError.Position(offset, in: bytes)
    return StoreError(reason, "\(path):\(position): \(message)", position: position)
  }
}

struct XMLStoreReader {
  let document: XMLStoreDocument
  let names: XMLStoreNames

  init(_ document: XMLStoreDocument, _ names: XMLStoreNames) {
    self.document = document
    self.names = names
  }

  /// An object, with its element in the file.
  private struct Found {
    let object: StoredObject
    let entity: XMLStoreNames.Entity
    let element: XMLElementNode
  }

  /// Reads the whole content of the store.
  func content() throws -> StoreContent {
    let description = try document.description()
    let found = try document.root.children("object").map(found)
    let entities = try entitiesByKey(found)
    // The links are checked after all objects are read, since they may lead to
    // objects further down in the file.
    for object in found { try check(object, entities) }
    let info = document.root.children("databaseInfo").first
    let last = info?.children("nextObjectID").first.flatMap { Int64($0.text.trimmed) } ?? 0
    return StoreContent(
      identifier: description.identifier, metadata: description.metadata,
      lastKey: max(last, entities.keys.max() ?? 0), objects: found.map(\.object))
  }

  private func entitiesByKey(_ found: [Found]) throws -> [Int64: String] {
    var entities: [Int64: String] = [:]
    for object in found {
      let known = entities.updateValue(object.entity.description.name, forKey: object.object.key)
      if known != nil {
        throw document.damage("there are two objects 'z\(object.object.key)'", at: object.element)
      }
    }
    return entities
  }

  private func found(_ element: XMLElementNode) throws -> Found {
    guard let type = element["type"] else {
      throw document.damage("an object has no type", at: element)
    }
    guard let entity = names.entity(ofType: type), !entity.description.isAbstract else {
      throw unknown("entity '\(type)'", at: element)
    }
    guard let key = element["id"].flatMap(key) else {
      throw document.damage("an object needs an id such as 'z101'", at: element)
    }
    var object = StoredObject(entityName: entity.description.name, key: key)
    for child in element.children {
      switch child.name {
      case "attribute": try readAttribute(child, entity, into: &object)
      case "relationship": try readLinks(child, entity, into: &object)
      default: throw document.damage("'<\(child.name)>' belongs to no object", at: child)
      }
    }
    return Found(object: object, entity: entity, element: element)
  }

  private func readAttribute(
    _ element: XMLElementNode, _ entity: XMLStoreNames.Entity, into object: inout StoredObject
  ) throws {
    let name = element["name"] ?? ""
    guard let attribute = entity.attribute(name) else {
      throw unknown("attribute '\(entity.description.name).\(name)'", at: element)
    }
    guard let value = XMLStoreText.value(element.text, of: attribute.type) else {
      throw document.damage(
        """
        object z\(object.key): '\(entity.description.name).\(attribute.keyPath)' is of type \
        \(XMLStoreText.typeName(attribute.type)), which '\(element.text.prefix(40))' is not
        """, at: element)
    }
    object.values[attribute.keyPath] = value
  }

  private func readLinks(
    _ element: XMLElementNode, _ entity: XMLStoreNames.Entity, into object: inout StoredObject
  ) throws {
    let name = element["name"] ?? ""
    guard let relationship = entity.relationship(name) else {
      throw unknown("relationship '\(entity.description.name).\(name)'", at: element)
    }
    object.links[relationship.name] = try (element["idrefs"] ?? "").split(separator: " ").map {
      guard let key = key(String($0)) else {
        throw document.damage("'\($0)' is no id of an object", at: element)
      }
      return key
    }
  }

  /// Checks that every link leads to an object of the right entity; a missing
  /// object is allowed only for relationships that may dangle in every store.
  private func check(_ found: Found, _ entities: [Int64: String]) throws {
    for (_, relationship) in found.entity.relationships {
      let keys = found.object.links[relationship.name] ?? []
      let family = names.family(of: relationship.destinationName)
      for key in keys {
        if let entity = entities[key], family.contains(entity) { continue }
        if entities[key] == nil, mayDangle(relationship) { continue }
        throw document.damage(
          """
          object z\(found.object.key): '\(found.entity.description.name).\(relationship.name)' \
          leads to z\(key), which is \(entities[key].map { "of entity \($0)" } ?? "not there")
          """, at: found.element)
      }
      if !relationship.isToMany, keys.count > 1 {
        throw document.damage(
          """
          object z\(found.object.key): '\(found.entity.description.name).\(relationship.name)' \
          leads to \(keys.count) objects, where there can be one
          """, at: found.element)
      }
    }
  }

  private func mayDangle(_ relationship: RelationshipDescription) -> Bool {
    guard !relationship.isToMany else { return false }
    let destination = names.model.entity(named: relationship.destinationName)
    let inverse = destination.flatMap { destination in
      names.model.properties(of: destination).first { $0.name == relationship.inverseName }
    }
    return inverse?.relationship.map { $0.deleteRule == .noAction } ?? true
  }

  private func unknown(_ what: String, at element: XMLElementNode) -> StoreError {
    document.damage(
      "this program's model '\(names.model.name)' has no \(what)", at: element.offset,
      .modelMismatch)
  }

  private func key(_ text: String) -> Int64? {
    guard text.first == "z", let key = Int64(text.dropFirst()), key > 0 else { return nil }
    return key
  }
}
