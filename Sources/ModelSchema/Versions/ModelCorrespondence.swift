/// The entities and properties of an older model that continue in a newer model.
///
/// Renaming is resolved only here. Elements are paired by a migration block or
/// a mapping model, otherwise by renaming identifier, otherwise by name (`Rank`
/// defines the order). The result for several versions does not depend on the
/// path of the data:
///
/// 1. An element that continues an element of the intermediate version
///    continues the predecessor of that element, so a chain of renames is
///    followed from its end to its start.
/// 2. If a name became free and an intermediate version gave it to another
///    element, the newer element with that name is new.
/// 3. Elements that no intermediate version has, and none has dropped, are paired as if
///    there were no versions in between.
package struct ModelCorrespondence: Sendable, Hashable {
  package let old: ManagedObjectModel
  package let new: ManagedObjectModel
  /// The older entities, by the names of the newer entities.
  private var sources: [String: [EntityDescription]] = [:]
  /// The positions of newer entities in their model, by the names of the older
  /// entities that they continue, so that finding successors does not require a
  /// search through all entities.
  private var followers: [String: [Int]] = [:]
  /// The traces of properties through intermediate versions, by the names of newer
  /// entities.
  private var traces: [String: Trace] = [:]
  /// The older elements of composite types by the newer elements, for types
  /// that have the same name in both models.
  private var parts: [String: [String: String]] = [:]
  /// The older elements that blocks on the path drop: `Item`, `Item.name`.
  private var dropped: Set<String> = []
  private let oldProperties: [String: [PropertyDescription]]
  /// True if names alone are known to determine the pairs, whatever versions
  /// are in between.
  let goesByEnds: Bool

  /// Compares two models.
  ///
  /// - Parameters:
  ///   - old: The older model.
  ///   - new: The newer model.
  ///   - versions: The versions in between, the oldest first.
  ///   - steps: The steps of the migration block between the two models; nil
  ///     for the steps of the newer model's block.
  ///   - mapping: A mapping model between the two models; nil for the one in
  ///     the steps.
  ///   - memo: The known results for the same versions.
  package init(
    from old: ManagedObjectModel, to new: ManagedObjectModel,
    through versions: [ManagedObjectModel] = [], steps: [MigrationDescription.Step]? = nil,
    mapping: MappingModel? = nil, memo: VersionMemo? = nil
  ) {
    self.old = old
    self.new = new
    oldProperties = memo?.properties(of: old) ?? old.propertiesByEntity
    dropped = new.droppedPaths(since: old)
    let steps = steps ?? new.migrationSteps(from: old)
    let mapping = mapping ?? steps.mapping
    // In this case, no intermediate version can change the result, so none is
    // compared.
    goesByEnds =
      steps.isEmpty && mapping == nil && memo?.goByEnds([old] + versions + [new]) == true
    // Explicit mappings take precedence over names. A mapping model, which may
    // join several sources, takes precedence over the `map` steps.
    for case .map(let from, let to, _) in steps {
      sources[to] = old.entity(named: from).map { [$0] }
    }
    var taken: Set<String> = []
    for (to, from) in mapping?.sources(in: old) ?? [:] { sources[to] = from }
    // A mapping without a destination removes its objects: no newer entity may
    // claim the older entity by name.
    for entity in mapping?.entities ?? [] where entity.destinationName == nil {
      if let name = entity.sourceName { taken.insert(name) }
    }
    // Newer entities whose predecessor is known from a mapping or an intermediate
    // version. They are excluded from the pairing by names, which would pair a new
    // entity with the older entity that once had its name.
    var settled = Set(sources.keys)
    // The elements of newer composite types that exist in the intermediate
    // version.
    var known: [String: Set<String>] = [:]
    if !goesByEnds, let (earlier, later) = Self.parts(from: old, to: new, through: versions, memo) {
      settled.formUnion(trace(later, after: earlier))
      for (type, names) in later.parts {
        known[type] = Set(names.keys)
        parts[type] = earlier.parts[type].map { before in names.compactMapValues { before[$0] } }
      }
    }
    // Steps cannot map elements of composites, so only intermediate versions
    // and names are relevant.
    for type in new.composites {
      guard let before = old.composite(named: type.name) else { continue }
      let settled = parts[type.name] ?? [:]
      let rest = Rank.pairs(
        before.elements.filter { !settled.values.contains($0.name) },
        type.elements.filter { known[type.name]?.contains($0.name) != true }
      ) { !versions.isEmpty && dropped.contains("\(type.name).\($0.name)") }
      parts[type.name] = settled.merging(
        rest.map { ($0.new.name, $0.old.name) }, uniquingKeysWith: { one, _ in one })
    }
    taken.formUnion(sources.values.joined().map(\.name))
    let pairs =
      goesByEnds
      ? Rank.namesakes(old.entities, new.entities) { _ in false }
      : Rank.pairs(
        old.entities.filter { !taken.contains($0.name) },
        new.entities.filter { !settled.contains($0.name) }, { dropped.contains($0.name) })
    for (old, new) in pairs { sources[new.name] = [old] }
    for (place, entity) in new.entities.enumerated() {
      let names = (sources[entity.name] ?? []).map(\.name)
      for name in names.count > 1 ? Set(names).sorted() : names {
        followers[name, default: []].append(place)
      }
    }
  }

  /// Returns the two parts of a path through other versions; nil if there are
  /// no other versions.
  ///
  /// The path is divided at the last version, because only there is it known
  /// which names were renamed, dropped and reused. If names alone determine the
  /// pairs, both ends are sufficient. If there are composite types, the path is
  /// then divided at the first version, so that comparing each older version in
  /// turn adds only one part each time.
  private static func parts(
    from old: ManagedObjectModel, to new: ManagedObjectModel,
    through versions: [ManagedObjectModel], _ memo: VersionMemo?
  ) -> (earlier: ModelCorrespondence, later: ModelCorrespondence)? {
    guard let first = versions.first, let last = versions.last else { return nil }
    guard let memo else {
      return (
        ModelCorrespondence(from: old, to: last, through: versions.dropLast()),
        ModelCorrespondence(from: last, to: new)
      )
    }
    guard memo.goByNames([old] + versions + [new]) else {
      return (
        memo.correspondence(from: old, to: last, through: versions.dropLast()),
        memo.correspondence(from: last, to: new, through: [])
      )
    }
    return (
      ModelCorrespondence(from: old, to: first),
      memo.correspondence(from: first, to: new, through: Array(versions.dropFirst()))
    )
  }

  /// All entities in pairs: the newer model's entities in their order, then the
  /// removed entities.
  package var entities: [(old: EntityDescription?, new: EntityDescription?)] {
    new.entities.map { (source(of: $0), $0) }
      + old.entities.filter { followers[$0.name] == nil }.map { ($0, nil) }
  }

  /// Returns all properties of a newer entity and of an older entity in pairs:
  /// the newer entity's properties, then the removed properties.
  package func allProperties(
    of entity: EntityDescription, from source: EntityDescription
  ) -> [(old: PropertyDescription?, new: PropertyDescription?)] {
    let properties = properties(of: entity, from: source)
    let known = Set(properties.compactMap { $0.old?.name })
    return properties.map { ($0.old, $0.new) }
      + (oldProperties[source.name] ?? []).filter { !known.contains($0.name) }.map { ($0, nil) }
  }

  /// Returns the older entity that a newer entity continues; nil if the entity
  /// is new. If a mapping model joins several older entities, the first one is
  /// returned.
  package func source(of entity: EntityDescription) -> EntityDescription? {
    sources[entity.name]?.first
  }

  /// Returns the newer entities that continue an older entity. There is more
  /// than one only if a migration block or a mapping model splits the entity.
  package func successors(of entity: EntityDescription) -> [EntityDescription] {
    (followers[entity.name] ?? []).map { new.entities[$0] }
  }

  /// Returns the number of newer entities that continue an older entity.
  func successorCount(of entity: EntityDescription) -> Int { followers[entity.name]?.count ?? 0 }

  /// Returns the properties of a newer entity, including inherited properties,
  /// each with the older property that it continues.
  package func properties(
    of entity: EntityDescription
  ) -> [(new: PropertyDescription, old: PropertyDescription?)] {
    guard let source = source(of: entity) else {
      return new.properties(of: entity).map { ($0, nil) }
    }
    return properties(of: entity, from: source)
  }

  /// Returns the properties of a newer entity, each with the property of an
  /// older entity that it continues.
  package func properties(
    of entity: EntityDescription, from source: EntityDescription
  ) -> [(new: PropertyDescription, old: PropertyDescription?)] {
    let properties = new.properties(of: entity)
    // A trace belongs to the first source only; if a mapping joins several, the
    // properties of the others are paired by names.
    let trace = traces[entity.name].flatMap { $0.source == source.name ? $0 : nil }
    var known = trace?.properties ?? [:]
    // Properties that intermediate versions have paired are excluded from the pairing,
    // on both sides.
    let taken = Set(known.values.compactMap(\.self))
    let older = oldProperties[source.name] ?? []
    let pairs = Rank.pairs(
      older.filter { !taken.contains($0.name) }, properties.filter { known[$0.name] == nil },
      { isDropped($0.name, of: source) })
    for (old, new) in pairs { known[new.name] = old.name }
    let byName = Dictionary(first: older.map { ($0.name, $0) })
    return properties.map { property in
      // The value is nil for an unknown name, and for a name that is known to
      // be new.
      (property, (known[property.name] ?? nil).flatMap { byName[$0] })
    }
  }

  /// Returns the older elements that the elements of a newer composite type
  /// continue, by the names of the newer elements.
  package func elements(of type: String, from before: String) -> [String: String] {
    // Elements were traced through versions only for types that kept their
    // name.
    if type == before, let names = parts[type] { return names }
    guard let type = new.composite(named: type), let before = old.composite(named: before) else {
      return [:]
    }
    return Self.names(of: type, from: before)
  }

  /// Returns the elements of a newer composite type that continue those of an
  /// older type.
  package func continuedElements(
    of type: String, from before: String
  ) -> [(new: AttributeDescription, old: AttributeDescription)] {
    let names = elements(of: type, from: before)
    let older = old.composite(named: before)?.elements ?? []
    return (new.composite(named: type)?.elements ?? []).compactMap { element in
      older.first { $0.name == names[element.name] }.map { (new: element, old: $0) }
    }
  }

  /// Returns the elements of an older composite type that no element of the
  /// newer type continues.
  package func goneElements(of type: String, from before: String) -> [String] {
    let kept = Set(elements(of: type, from: before).values)
    return (old.composite(named: before)?.elements.map(\.name) ?? []).filter { !kept.contains($0) }
  }

  /// Returns whether a migration block on the path drops an element of an older
  /// composite type.
  package func isDropped(_ element: String, ofComposite type: String) -> Bool {
    dropped.contains("\(type).\(element)")
  }

  /// Returns the stored values of an older enumeration for which the newer
  /// enumeration has no case; empty if it has a case for unknown values.
  package func goneValues(_ before: AttributeType, _ after: AttributeType) -> [ConstantValue] {
    switch (before, after) {
    case (.list(let before), .list(let after)): return goneValues(before, after)
    // A different raw type is a change to the attribute's type, which is
    // reported separately.
    case (.enumeration(let one, let raw), .enumeration(let other, let newRaw)) where raw == newRaw:
      guard let cases = new.enumeration(named: other), cases.unknownCase == nil else { return [] }
      let known = cases.cases.map(\.rawValue)
      return (old.enumeration(named: one)?.cases ?? []).map { $0.rawValue }
        .filter { !known.contains($0) }
    default: return []
    }
  }

  /// Returns the stored values of a newer enumeration if the older type also
  /// allows other values, which are unknown; nil if every value has a case, or
  /// if the older enumeration shows which values are gone.
  package func neededValues(_ before: AttributeType, _ after: AttributeType) -> [ConstantValue]? {
    switch (before, after) {
    case (.list(let before), .list(let after)): return neededValues(before, after)
    case (.enumeration(let one, let raw), .enumeration(_, let newRaw))
    where raw == newRaw && old.enumeration(named: one)?.unknownCase == nil:
      return nil
    case (_, .enumeration(let name, _)):
      guard let cases = new.enumeration(named: name), cases.unknownCase == nil else { return nil }
      return cases.cases.map(\.rawValue)
    default: return nil
    }
  }

  private static func names(
    of type: CompositeDescription, from before: CompositeDescription
  ) -> [String: String] {
    let pairs = Rank.pairs(before.elements, type.elements) { _ in false }
    return Dictionary(first: pairs.map { ($0.new.name, $0.old.name) })
  }

  /// Returns whether a migration block on the path drops an older entity.
  package func isDropped(_ entity: EntityDescription) -> Bool { dropped.contains(entity.name) }

  /// Returns whether a migration block on the path drops an older property.
  package func isDropped(_ property: String, of entity: EntityDescription) -> Bool {
    // Most blocks drop nothing, and finding a lineage for each property is slow.
    !dropped.isEmpty
      && old.lineage(of: entity).contains { dropped.contains("\($0.name).\(property)") }
  }
}

