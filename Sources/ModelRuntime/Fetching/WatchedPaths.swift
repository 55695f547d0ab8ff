/// The relationships on which the result of a fetch depends because its
/// condition, sort order or sections lead through them.
struct WatchedPaths: ObjectWalk {
  /// The relationships on the way from a fetched object to other objects.
  typealias Path = [CompiledRelationship]

  /// A path, together with the entity of the objects to which it leads.
  struct Way {
    /// The path from a fetched object; nil if the way back to fetched objects
    /// is not known, as for objects found by `FETCH`.
    var path: Path? = []
    var entity: CompiledEntity
  }

  let model: CompiledModel
  let root: CompiledEntity
  var variables: [String: [Way]] = [:]
  /// The paths from fetched objects to the objects of a hierarchy, by the index
  /// of its root entity.
  private(set) var paths: [Int: [Path]] = [:]
  /// The root entities of objects that are reached through `FETCH`. A change of such an
  /// object can affect every fetched object.
  private(set) var fetchedRoots: Set<Int> = []
  /// The properties of the fetched objects on which the result depends; nil if
  /// the result can change although none of its objects' properties is set.
  private(set) var properties: PropertySet? = PropertySet()

  init(_ plan: FetchPlan, _ entity: CompiledEntity, _ model: CompiledModel) {
    self.model = model
    root = entity
    if let predicate = plan.predicate { walk(predicate) }
    for key in plan.sortKeys { walk(key.value) }
  }

  var start: Way { Way(entity: root) }

  /// If an array or a function call contains the evaluated object itself,
  /// records that any of the object's properties may be read.
  mutating func note(_ expression: ObjectExpression) {
    switch expression {
    case .function(_, let parts), .aggregate(let parts):
      if parts.contains(.evaluatedObject) { properties = nil }
    case .constant, .evaluatedObject, .variable, .keyPath, .element, .set, .subquery, .conditional,
      .cast:
      break
    }
  }

  mutating func fetched(_ name: String) -> [Way] {
    guard let entity = model.entity(named: name) else { return [] }
    fetchedRoots.insert(entity.rootIndex)
    return [Way(path: nil, entity: entity)]
  }

  func cast(_ ways: [Way], to type: String) -> [Way] {
    guard let entity = model.entity(named: type) else { return ways }
    return ways.map { Way(path: $0.path, entity: entity) }
  }

  /// Follows a path of names, and records the relationships on it.
  ///
  /// - Returns: The ways to the objects at the end of the path.
  mutating func follow(_ names: [String], from start: [Way]) -> [Way] {
    var ways = start
    if let name = names.first {
      for way in start where way.path?.isEmpty == true { note(name, of: way.entity) }
    }
    for name in names where name.utf8.first != UInt8(ascii: "@") {
      ways = ways.flatMap { way in
        let found = relationships(name, of: way.entity).map { relationship in
          Way(
            path: way.path.map { $0 + [relationship] },
            entity: model.entities[relationship.destinationIndex])
        }
        return found.isEmpty ? [way] : found
      }
      for way in ways { add(way) }
    }
    return ways
  }

  /// Records a property of a fetched object. In a family of entities, it is
  /// recorded with the number that it has in each of them.
  private mutating func note(_ name: String, of entity: CompiledEntity) {
    let found = entity.family.compactMap { model.entities[$0].property(named: name) }
    let areSet = found.allSatisfy { property in
      property.description.attribute.map { !$0.isTransient && $0.derivation == nil } ?? true
    }
    properties =
      found.isEmpty || !areSet ? nil : properties?.union(PropertySet(found.map(\.number)))
  }

  /// True if a path leads through a relationship.
  var leadElsewhere: Bool { !paths.isEmpty || !fetchedRoots.isEmpty }

  /// Returns whether changes of a hierarchy's objects can affect the result.
  ///
  /// - Parameter root: The index of the hierarchy's root entity.
  func follows(root: Int) -> Bool { paths[root] != nil || fetchedRoots.contains(root) }

  /// Returns the relationships of an entity with the given name; if it has
  /// subentities, also those of the subentities.
  private func relationships(_ name: String, of entity: CompiledEntity) -> [CompiledRelationship] {
    var found: [CompiledRelationship] = []
    for index in entity.family {
      guard let relationship = model.entities[index].relationship(named: name),
        !found.contains(where: { $0 === relationship })
      else { continue }
      found.append(relationship)
    }
    return found
  }

  private mutating func add(_ way: Way) {
    guard let path = way.path else {
      fetchedRoots.insert(way.entity.rootIndex)
      return
    }
    guard let last = path.last else { return }
    let index = model.entities[last.destinationIndex].rootIndex
    let isKnown = paths[index]?.contains { known in
      known.count == path.count && zip(known, path).allSatisfy { $0 === $1 }
    }
    if isKnown != true { paths[index, default: []].append(path) }
  }
}
