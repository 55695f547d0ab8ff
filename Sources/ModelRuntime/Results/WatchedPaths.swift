/// The relationships that condition, order and sections of a list lead through,
/// and the way back from a changed object to the listed ones.
struct WatchedPaths {
  /// A way from a listed object to others.
  typealias Path = [CompiledRelationship]

  /// A way with the entity of the objects that it leads to.
  private struct Way {
    /// The path; nil where nothing leads back, as from what `FETCH` finds.
    var path: Path? = []
    var entity: CompiledEntity
  }

  private let model: CompiledModel
  private let root: CompiledEntity
  private var variables: [String: Way] = [:]
  /// The paths to objects of a hierarchy, by its root entity.
  private(set) var paths: [Int: [Path]] = [:]
  /// The root entities of objects that are reached over `FETCH`: a change of one may have to do
  /// with every listed object.
  private(set) var fetchedRoots: Set<Int> = []
  /// The listed objects' own properties; nil where something may change without one of them.
  private(set) var properties: PropertySet? = PropertySet()

  init(_ plan: FetchPlan, _ entity: CompiledEntity, _ model: CompiledModel) {
    self.model = model
    root = entity
    if let predicate = plan.predicate { walk(predicate) }
    for key in plan.sortKeys { walk(key.value) }
  }

  private mutating func walk(_ predicate: ObjectPredicate) {
    predicate.forEach {
      walk($0)
    } predicate: {
      walk($0)
    }
  }

  /// Walks an expression.
  ///
  /// - Returns: The ways to the objects that it leads to.
  @discardableResult
  private mutating func walk(_ expression: ObjectExpression) -> [Way] {
    switch expression {
    case .constant: return []
    case .evaluatedObject: return [Way(entity: root)]
    case .variable(let name): return variables[name].map { [$0] } ?? []
    case .keyPath(let names, let base): return follow(names, from: walk(base))
    case .function(PredicateFunction.fetch, let arguments):
      guard case .constant(.string(let name))? = arguments.first,
        let entity = model.entity(named: name)
      else { return [] }
      fetchedRoots.insert(entity.rootIndex)
      return [Way(path: nil, entity: entity)]
    case .function(_, let arguments), .aggregate(let arguments):
      // A function that is given the object may read anything of it.
      if arguments.contains(.evaluatedObject) { properties = nil }
      return arguments.flatMap { walk($0) }
    case .cast(let value, let type):
      let found = walk(value)
      guard let entity = model.entity(named: type) else { return found }
      return found.map { Way(path: $0.path, entity: entity) }
    case .element(.expression(.constant(.string(let name))), let base):
      return follow([name], from: walk(base))
    case .element(let index, let base):
      if case .expression(let expression) = index { walk(expression) }
      return walk(base)
    case .set(_, let first, let second): return walk(first) + walk(second)
    case .conditional(let condition, let first, let second):
      walk(condition)
      return walk(first) + walk(second)
    case .subquery(let collection, let name, let condition):
      let found = walk(collection)
      let shadowed = variables[name]
      // Its condition can name the evaluated object, wherever the elements come from.
      if found.isEmpty { walk(condition) }
      for way in found {
        variables[name] = way
        walk(condition)
      }
      variables[name] = shadowed
      return found
    }
  }

  /// Follows names, and remembers every object on the way.
  private mutating func follow(_ names: [String], from start: [Way]) -> [Way] {
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

  /// Notes a property of a listed object, in a family under each number that it has.
  private mutating func note(_ name: String, of entity: CompiledEntity) {
    let found = entity.family.compactMap { model.entities[$0].property(named: name) }
    let areSet = found.allSatisfy { property in
      property.description.attribute.map { !$0.isTransient && $0.derivation == nil } ?? true
    }
    properties =
      found.isEmpty || !areSet ? nil : properties?.union(PropertySet(found.map(\.number)))
  }

  /// A Boolean value that says whether what was set may be something that the paths lead to.
  func areAffected(by changes: [Int: ChangeJournal.SetProperties]) -> Bool {
    if changes.keys.contains(where: follows) { return true }
    guard let change = changes[root.rootIndex] else { return false }
    guard let properties, let set = change.properties else { return true }
    return !properties.intersection(set).isEmpty
  }

  /// A Boolean value that says whether changes of a hierarchy's objects count.
  func follows(root: Int) -> Bool { paths[root] != nil || fetchedRoots.contains(root) }

  /// The relationships of an entity under a name; in a family, of the subentities that have one.
  private func relationships(_ name: String, of entity: CompiledEntity) -> [CompiledRelationship] {
    var found: [CompiledRelationship] = []
    for index in entity.family {
      let member = model.entities[index]
      guard let property = member.property(named: name),
        let relationship = member.relationship(property.number),
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

extension WatchedPaths {
  /// The objects from which a changed one is reached over a path.
  ///
  /// - Returns: nil where the way back is not known: a relationship has no
  ///   inverse, or the object's row is gone.
  func roots(of object: ManagedObject, over path: Path) -> [ManagedObject]? {
    var found = [object]
    for relationship in path.reversed() {
      guard let inverse = relationship.inverse else { return nil }
      // Of a family only those have the relationship that it leads to.
      let family = model.entities[relationship.destinationIndex].family
      var owners: [ManagedObject] = []
      for object in found where family.contains(object._batch.entity.index) {
        guard let back = object._batch.entity.relationship(inverse.number),
          let some = object.owners(back)
        else { return nil }
        owners += some
      }
      found = owners
    }
    return found
  }
}

extension ManagedObject {
  /// The objects at the other end of a relationship, also of an object that will
  /// be deleted; nil where that is not known.
  fileprivate final func owners(_ relationship: CompiledRelationship) -> [ManagedObject]? {
    guard let context = _batch.context else { return nil }
    // The links of an object whose row is gone are those that were in memory.
    if isGone, relationship.isToMany {
      // One that was never saved has left those it was linked to, and they know.
      if _version == 0 { return [] }
      guard let known = loadedMembers(relationship.number) else { return nil }
      let map = context.map(ofDestination: relationship)
      return known.compactMap { map.object($0) }
    }
    if _flags.contains(.fault) { fire() }
    if _flags.contains(.inaccessible), !isGone { return nil }
    return related(relationship)
  }
}
