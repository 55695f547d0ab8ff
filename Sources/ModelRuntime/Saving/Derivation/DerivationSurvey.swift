/// A survey of the objects whose derived attributes are affected by changes,
/// for each derivation.
///
/// The survey collects the changed objects at the ends of paths, and finds the
/// owners of all of them in one search.
struct DerivationSurvey {
  private let model: CompiledModel
  /// The keys of the objects whose values must be computed, by derivation.
  private var keys: [Set<Int64>]
  /// The IDs of the changed objects at the end of a path, by derivation and
  /// path.
  private var reached: [[[String]: Set<ObjectID>]]
  /// The derivations for which all objects must be computed.
  private var whole: Set<Int> = []
  /// The number of rounds in which collected keys were taken.
  private var rounds = 0
  /// The keys that were taken after more rounds than there are derivations, by
  /// derivation.
  private var late: [Set<Int64>]

  init(_ model: CompiledModel) {
    self.model = model
    keys = model.derivations.map { _ in [] }
    reached = model.derivations.map { _ in [:] }
    late = keys
  }

  /// Removes and returns the collected keys; nil if there are none.
  ///
  /// More rounds than there are derivations are needed only if values depend on
  /// other values of the same derivation. Without a cycle, each additional
  /// round computes a value that no later round computes. The number of
  /// additional rounds is limited to twice the number of such values, for
  /// cycles that converge.
  ///
  /// - Throws: `StoreError` (`.endlessChanges`) if a cycle does not converge.
  mutating func take() throws -> [Set<Int64>]? {
    guard let index = keys.firstIndex(where: { !$0.isEmpty }) else { return nil }
    rounds += 1
    if rounds > model.derivations.count {
      for index in keys.indices { late[index].formUnion(keys[index]) }
      let bound = model.derivations.count + 2 * late.reduce(1) { $0 + $1.count }
      guard rounds <= bound else { throw endless(index) }
    }
    defer { clear() }
    return keys
  }

  private mutating func clear() {
    keys = model.derivations.map { _ in [] }
    reached = model.derivations.map { _ in [:] }
    whole = []
  }

  private func endless(_ index: Int) -> StoreError {
    let derivation = model.derivations[index]
    let entity = model.entities[derivation.entityIndex].name
    let name = derivation.attribute.name
    return StoreError(
      .endlessChanges,
      "'\(entity).\(name)' is derived in a circle: its values never come to rest",
      propertyNames: [name])
  }

  /// True if objects at the end of a path have changed, in which case their
  /// owners must be found.
  var leadsElsewhere: Bool { !whole.isEmpty || reached.contains { !$0.isEmpty } }

  /// Adds the keys of objects to the keys of the derivation with the given
  /// index.
  mutating func insert(_ more: some Sequence<Int64>, _ index: Int) { keys[index].formUnion(more) }

  /// Records the derived values that depend on the changes of a save.
  mutating func note(_ changes: ChangeSet) {
    for object in changes.inserts {
      note(object) { _ in true }
      noteMember(of: object._batch.entity)
    }
    for (object, properties) in changes.updates { note(object) { properties.contains($0) } }
    for object in changes.linked { note(object) { object._changes.contains($0) } }
    for object in changes.deletes { noteMember(of: object._batch.entity, deleted: object) }
  }

  private mutating func note(_ object: ManagedObject, _ isChanged: (Int) -> Bool) {
    let entity = object._batch.entity
    note(entity, object._key, { object.objectID }, isChanged)
    // The time of saving changes for every written object.
    for (index, derivation) in model.derivations.enumerated()
    where derivation.isClock && entity.lineage.contains(derivation.entityIndex) {
      keys[index].insert(object._key)
    }
  }

  /// Records the derived values that depend on changed properties of an object.
  ///
  /// - Parameter isChanged: A closure that returns true if the property with
  ///   the given number has changed.
  mutating func note(
    _ entity: CompiledEntity, _ key: Int64, _ id: () -> ObjectID, _ isChanged: (Int) -> Bool
  ) {
    for (index, derivation) in model.derivations.enumerated() {
      for source in derivation.sources
      where entity.lineage.contains(source.entityIndex) && isChanged(source.number) {
        guard let path = source.path else {
          whole.insert(index)
          continue
        }
        if path.isEmpty {
          // The property can be declared in a parent of the entity that has the
          // derivation.
          if entity.lineage.contains(derivation.entityIndex) { keys[index].insert(key) }
        } else {
          reached[index][path, default: []].insert(id())
        }
      }
    }
  }

  /// Records the derived values that depend on the existence of an entity's objects.
  ///
  /// - Parameter deleted: The object if it is deleted; nil for a new object, whose links
  ///   are changes of their own.
  private mutating func noteMember(of entity: CompiledEntity, deleted: ManagedObject? = nil) {
    for (index, derivation) in model.derivations.enumerated() {
      for members in derivation.members where entity.lineage.contains(members.entityIndex) {
        guard let path = members.path else {
          whole.insert(index)
          continue
        }
        // The object is deleted with all its properties, so the path alone determines the
        // affected owners.
        if let deleted { reached[index][path, default: []].insert(deleted.objectID) }
      }
    }
  }

  /// Finds the objects from which a path leads to a changed object, and all objects of
  /// derivations without such a path.
  ///
  /// - Parameter keysOf: A closure that returns the keys of the objects that a
  ///   search finds.
  mutating func findOwners(_ keysOf: (OwnerSearch) throws -> [Int64]) throws {
    for (index, paths) in reached.enumerated() {
      let entity = model.entities[model.derivations[index].entityIndex]
      for (path, ids) in paths {
        keys[index].formUnion(try keysOf(OwnerSearch(entity: entity, path: path, ids: ids)))
      }
    }
    for index in whole {
      let entity = model.entities[model.derivations[index].entityIndex]
      keys[index].formUnion(try keysOf(OwnerSearch(entity: entity, path: nil, ids: [])))
    }
  }
}

/// A search for the objects of an entity whose derived values depend on other objects.
struct OwnerSearch {
  let entity: CompiledEntity
  /// The path from the objects to the changed objects; nil if all objects of
  /// the entity are wanted.
  let path: [String]?
  /// The IDs of the changed objects at the end of the path.
  let ids: Set<ObjectID>

  func plan(in model: CompiledModel) -> FetchPlan {
    var plan = FetchPlan()
    guard let path else { return plan }
    plan.predicate = .compare(
      .keyPath(path, of: .evaluatedObject), .in,
      .constant(.list(ids.map(ConstantValue.objectID))),
      quantifier: entity.isCollection(path, in: model) ? .any : .direct)
    return plan
  }
}

extension CompiledEntity {
  /// Returns whether a path leads to several objects.
  fileprivate func isCollection(_ path: [String], in model: CompiledModel) -> Bool {
    var entity = self
    for name in path {
      guard let relationship = entity.relationship(named: name) else { return false }
      if relationship.isToMany { return true }
      entity = model.entities[relationship.destinationIndex]
    }
    return false
  }
}
