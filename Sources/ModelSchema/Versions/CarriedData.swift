/// The data of a version on their way to a later version: every relevant place
/// of a version, and its counterpart in the version that the data have reached.
///
/// A path through intermediate versions must carry the data through each of
/// them. Data for which one of these versions has no place are lost there, even
/// if the last version has a place for them.
struct CarriedData {
  /// A place where a version keeps data: an entity, a property, or an element of a
  /// composite attribute.
  struct Place: Hashable {
    let entity: String
    var path: [String] = []
  }

  /// An entity whose data are followed.
  private struct Entity {
    let origin: String
    var name: String
    var properties: [Property]
  }

  /// A property or an element whose data are followed.
  fileprivate struct Property {
    let origin: [String]
    var path: [String]
    /// True if both ends store the values in the same form, in which case no
    /// step may convert them.
    let staysAlike: Bool
    /// The other end of a relationship; nil for any other property. The links
    /// are kept as long as one of the two ends is kept.
    let otherEnd: OtherEnd?
  }

  fileprivate struct OtherEnd {
    let entity: String
    let name: String
  }

  /// The first version of the path.
  private let source: ManagedObjectModel
  private var entities: [Entity]

  /// The places that a step drops.
  struct Drops {
    /// The places that are dropped without being mentioned in the step.
    var silent: [Place] = []
    /// The places that a block drops, or for which a mapping model or Swift
    /// code called by a block is responsible.
    var stated: [Place] = []

    var all: [Place] { silent + stated }
  }
}

// MARK: - Followed data

extension CarriedData {
  /// Creates data of a version without any places, so that no path can lose
  /// data.
  init(noneOf model: ManagedObjectModel) {
    source = model
    entities = []
  }

  /// Follows all data of a version's objects.
  init(all model: ManagedObjectModel) {
    source = model
    entities = model.entities.filter { !$0.isAbstract }.map { entity in
      let properties = model.properties(of: entity).filter { !$0.isComputed }.flatMap { property in
        Self.paths(property.attribute?.type, [property.name], in: model).map {
          Property(
            origin: $0, path: $0, staysAlike: false,
            otherEnd: $0.count == 1 ? property.otherEnd : nil)
        }
      }
      return Entity(origin: entity.name, name: entity.name, properties: properties)
    }
  }

  private static func paths(
    _ type: AttributeType?, _ path: [String], in model: ManagedObjectModel
  ) -> [[String]] {
    guard case .composite(let name)? = type else { return [path] }
    let elements = model.composite(named: name)?.elements ?? []
    return [path] + elements.flatMap { paths($0.type, path + [$0.name], in: model) }
  }

  /// Follows all data that a newer version continues.
  init(keptBy pairs: ModelCorrespondence) {
    source = pairs.old
    entities = pairs.entities.compactMap { source, entity in
      guard let source, let entity, !source.isAbstract else { return nil }
      let properties = pairs.properties(of: entity, from: source).flatMap { new, old in
        old.map { Self.properties(old: $0, new: new, pairs) } ?? []
      }
      return Entity(origin: source.name, name: source.name, properties: properties)
    }
  }

  private static func properties(
    old: PropertyDescription, new: PropertyDescription, _ pairs: ModelCorrespondence
  ) -> [Property] {
    // Computed values are computed again, so they are not carried.
    guard !old.isComputed, !new.isComputed else { return [] }
    guard let before = old.attribute, let after = new.attribute else {
      // If all destination objects are dropped, there are no links to carry.
      guard old.relationship.map({ goesOn($0.destinationName, pairs) }) != false else { return [] }
      // The order is kept only by an ordered end.
      let isOrdered = old.relationship?.isOrdered == true && new.relationship?.isOrdered == true
      return [
        Property(
          origin: [old.name], path: [old.name], staysAlike: false,
          otherEnd: isOrdered ? nil : old.otherEnd)
      ]
    }
    return properties(before, after, [], pairs)
  }

  /// Returns whether objects of an older entity continue in the newer version.
  private static func goesOn(_ name: String, _ pairs: ModelCorrespondence) -> Bool {
    guard let entity = pairs.old.entity(named: name) else { return false }
    return pairs.old.family(of: entity).contains {
      !$0.isAbstract && pairs.successorCount(of: $0) > 0
    }
  }

  private static func properties(
    _ old: AttributeDescription, _ new: AttributeDescription, _ path: [String],
    _ pairs: ModelCorrespondence
  ) -> [Property] {
    let path = path + [old.name]
    let own = Property(
      origin: path, path: path,
      staysAlike: old.type.storageName == new.type.storageName && old.isExact == new.isExact,
      otherEnd: nil)
    guard case .composite(let before) = old.type, case .composite(let after) = new.type else {
      return [own]
    }
    return [own]
      + pairs.continuedElements(of: after, from: before).flatMap {
        properties($0.old, $0.new, path, pairs)
      }
  }
}