// MARK: - Versions in between

extension ModelCorrespondence {
  /// The trace of a newer entity's properties through intermediate versions.
  private struct Trace: Sendable, Hashable {
    /// The older entity's name.
    let source: String
    /// The names of the older properties by the newer names; nil for a property
    /// that was new in an intermediate version.
    let properties: [String: String?]
  }

  /// Follows the pairs of the newer model and the intermediate version back to the
  /// older model.
  ///
  /// - Returns: The names of the newer entities that exist in the intermediate
  ///   version, whether or not they exist in the older model.
  private mutating func trace(
    _ later: ModelCorrespondence, after earlier: ModelCorrespondence
  ) -> Set<String> {
    dropped.formUnion(earlier.dropped)
    // A later block refers to dropped data by the names of the intermediate
    // version, which can differ from those of the older model.
    for entity in later.old.entities where !later.dropped.isEmpty {
      dropped.formUnion(earlier.paths(of: entity, where: later.dropped))
    }
    var settled: Set<String> = []
    for entity in new.entities {
      guard let middle = later.source(of: entity) else { continue }
      // An entity that does not exist in the older model is new in the
      // intermediate version, even if another entity once had its name.
      settled.insert(entity.name)
      guard let source = earlier.source(of: middle) else { continue }
      if sources[entity.name] == nil { sources[entity.name] = earlier.sources[middle.name] }
      traces[entity.name] = Trace(
        source: source.name, properties: later.names(of: entity, after: earlier, middle))
    }
    return settled
  }

