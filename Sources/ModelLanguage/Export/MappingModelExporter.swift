/// Writes the mapping model of a migration block in the format of Xcode's
/// `xcmapping.xml`.
///
/// The archives of both models for Xcode's editor are left out. The editor
/// recreates them from the models, whose paths are in the file.
struct MappingModelExporter {
  private let mapping: MappingModel
  private let sides: (old: DataModelExporter, new: DataModelExporter)
  private let paths: (old: String, new: String)
  private let losses: ExportLosses

  /// Creates an exporter for a mapping model between two versions.
  ///
  /// - Parameter paths: The paths of the versions in the project, such as
  ///   `Notes.xcdatamodeld/Notes 2.xcdatamodel`.
  init(
    _ mapping: MappingModel, from old: ManagedObjectModel, to new: ManagedObjectModel,
    paths: (old: String, new: String), losses: ExportLosses
  ) {
    self.mapping = mapping
    sides = (DataModelExporter(old), DataModelExporter(new))
    self.paths = paths
    self.losses = losses
  }

  /// The text of the `xcmapping.xml` file.
  var text: String {
    var writer = ObjectWriter()
    let root = writer.nextID()
    var identifiers: [String] = []
    for (index, entity) in mapping.entities.enumerated() {
      identifiers.append(add(entity, number: index + 1, root: root, to: &writer))
    }
    writer.add(
      "XDDEVMAPPINGMODEL", root,
      [("sourcemodelpath", "string", paths.old), ("destinationmodelpath", "string", paths.new)],
      [("entitymappings", "0/0", "XDDEVENTITYMAPPING", identifiers)])
    return writer.document
  }

  // MARK: Entities

  private func add(
    _ entity: MappingModel.Entity, number: Int, root: String, to writer: inout ObjectWriter
  ) -> String {
    let id = writer.nextID()
    let attributes = entity.attributes.filter { isListed($0, entity) }
      .map { add($0, entity, of: id, "ATTRIBUTE", to: &writer) }
    let links = entity.relationships.filter { isListed($0, entity) }
      .map { add($0, entity, of: id, "RELATIONSHIP", to: &writer) }
    var values = [
      ("mappingtypename", "string", "Undefined"), ("mappingnumber", "int16", "\(number)"),
    ]
    let usual = [entity.sourceName, entity.destinationName].compactMap { $0 }
      .joined(separator: "To")
    if entity.name != usual { values.append(("name", "string", entity.name)) }
    if let name = entity.sourceName { values.append(("sourcename", "string", name)) }
    if let name = entity.destinationName { values.append(("destinationname", "string", name)) }
    if let name = entity.policyName { values.append(("migrationpolicyclassname", "string", name)) }
    if let condition = condition(of: entity) {
      values.append(("sourcefilterpredicatestring", "string", condition))
    }
    values.append(("autogenerateexpression", "bool", "1"))
    values += userInfo(entity.userInfo)
    writer.add(
      "XDDEVENTITYMAPPING", id, values,
      [
        ("mappingmodel", "1/1", "XDDEVMAPPINGMODEL", [root]),
        ("attributemappings", "0/0", "XDDEVATTRIBUTEMAPPING", attributes),
        ("relationshipmappings", "0/0", "XDDEVRELATIONSHIPMAPPING", links),
      ])
    return id
  }

  private func condition(of entity: MappingModel.Entity) -> String? {
    guard let predicate = entity.predicate, let source = entity.sourceName else { return nil }
    let own = predicate.rewriting { $0 == .variable("old") ? .evaluatedObject : nil }
    return sides.old.renaming.predicate(own, of: source).format
  }

  // MARK: Properties

  /// Returns whether a property is written. A property with a default value is
  /// written only if Core Data would otherwise find an older property as its
  /// source.
  private func isListed(_ property: MappingModel.Property, _ entity: MappingModel.Entity) -> Bool {
    guard property.value == .defaultValue, let source = entity.sourceName,
      let new = sides.new.property(property.name, of: entity.destinationName ?? "")?.property,
      let old = sides.old.model.entity(named: source)
    else { return true }
    return !MappingImporter.isFound(new, in: old, of: sides.old.model)
  }

  private func userInfo(_ entries: [String: String]) -> [(String, String, String)] {
    guard !entries.isEmpty else { return [] }
    return [("userinfodata", "binary", Data(KeyedArchive.bytes(of: entries)).base64EncodedString())]
  }

  private func add(
    _ property: MappingModel.Property, _ entity: MappingModel.Entity, of owner: String,
    _ kind: String, to writer: inout ObjectWriter
  ) -> String {
    let id = writer.nextID()
    let name =
      sides.new.property(property.name, of: entity.destinationName ?? "")?
      .property.storedName ?? property.name
    var values = [("name", "string", name)]
    values += value(of: property, named: name, entity)
    values += userInfo(property.userInfo)
    writer.add(
      "XDDEV\(kind)MAPPING", id, values,
      [("entitymapping", "1/1", "XDDEVENTITYMAPPING", [owner])])
    return id
  }