extension PropertyDescription {
  /// True if a store has no data of its own for the property.
  fileprivate var isComputed: Bool { !isStored || attribute?.derivation != nil }

  fileprivate var otherEnd: CarriedData.OtherEnd? {
    relationship.flatMap { relationship in
      relationship.inverseName.map { .init(entity: relationship.destinationName, name: $0) }
    }
  }
}

// MARK: - Steps

extension CarriedData {
  /// Returns whether a property of the first version is one of the followed
  /// places.
  func contains(_ place: Place) -> Bool {
    entities.contains { entity in
      entity.origin == place.entity && entity.properties.contains { $0.origin == place.path }
    }
  }

  /// Carries the data through a step.
  ///
  /// - Returns: The places whose data the step loses, with their names in the
  ///   first version.
  mutating func take(_ step: MigrationPath.Step) -> Drops {
    let ways = StepWays(step)
    var drops = Drops()
    let before = self
    var lost: [(entity: Int, property: Property)] = []
    entities = []
    for entity in before.entities {
      guard let next = ways.destination(of: entity.name) else {
        // Objects whose mapping has no destination are dropped on purpose.
        let place = Place(entity: entity.origin)
        if ways.isStated(entity.name, to: nil) {
          drops.stated.append(place)
        } else {
          drops.silent.append(place)
        }
        continue
      }
      if next.keepsAll, entity.properties.allSatisfy({ $0.path.count == 1 }) {
        entities.append(entity)
        continue
      }
      var moved = Entity(origin: entity.origin, name: next.name, properties: [])
      for var property in entity.properties {
        switch next.fate(of: property.path, staysAlike: property.staysAlike) {
        case .moved(let path):
          property.path = path
          moved.properties.append(property)
        case .read: break
        case .gone: lost.append((entities.count, property))
        }
      }
      entities.append(moved)
    }
    for (index, property) in lost where !isHeldElsewhere(property, before) {
      let place = Place(entity: entities[index].origin, path: property.origin)
      // A report on an attribute includes its elements.
      let isTold = drops.all.contains {
        $0.entity == place.entity && !$0.path.isEmpty && place.path.starts(with: $0.path)
      }
      guard !isTold else { continue }
      let source = before.name(of: place.entity)
      if ways.isStated(source, property.path.first, to: entities[index].name) {
        drops.stated.append(place)
      } else {
        drops.silent.append(place)
      }
    }
    return drops
  }

  private func name(of origin: String) -> String {
    entities.first { $0.origin == origin }?.name ?? origin
  }

  /// Returns whether the inverse of a relationship still has all of the links.
  private func isHeldElsewhere(_ property: Property, _ before: CarriedData) -> Bool {
    guard let end = property.otherEnd, let destination = source.entity(named: end.entity) else {
      return false
    }
    let family = Set(source.family(of: destination).map(\.name))
    func owners(_ data: CarriedData) -> Set<String> {
      Set(
        data.entities.filter { entity in
          family.contains(entity.origin)
            && entity.properties.contains { $0.origin == [end.name] }
        }.map(\.origin))
    }
    let held = owners(self)
    return !held.isEmpty && owners(before).isSubset(of: held)
  }
}

/// The ways in which a step carries the data of entities.
private struct StepWays {
  private let step: MigrationPath.Step
  private let mappings: [String: [MappingModel.Entity]]
  /// The newer entities whose objects are created by Swift code.
  private let policies: Set<String>
  /// The older properties for whose distinct values an `insert` step creates
  /// objects.
  private let distinct: Set<String>
  /// The names of newer attributes that are computed, in any entity.
  private let computed: Set<String>

  init(_ step: MigrationPath.Step) {
    self.step = step
    mappings = Dictionary(
      grouping: step.inferred.mapping.entities.filter { $0.sourceName != nil },
      by: { $0.sourceName ?? "" })
    policies = Set(
      step.steps.compactMap { if case .policy(let name) = $0 { name } else { nil } })
    distinct = Set(
      step.steps.compactMap { if case .insert(_, let path, _) = $0 { path } else { nil } })
    computed = Set(
      step.destination.entities.flatMap(\.properties).filter { $0.attribute?.derivation != nil }
        .map(\.name))
  }

  /// Returns whether a mapping or a policy is responsible for all properties of
  /// an entity, or a block drops the entity or the property.
  func isStated(_ source: String, _ property: String? = nil, to destination: String?) -> Bool {
    if step.mapping?.entities.contains(where: { $0.sourceName == source }) == true
      || destination.map(policies.contains) == true
    {
      return true
    }
    let pairs = step.inferred.correspondence
    guard let entity = pairs.old.entity(named: source) else { return false }
    return property.map { pairs.isDropped($0, of: entity) } ?? pairs.isDropped(entity)
  }