  private func names(
    of entity: EntityDescription, after earlier: ModelCorrespondence, _ middle: EntityDescription
  ) -> [String: String?] {
    let older = Dictionary(
      first: earlier.properties(of: middle).map { ($0.new.name, $0.old?.name) })
    // Most entities, and so their properties, are unchanged from one version to the
    // next.
    if entity.parentName == nil, dropped.isEmpty, entity == middle { return older }
    var names: [String: String?] = [:]
    for case (let new, let old?) in properties(of: entity, from: middle) {
      names.updateValue(older[old.name] ?? nil, forKey: new.name)
    }
    return names
  }

  /// Returns the older paths of a newer entity and of its properties, if they
  /// are dropped later.
  private func paths(of entity: EntityDescription, where dropped: Set<String>) -> [String] {
    guard let source = source(of: entity) else { return [] }
    let owners = old.lineage(of: source)
    let properties = properties(of: entity).filter { property, _ in
      new.lineage(of: entity).contains { dropped.contains("\($0.name).\(property.name)") }
    }
    return (dropped.contains(entity.name) ? [source.name] : [])
      + properties.compactMap(\.old).compactMap { property in
        owners.first { $0.properties.contains { $0.name == property.name } }
          .map { "\($0.name).\(property.name)" }
      }
  }
}