  private func value(
    of property: MappingModel.Property, named name: String, _ entity: MappingModel.Entity
  ) -> [(String, String, String)] {
    let expression: ObjectExpression
    switch property.value {
    case .defaultValue: return generated
    case .source(let source), .converted(let source):
      if case .converted = property.value {
        losses.add("the conversion of '\(property.name)' in the mapping '\(entity.name)'")
      }
      let older = sides.old.property(source, of: entity.sourceName ?? "")?.property
      if older?.storedName ?? source == name { return generated }
      let path = ObjectExpression.keyPath([older?.storedName ?? source], of: .variable("source"))
      expression =
        older?.relationship == nil ? path : Self.partners(of: path, older?.storedName ?? "")
    case .expression(let value): expression = renamed(value, entity)
    }
    guard let bytes = KeyedArchive.bytes(of: expression) else {
      losses.add("the value of '\(property.name)' in the mapping '\(entity.name)'")
      return generated
    }
    return [("valueexpressiondata", "binary", Data(bytes).base64EncodedString())]
  }

  private var generated: [(String, String, String)] { [("autogenerateexpression", "bool", "1")] }

  /// Returns the expression for the migrated destination objects of a
  /// relationship, in the form that Core Data requires.
  private static func partners(of path: ObjectExpression, _ name: String) -> ObjectExpression {
    .function(
      MappingImporter.byRelationship, [.variable("manager"), .constant(.string(name)), path])
  }

  private func renamed(
    _ expression: ObjectExpression, _ entity: MappingModel.Entity
  ) -> ObjectExpression {
    let own = expression.rewriting { part in
      part == .variable("source") || part == .variable("old") ? .evaluatedObject : nil
    }
    return sides.old.renaming.expression(own, of: entity.sourceName)
      .rewriting { $0 == .evaluatedObject ? .variable("source") : nil }
  }
}

/// Writes the objects of an XML store of Core Data.
private struct ObjectWriter {
  private var objects: [XMLElementNode] = []
  private var count = 100

  mutating func nextID() -> String {
    count += 1
    return "z\(count)"
  }

  mutating func add(
    _ type: String, _ id: String, _ attributes: [(name: String, type: String, value: String)],
    _ links: [(name: String, count: String, destination: String, ids: [String])]
  ) {
    var element = XMLElementNode(
      "object", attributes: [.init("type", type), .init("id", id)])
    for attribute in attributes {
      element.append(
        XMLElementNode(
          "attribute", attributes: [.init("name", attribute.name), .init("type", attribute.type)],
          content: [.text(attribute.value.xmlStoreText)]))
    }
    for link in links {
      var node = XMLElementNode(
        "relationship",
        attributes: [
          .init("name", link.name), .init("type", link.count),
          .init("destination", link.destination),
        ])
      if !link.ids.isEmpty {
        node.attributes.append(.init("idrefs", link.ids.joined(separator: " ")))
      }
      element.append(node)
    }
    objects.append(element)
  }

  var document: String {
    let lines = XMLWriter.lines(
      XMLElementNode("database", content: ([information] + objects).map { .element($0) }))
    return """
      <?xml version="1.0" standalone="yes"?>
      <!DOCTYPE database SYSTEM "file:///System/Library/DTDs/CoreData.dtd">

      \(lines)

      """
  }

  /// The version hashes of the entities in Xcode's editor, which are the same in all
  /// mapping models.
  private static let hashes = [
    ("XDDevAttributeMapping", "0plcXXRN7XHKl5CcF+fwriFmUpON3ZtcI/AfK748aWc="),
    ("XDDevEntityMapping", "qeN1Ym3TkWN1G6dU9RfX6Kd2ccEvcDVWHpd3LpLgboI="),
    ("XDDevMappingModel", "EqtMzvRnVZWkXwBHu4VeVGy8UyoOe+bi67KC79kphlQ="),
    ("XDDevPropertyMapping", "XN33V44TTGY4JETlMoOB5yyTKxB+u4slvDIinv0rtGA="),
    ("XDDevRelationshipMapping", "akYY9LhehVA/mCb4ATLWuI9XGLcjpm14wWL1oEBtIcs="),
  ]

  private var information: XMLElementNode {
    func node(_ name: String, _ text: String) -> XMLElementNode {
      XMLElementNode(name, content: [.text(text)])
    }
    func entries(_ parts: [(String, XMLElementNode)]) -> XMLElementNode {
      XMLElementNode(
        "dict", content: parts.flatMap { [node("key", $0.0), $0.1] }.map { .element($0) })
    }
    let metadata = entries([
      ("NSPersistenceFrameworkVersion", node("integer", "1344")),
      ("NSStoreModelVersionHashes", entries(Self.hashes.map { ($0.0, node("data", $0.1)) })),
      ("NSStoreModelVersionHashesVersion", node("integer", "3")),
      (
        "NSStoreModelVersionIdentifiers",
        XMLElementNode("array", content: [.element(node("string", ""))])
      ),
    ])
    let list = XMLElementNode(
      "plist", attributes: [.init("version", "1.0")], content: [.element(metadata)])
    return XMLElementNode(
      "databaseInfo",
      content: [
        node("version", "134481920"), node("UUID", identifier),
        node("nextObjectID", "\(count + 1)"),
        XMLElementNode("metadata", content: [.element(list)]),
      ].map { .element($0) })
  }

  /// An identifier computed from the content, so that a model always produces
  /// the same file.
  private var identifier: String {
    let text = objects.map(XMLWriter.line).joined()
    let bytes = Array(SHA256.hash(Array(text.utf8)))
    return bytes.withUnsafeBytes { UUID(uuid: $0.load(as: uuid_t.self)).uuidString }
  }
}