  /// Returns the way in which the objects of an entity are carried; nil if they
  /// are dropped.
  func destination(of entity: String) -> EntityWay? {
    let mappings = mappings[entity]?.filter { $0.destinationName != nil } ?? []
    // If an entity has several mappings, the one to the entity with the same
    // name is followed; each of the mappings gets the properties that it uses.
    guard let mapping = mappings.first(where: { $0.destinationName == entity }) ?? mappings.first
    else { return nil }
    return EntityWay(mapping, of: step, distinct: distinct, computed: computed)
  }
}

/// The way in which the properties of an entity are carried.
private struct EntityWay {
  enum Fate {
    case moved([String])
    /// The value goes into an expression that reads the property.
    case read
    case gone
  }

  let name: String
  /// True if every property is continued unchanged.
  let keepsAll: Bool
  private let source: String
  private let step: MigrationPath.Step
  private var newer: [String: (name: String, isConverted: Bool)] = [:]
  /// The first names of the paths that are read by expressions.
  private var read: Set<String> = []
  /// The newer properties that are set by expressions.
  private var assigned: Set<String> = []
  private let computed: Set<String>

  init(
    _ mapping: MappingModel.Entity, of step: MigrationPath.Step, distinct: Set<String>,
    computed: Set<String>
  ) {
    self.computed = computed
    name = mapping.destinationName ?? ""
    source = mapping.sourceName ?? ""
    self.step = step
    keepsAll =
      mapping.kind == .copy && mapping.sourceName == mapping.destinationName
      && (mapping.attributes + mapping.relationships).allSatisfy { $0.value == .source($0.name) }
    for property in mapping.attributes + mapping.relationships {
      switch property.value {
      case .source(let name): newer[name] = (property.name, false)
      case .converted(let name): newer[name] = (property.name, true)
      case .expression(let expression):
        assigned.insert(property.name)
        read.formUnion(expression.olderNames)
      case .defaultValue: break
      }
    }
    let owners = step.source.entity(named: source).map(step.source.lineage) ?? []
    for path in distinct {
      let names = path.split(separator: ".").map(String.init)
      if names.count > 1, owners.contains(where: { $0.name == names[0] }) { read.insert(names[1]) }
    }
  }

  func fate(of path: [String], staysAlike: Bool) -> Fate {
    guard let way = newer[path[0]] else {
      return read.contains(path[0]) || isReplaced(path[0]) ? .read : .gone
    }
    if computed.contains(way.name), isComputed(way.name) { return .gone }
    guard path.count > 1 else {
      return way.isConverted && staysAlike ? .gone : .moved([way.name])
    }
    guard let elements = elements(path.dropFirst(), (path[0], way.name)) else {
      return read.contains(path[0]) ? .read : .gone
    }
    return .moved([way.name] + elements)
  }

  /// Returns whether an expression sets the property that continues an older
  /// property.
  private func isReplaced(_ property: String) -> Bool {
    guard !assigned.isEmpty, let old = step.source.entity(named: source),
      let new = step.destination.entity(named: name)
    else { return false }
    return step.inferred.correspondence.properties(of: new, from: old).contains {
      $0.old?.name == property && assigned.contains($0.new.name)
    }
  }

  private func isComputed(_ property: String) -> Bool {
    step.destination.entity(named: name).map { entity in
      step.destination.properties(of: entity).contains {
        $0.name == property && $0.attribute?.derivation != nil
      }
    } ?? false
  }

  private func type(
    of property: String, _ entity: String, in model: ManagedObjectModel
  ) -> AttributeType? {
    model.entity(named: entity).flatMap { entity in
      model.properties(of: entity).first { $0.name == property }?.attribute?.type
    }
  }

  /// Returns the newer names of elements of a composite; nil if an element is
  /// not continued.
  private func elements(
    _ path: ArraySlice<String>, _ property: (old: String, new: String)
  ) -> [String]? {
    var types = (
      old: type(of: property.old, source, in: step.source),
      new: type(of: property.new, name, in: step.destination)
    )
    var names: [String] = []
    for element in path {
      guard case .composite(let before)? = types.old, case .composite(let after)? = types.new,
        let pair = step.inferred.correspondence.continuedElements(of: after, from: before)
          .first(where: { $0.old.name == element })
      else { return nil }
      names.append(pair.new.name)
      types = (pair.old.type, pair.new.type)
    }
    return names
  }
}

extension ObjectExpression {
  /// The first names of the paths that the expression reads from the older
  /// object.
  fileprivate var olderNames: Set<String> {
    var names: Set<String> = []
    _ = rewriting { part in
      if case .keyPath(let path, of: .variable(let base)) = part,
        ["old", "source"].contains(base), let name = path.first
      {
        names.insert(name)
      }
      return nil
    }
    return names
  }
}

extension CarriedData.Place {
  /// The place as it is written in models: `Album.cover`.
  var name: String { ([entity] + path).joined(separator: ".") }
}