extension Sequence<ManagedObjectModel> {
  /// Returns the versions between two others, the oldest first; empty if one of
  /// the two has no number.
  package func between(
    _ old: ManagedObjectModel, _ new: ManagedObjectModel
  ) -> [ManagedObjectModel] {
    guard let first = old.version, let last = new.version, first < last else { return [] }
    return filter { $0.version.map { first < $0 && $0 < last } ?? false }
      .sorted { ($0.version ?? 0) < ($1.version ?? 0) }
  }
}

extension ManagedObjectModel {
  /// Returns the steps of the migration block from a version.
  package func migrationSteps(from old: ManagedObjectModel) -> [MigrationDescription.Step] {
    migrations.first { $0.fromVersion == old.version }?.steps ?? []
  }

  /// Returns the paths that are dropped by migration blocks from a version or
  /// from later versions.
  fileprivate func droppedPaths(since old: ManagedObjectModel) -> Set<String> {
    guard let number = old.version else { return [] }
    // A drop in a block from a later version applies to the data of all earlier
    // versions.
    let steps = migrations.filter { $0.fromVersion >= number }.flatMap(\.steps)
    return Set(
      steps.compactMap { if case .drop(let path, _) = $0 { path } else { nil } })
  }
}

// MARK: - Names

/// An element with a name and possibly a different name in older versions.
private protocol Renamable {
  var name: String { get }
  var renamingIdentifier: String? { get }
}

