/// Creates a model from Xcode's XML.
///
/// The passes run in the order of `model(named:version:number:)`, each over all
/// entities, so that a pass can use all results of the passes before it. Parts
/// that cannot be used are left out, with a warning. The last passes compare
/// the result with the language and with the original: parts that could not be
/// read back are removed, and parts of the original that the model cannot
/// represent are kept in user info.
final class DataModelImporter {
  let root: XMLElementNode
  let diagnostics: ImportDiagnostics
  var model = ManagedObjectModel(name: "Model")
  var entities: [ImportedEntity] = []
  var entitiesByName: [String: ImportedEntity] = [:]
  var composites: [String: CompositeDescription] = [:]
  /// The program's own types for which a warning has been given, with their
  /// transformers.
  var knownOwnTypes: Set<String> = []
  /// The type of the values that each transformer produces.
  var transformerTypes: [String: String] = [:]
  /// The titles and positions of the archived attributes for which nothing names a class.
  var unnamedArchives: [(title: String, offset: Int)] = []
  /// The positions of the entities in the assembled model.
  private(set) var entityIndexes: [String: Int] = [:]
  /// The first fetch request template for each name and entity.
  let fetchElements: [FetchKey: XMLElementNode]

  init(_ root: XMLElementNode, diagnostics: ImportDiagnostics) {
    self.root = root
    self.diagnostics = diagnostics
    fetchElements = root.children("fetchRequest").firstByKey(FetchKey.init)
  }

  /// Runs all passes and returns the model.
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
    warnUnnamedArchives()
    readRelationships()
    pairInverses()
    // Delete rules follow the inverses because they depend on the other end of the
    // relationship.
    mendDeleteRules()
    readUniqueness()
    readIndexes()
    // Paths lead through properties, so the types of all properties are needed
    // here.
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

  /// Keeps the name of the version if the name does not follow from the number.
  private func keepVersionName(_ version: String) {
    let usual = VersionFolder.name(of: model)
    if model.version != nil, usual != version {
      model.userInfo[PreservedAttribute.prefix + "versionName"] = version
    }
  }

  /// Keeps the positions of the entities in Xcode's editor.
  private func keepLayout() {
    for element in root.children("elements").flatMap({ $0.children("element") }) {
      guard let name = element["name"], let layout = EditorFrame(element),
        let index = entityIndexes[name]
      else { continue }
      model.entities[index].userInfo[EditorFrame.key] = layout.text
    }
  }
}

/// The position and size of an entity in Xcode's editor.
struct EditorFrame {
  static let key = PreservedAttribute.prefix + "layout"
  private static let names = ["positionX", "positionY", "width", "height"]

  /// The position, width and height as four numbers, separated by spaces.
  let text: String

  /// Reads an `element`; nil unless its attributes are a name and the four
  /// numbers.
  init?(_ element: XMLElementNode) {
    let values = Self.names.compactMap { element[$0] }
    guard values.count == 4, element.attributes.count == 5,
      values.allSatisfy({ !$0.isEmpty && !$0.contains(" ") })
    else { return nil }
    text = values.joined(separator: " ")
  }

  /// Returns the `element` of an entity, or nil if the string does not contain
  /// four numbers.
  static func element(_ name: String, _ text: String) -> XMLElementNode? {
    let values = text.split(separator: " ").map(String.init)
    guard values.count == 4 else { return nil }
    var element = XMLElementNode("element", attributes: [.init("name", name)])
    for (name, value) in zip(names, values) { element.attributes.append(.init(name, value)) }
    return element
  }
}

/// The name and entity of a fetch request template.
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
  func firstByKey<Key: Hashable>(_ key: (XMLElementNode) -> Key) -> [Key: XMLElementNode] {
    Dictionary(first: map { (key($0), $0) })
  }
}
