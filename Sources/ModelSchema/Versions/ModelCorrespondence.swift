/// Which entities and properties of an older model live on in a newer one.
///
/// They belong together by renaming identifier, else by name: the newer one's
/// `@renamed(from:)` names the older one, or both go by one renaming
/// identifier (MG-04). What a migration block or a mapping model maps comes
/// first.
package struct ModelCorrespondence: Sendable {
  package let old: ManagedObjectModel
  package let new: ManagedObjectModel
  private let sources: [String: [EntityDescription]]
  private let oldProperties: [String: [PropertyDescription]]

  /// Compares two models.
  package init(
    from old: ManagedObjectModel, to new: ManagedObjectModel,
    steps: [MigrationDescription.Step] = [], mapping: MappingModel? = nil
  ) {
    self.old = old
    self.new = new
    var sources: [String: [EntityDescription]] = [:]
    for case .map(let from, let to, _) in steps {
      sources[to] = old.entity(named: from).map { [$0] }
    }
    var taken: Set<String> = []
    for (to, from) in mapping?.sources(in: old) ?? [:] { sources[to] = from }
    for entity in mapping?.entities ?? [] where entity.destinationName == nil {
      if let name = entity.sourceName { taken.insert(name) }
    }
    taken.formUnion(sources.values.joined().map(\.name))
    let pairs = Self.pairs(
      old.entities.filter { !taken.contains($0.name) },
      new.entities.filter { sources[$0.name] == nil }, Names(\.name, \.renamingIdentifier))
    for (old, new) in pairs { sources[new.name] = [old] }
    self.sources = sources
    oldProperties = Dictionary(
      old.entities.map { ($0.name, old.properties(of: $0)) }, uniquingKeysWith: { one, _ in one })
  }

  /// The older entity that a newer one continues, or nil; the first where a
  /// mapping model joins several.
  package func source(of entity: EntityDescription) -> EntityDescription? {
    sources[entity.name]?.first
  }

  /// The newer entities that continue an older one; more than one only where
  /// migration blocks or mapping models split it.
  package func successors(of entity: EntityDescription) -> [EntityDescription] {
    new.entities.filter { sources[$0.name]?.contains { $0.name == entity.name } == true }
  }

  /// The properties of a newer entity, inherited ones too, each with the older
  /// property that it continues.
  package func properties(
    of entity: EntityDescription
  ) -> [(new: PropertyDescription, old: PropertyDescription?)] {
    guard let source = source(of: entity) else {
      return new.properties(of: entity).map { ($0, nil) }
    }
    return properties(of: entity, from: source)
  }

  /// The properties of a newer entity, each with the property of an older
  /// entity that it continues.
  package func properties(
    of entity: EntityDescription, from source: EntityDescription
  ) -> [(new: PropertyDescription, old: PropertyDescription?)] {
    let properties = new.properties(of: entity)
    let pairs = Self.pairs(
      oldProperties[source.name] ?? [], properties, Names(\.name, \.renamingIdentifier))
    let known = Dictionary(
      pairs.map { ($0.new.name, $0.old) }, uniquingKeysWith: { one, _ in one })
    return properties.map { ($0, known[$0.name]) }
  }

  // MARK: Names

  /// How elements are called, now and before.
  private struct Names<Element> {
    let name: (Element) -> String
    let identifier: (Element) -> String?

    init(_ name: @escaping (Element) -> String, _ identifier: @escaping (Element) -> String?) {
      self.name = name
      self.identifier = identifier
    }

    /// Whether the newer one says that it continues the older one.
    func isRenamed(_ new: Element, from old: Element) -> Bool {
      identifier(new).map { $0 == name(old) || $0 == identifier(old) } ?? false
    }

    /// Whether one name leads from the one to the other.
    func isSame(_ new: Element, as old: Element) -> Bool {
      name(new) == name(old) || name(new) == identifier(old)
    }
  }

  /// What belongs together, each element once; those that say so come first.
  private static func pairs<Element>(
    _ old: [Element], _ new: [Element], _ names: Names<Element>
  ) -> [(old: Element, new: Element)] {
    var rest = old
    var open: [Element] = []
    var pairs: [(old: Element, new: Element)] = []
    for element in new {
      if let index = rest.firstIndex(where: { names.isRenamed(element, from: $0) }) {
        pairs.append((rest.remove(at: index), element))
      } else {
        open.append(element)
      }
    }
    for element in open {
      if let index = rest.firstIndex(where: { names.isSame(element, as: $0) }) {
        pairs.append((rest.remove(at: index), element))
      }
    }
    return pairs
  }
}

extension MappingModel {
  /// The older entities that newer ones are made of, by the newer ones' names.
  fileprivate func sources(in old: ManagedObjectModel) -> [String: [EntityDescription]] {
    var sources: [String: [EntityDescription]] = [:]
    for mapping in entities {
      guard let name = mapping.destinationName else { continue }
      var known = sources[name] ?? []
      if let source = mapping.sourceName.flatMap(old.entity(named:)),
        !known.contains(where: { $0.name == source.name })
      {
        known.append(source)
      }
      sources[name] = known
    }
    return sources
  }
}

extension PropertyDescription {
  /// Name that it had in older versions.
  package var renamingIdentifier: String? {
    attribute?.renamingIdentifier ?? relationship?.renamingIdentifier
  }

  /// Whether a store holds it.
  package var isStored: Bool {
    switch self {
    case .attribute(let attribute): !attribute.isTransient
    case .relationship(let relationship): !relationship.isTransient
    case .fetched: false
    }
  }
}