extension ManagedObjectModel {
  /// True if the model has a renaming identifier or a migration block.
  var hasRenames: Bool {
    !migrations.isEmpty
      || entities.contains { entity in
        entity.renamingIdentifier != nil
          || entity.properties.contains { $0.renamingIdentifier != nil }
      }
      || composites.contains { $0.elements.contains { $0.renamingIdentifier != nil } }
  }
}

extension ManagedObjectModel {
  /// The current and former names of all renamed entities and properties.
  var renamedNames: [String] {
    entities.flatMap { entity in
      [(entity.name, entity.renamingIdentifier)]
        + entity.properties.map { ($0.name, $0.renamingIdentifier) }
    }.flatMap { name, former in former.map { [name, $0] } ?? [] }
  }
}

extension EntityDescription: Renamable {}
extension PropertyDescription: Renamable {}
extension AttributeDescription: Renamable {}

/// The reasons why a newer element continues an older element, the strongest
/// first.
private enum Rank: CaseIterable {
  /// Both elements have the same name and the same former name: an existing
  /// rename that is kept.
  case kept
  /// The newer element has the name of the older element as its former name.
  case renamed
  /// Both elements have the same former name, but their names differ.
  case renamedAgain
  /// The newer element has the name of the older element.
  case same
  /// The newer element has the former name of the older element.
  case renamedBack

  func joins<Element: Renamable>(_ new: Element, _ old: Element) -> Bool {
    switch self {
    case .kept: new.name == old.name && Self.renamedAgain.joins(new, old)
    case .renamed: new.renamingIdentifier == old.name
    case .renamedAgain:
      new.renamingIdentifier != nil && new.renamingIdentifier == old.renamingIdentifier
    case .same: new.name == old.name
    case .renamedBack: new.name == old.renamingIdentifier
    }
  }

  /// Returns the pairs of elements; each element occurs at most once. A dropped
  /// element is paired only if it is the former element of a renamed newer
  /// element.
  static func pairs<Element: Renamable>(
    _ old: [Element], _ new: [Element], _ isDropped: (Element) -> Bool
  ) -> [(old: Element, new: Element)] {
    // In most models nothing is renamed, and then one dictionary replaces five
    // rounds of comparisons.
    guard [old, new].contains(where: { $0.contains { $0.renamingIdentifier != nil } }) else {
      return namesakes(old, new, isDropped)
    }
    var (rest, open) = (old, new)
    // A new rename takes precedence over one that is kept: `a, b @renamed(from:
    // a)` became `b @renamed(from: a), c @renamed(from: b)`. The rename of a
    // dropped element is not kept, since its name is free. Nor is the rename of
    // an element whose older counterpart is claimed; such an element claims the
    // element of its former name.
    var claimed: Set<String> = []
    while true {
      let more = Set(
        new.filter { element in
          !old.contains {
            kept.joins(element, $0) && !isDropped($0) && !claimed.contains($0.name)
          }
        }.compactMap(\.renamingIdentifier))
      if more == claimed { break }
      claimed = more
    }
    var pairs: [(old: Element, new: Element)] = []
    // All elements are paired according to one rank before the next rank is
    // tried, so that a weak reason never takes an element that is claimed for a
    // strong reason.
    for rank in allCases {
      open = open.filter { element in
        let index = rest.firstIndex {
          rank.joins(element, $0) && (rank == .renamed || !isDropped($0))
            && !(rank == .kept && claimed.contains($0.name))
        }
        if let index { pairs.append((rest.remove(at: index), element)) }
        return index == nil
      }
    }
    return pairs
  }

  /// Returns the pairs of elements with the same name, if no element was ever
  /// renamed.
  static func namesakes<Element: Renamable>(
    _ old: [Element], _ new: [Element], _ isDropped: (Element) -> Bool
  ) -> [(old: Element, new: Element)] {
    var rest = Dictionary(first: old.filter { !isDropped($0) }.map { ($0.name, $0) })
    return new.compactMap { element in
      rest.removeValue(forKey: element.name).map { ($0, element) }
    }
  }
}

extension MappingModel {
  /// Returns the older entities from which newer entities are created, by the
  /// names of the newer entities.
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
  /// The property's name in older versions; nil if the property has not been
  /// renamed.
  package var renamingIdentifier: String? {
    attribute?.renamingIdentifier ?? relationship?.renamingIdentifier
  }

  /// True if the property's values are stored.
  package var isStored: Bool {
    switch self {
    case .attribute(let attribute): !attribute.isTransient
    case .relationship(let relationship): !relationship.isTransient
    case .fetched: false
    }
  }
}
