internal import ModelSchema

/// The objects whose derived attributes depend on changes, by derivation.
///
/// What changed behind a path is collected, and whose path leads there is asked
/// once for all of it.
struct DerivationSurvey {
  private let model: CompiledModel
  /// The keys of the objects to compute, by derivation.
  private var keys: [Set<Int64>]
  /// The objects that changed behind a path, by derivation and path.
  private var reached: [[[String]: Set<ObjectID>]]

  init(_ model: CompiledModel) {
    self.model = model
    keys = model.derivations.map { _ in [] }
    reached = model.derivations.map { _ in [:] }
  }

  /// Takes the keys that were found; nil where there are none.
  mutating func take() -> [Set<Int64>]? {
    guard keys.contains(where: { !$0.isEmpty }) else { return nil }
    defer { self = DerivationSurvey(model) }
    return keys
  }

  /// Adds objects to those of a derivation.
  mutating func insert(_ more: some Sequence<Int64>, _ index: Int) { keys[index].formUnion(more) }

  /// Notes what depends on the changes of a save.
  mutating func note(_ changes: ChangeSet) {
    for object in changes.inserts { note(object) { _ in true } }
    for (object, properties) in changes.updates { note(object) { properties.contains($0) } }
    for object in changes.linked { note(object) { object._changes.contains($0) } }
    for object in changes.deletes { noteDeleted(object) }
  }

  private mutating func note(_ object: ManagedObject, _ isChanged: (Int) -> Bool) {
    let entity = object._batch.entity
    note(entity, object._key, { object.objectID }, isChanged)
    // When an object was saved is asked of every one that is written, whatever changed.
    for (index, derivation) in model.derivations.enumerated()
    where derivation.isClock && entity.lineage.contains(derivation.entityIndex) {
      keys[index].insert(object._key)
    }
  }

  /// Notes what depends on properties of an object.
  mutating func note(
    _ entity: CompiledEntity, _ key: Int64, _ id: () -> ObjectID, _ isChanged: (Int) -> Bool
  ) {
    for (index, derivation) in model.derivations.enumerated() {
      for source in derivation.sources
      where entity.lineage.contains(source.entityIndex) && isChanged(source.number) {
        if source.path.isEmpty {
          // The property may be declared above the entity that derives from it.
          if entity.lineage.contains(derivation.entityIndex) { keys[index].insert(key) }
        } else {
          reached[index][source.path, default: []].insert(id())
        }
      }
    }
  }

  private mutating func noteDeleted(_ object: ManagedObject) {
    let lineage = object._batch.entity.lineage
    for (index, derivation) in model.derivations.enumerated() {
      // All its properties go at once, so that the path alone says who is concerned.
      for members in derivation.members where lineage.contains(members.entityIndex) {
        reached[index][members.path, default: []].insert(object.objectID)
      }
    }
  }

  /// Finds the objects from which a path leads to one that changed.
  ///
  /// - Parameter keysOf: The keys of a plan's objects.
  mutating func findOwners(
    _ keysOf: (FetchPlan, CompiledEntity) throws -> [Int64]
  ) throws {
    for (index, paths) in reached.enumerated() {
      let entity = model.entities[model.derivations[index].entityIndex]
      for (path, ids) in paths {
        var plan = FetchPlan()
        plan.predicate = .compare(
          .keyPath(path, of: .evaluatedObject), .in,
          .constant(.list(ids.map(ConstantValue.objectID))),
          quantifier: entity.isCollection(path, in: model) ? .any : .direct)
        keys[index].formUnion(try keysOf(plan, entity))
      }
    }
  }
}

extension CompiledEntity {
  /// A Boolean value that says whether a path leads to several objects.
  fileprivate func isCollection(_ path: [String], in model: CompiledModel) -> Bool {
    var entity = self
    for name in path {
      guard let property = entity.property(named: name),
        let relationship = entity.relationship(property.number)
      else { return false }
      if relationship.isToMany { return true }
      entity = model.entities[relationship.destinationIndex]
    }
    return false
  }
}
