/// Makes a model of the XML that Xcode writes.
///
/// The passes run in the order of `model(named:version:number:)`, each over all
/// entities, so that a pass may look at anything that the passes before it have
/// made. Whatever cannot be used is left out with a warning. The last passes
/// hold the result against the language and against the original: what would
/// not be read back is taken out, and what the model does not say is kept in
/// user info.
final class DataModelImporter {
  let root: XMLElementNode
  let diagnostics: ImportDiagnostics
  var model = ManagedObjectModel(name: "Model")
  var entities: [ImportedEntity] = []
  var entitiesByName: [String: ImportedEntity] = [:]
  var composites: [String: CompositeDescription] = [:]
  /// The types of the program's that were named, with their transformers.
  var knownOwnTypes: Set<String> = []
  /// The types that transformers make of their bytes, by the transformers.
  var transformerTypes: [String: String] = [:]
  /// The positions of the entities in the model, once it is assembled.
  private(set) var entityIndexes: [String: Int] = [:]
  /// The fetch request templates, the first of each name and entity.
  let fetchElements: [FetchKey: XMLElementNode]

  init(_ root: XMLElementNode, diagnostics: ImportDiagnostics) {
    self.root = root
    self.diagnostics = diagnostics
    fetchElements = root.children("fetchRequest").firstByKey(FetchKey.init)
  }

  /// Runs all passes.
  func model(named name: String, version: String, number: Int?) -> ManagedObjectModel {
    model.name = name
    model.version = number
    if let identifier = root.filled("userDefinedModelVersionIdentifier") {
      model.versionIdentifiers = [identifier]
    }
    declareEntities()
    resolveParents()
    declareProperties()
    readAttributes()
    readRelationships()
    pairInverses()
    // After the inverses: a rule is right or wrong by what the other end says.
    mendDeleteRules()
    readUniqueness()
    readIndexes()
    // When all properties have their types, since paths lead over them.
    readDerivations()
    readFetches()
    assemble()
    checkConditions()
    readConfigurations()
    keepLayout()
    keepVersionName(version)
    takeOutWhatIsNotRead()
    keepWhatIsLeft()
    model = model.withPreservedCounts
    return model
  }

  private func assemble() {
    model.composites = model.composites.map { composites[$0.name] ?? $0 }
    model.entities = entities.map { entity in
      var description = entity.description
      description.properties = entity.properties.compactMap(\.description)
      return description
    }
    for (index, entity) in model.entities.enumerated() { entityIndexes[entity.name] = index }
  }

  /// Keeps the name of the version, where its number does not say it.
  private func keepVersionName(_ version: String) {
    let usual = VersionFolder.name(of: model)
    if model.version != nil, usual != version {
      model.userInfo[PreservedAttribute.prefix + "versionName"] = version
    }
  }

  /// Keeps the places of the entities in Xcode's editor.
  private func keepLayout() {
    for element in root.children("elements").flatMap({ $0.children("element") }) {
      guard let name = element["name"], let layout = EditorFrame(element),
        let index = entityIndexes[name]
      else { continue }
      model.entities[index].userInfo[EditorFrame.key] = layout.text
    }
  }
}

/// The place of an entity in Xcode's editor.
struct EditorFrame {
  static let key = PreservedAttribute.prefix + "layout"
  private static let names = ["positionX", "positionY", "width", "height"]

  /// The four numbers, with spaces between.
  let text: String

  /// Reads what stands in an `element`; nil where that is more or less.
  init?(_ element: XMLElementNode) {
    let values = Self.names.compactMap { element[$0] }
    guard values.count == 4, element.attributes.count == 5,
      values.allSatisfy({ !$0.isEmpty && !$0.contains(" ") })
    else { return nil }
    text = values.joined(separator: " ")
  }

  /// The `element` of an entity; nil where the text is none of ours.
  static func element(_ name: String, _ text: String) -> XMLElementNode? {
    let values = text.split(separator: " ").map(String.init)
    guard values.count == 4 else { return nil }
    var element = XMLElementNode("element", attributes: [.init("name", name)])
    for (name, value) in zip(names, values) { element.attributes.append(.init(name, value)) }
    return element
  }
}

/// Name and entity of a fetch request template.
struct FetchKey: Hashable {
  let name: String
  let entity: String

  init(name: String, entity: String) {
    self.name = name
    self.entity = entity
  }

  init(_ element: XMLElementNode) {
    name = element["name"] ?? ""
    entity = element["entity"] ?? ""
  }
}

extension [XMLElementNode] {
  /// The elements by a key, the first one of each.
  func firstByKey<Key: Hashable>(_ key: (XMLElementNode) -> Key) -> [Key: XMLElementNode] {
    Dictionary(first: map { (key($0), $0) })
  }
}
