/// Two models that cannot be one: both declare something of a name, and not the
/// same.
public struct ModelMergeError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is declared twice, such as "entity".
  public let kind: String
  /// Its name.
  public let name: String
  /// The names of the two models.
  public let modelNames: [String]

  /// What differs, and where it is declared.
  public var description: String {
    "models '\(modelNames.joined(separator: "' and '"))' have two different \(kind) '\(name)'"
  }
}

extension ManagedObjectModel {
  /// Joins models to one (M-04): what several of them declare has to be the same
  /// in all, and is there once. Configurations of one name have the entities of
  /// all.
  ///
  /// - Parameter name: The name of the new model; without one that of the first.
  /// - Throws: `ModelMergeError` for the first thing that two models declare
  ///   differently.
  public init(merging models: [ManagedObjectModel], name: String? = nil) throws(ModelMergeError) {
    self.init(name: name ?? models.first?.name ?? "")
    documentation = models.first?.documentation
    access = models.first?.access ?? .internal
    typeAliases = try merged(models, "type aliases", \.typeAliases, \.name)
    enumerations = try merged(models, "enumerations", \.enumerations, \.name)
    composites = try merged(models, "composites", \.composites, \.name)
    entities = try merged(models, "entities", \.entities, \.name)
    for model in models {
      versionIdentifiers += model.versionIdentifiers.filter { !versionIdentifiers.contains($0) }
      for configuration in model.configurations { add(configuration) }
      userInfo.merge(model.userInfo) { first, _ in first }
    }
  }

  private mutating func add(_ configuration: ConfigurationDescription) {
    guard let index = configurations.firstIndex(where: { $0.name == configuration.name }) else {
      configurations.append(configuration)
      return
    }
    let known = configurations[index].entityNames
    configurations[index].entityNames += configuration.entityNames.filter { !known.contains($0) }
  }
}

/// What models declare of a kind, each name once.
private func merged<Element: Equatable>(
  _ models: [ManagedObjectModel], _ kind: String,
  _ elements: (ManagedObjectModel) -> [Element], _ name: (Element) -> String
) throws(ModelMergeError) -> [Element] {
  var result: [Element] = []
  var known: [String: (element: Element, model: String)] = [:]
  for model in models {
    for element in elements(model) {
      guard let other = known[name(element)] else {
        known[name(element)] = (element, model.name)
        result.append(element)
        continue
      }
      guard other.element == element else {
        throw ModelMergeError(
          kind: kind, name: name(element), modelNames: [other.model, model.name])
      }
    }
  }
  return result
}
