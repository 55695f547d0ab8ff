internal import ModelSchema

/// Brings one object up to date with its source.
///
/// An object whose changes are forgotten is as the store has it. So its links are
/// taken back at both ends: else the other end would go on naming an object that
/// names somebody else.
struct ObjectRefresh {
  private let object: ManagedObject
  private let context: ManagedObjectContext

  init(_ object: ManagedObject, in context: ManagedObjectContext) {
    self.object = object
    self.context = context
  }

  /// Makes the object a fault, or reads it again and keeps its changes.
  func run(mergeChanges: Bool) {
    guard !object._flags.contains(.inserted) else { return }
    if mergeChanges, object._flags.contains(.deleted) { return }
    if object._flags.contains(.listed) { context.undoHistory?.close() }
    defer { context.undoHistory?.markAgain(object) }
    let forgetsLinks = !mergeChanges && object._flags.contains(.listed)
    let lost = forgetsLinks ? takeBackLinks() : []
    defer { for relationship in lost { object.relate(relationship, to: nil) } }
    let changes = mergeChanges ? object.pendingValues() : []
    let wasFault = object.isFault
    if !wasFault { object.willTurnIntoFault() }
    context.noteReplacedValues(of: object)
    forgetChanges()
    object._flags.insert(.fault)
    object._state?.loadedProperties = nil
    if !wasFault { object.didTurnIntoFault() }
    guard !changes.isEmpty else { return }
    object.fire()
    for (binding, value) in changes { _ = binding.write?(object, value) }
  }

  /// Takes an object's unsaved values and links back.
  private func forgetChanges() {
    object._state?.rollBack()
    object._state?.unloadLinks()
    if object._flags.contains(.listed) {
      context.listed.removeAll { $0 === object }
      context.denials.removeAll { $0.object === object }
    }
    object.dropValues()
    object._changes = PropertySet()
    object._flags.remove([.linksChanged, .listed, .deleted, .inaccessible, .outdated])
  }

  // MARK: Links

  /// Takes an object's unsaved links back, and its deletion, at both ends.
  ///
  /// - Returns: The to-one relationships that lead to objects which are to be
  ///   deleted, so that they cannot be as the store has them.
  private func takeBackLinks() -> [CompiledRelationship] {
    let relationships = object._batch.entity.relationships.filter { $0.inverse != nil }
    if object._flags.contains(.deleted) {
      object._flags.remove(.deleted)
      for relationship in relationships { rejoin(relationship) }
    }
    for relationship in relationships where relationship.isToMany {
      takeBackMembers(relationship)
    }
    guard let committed = object.committed else {
      return relationships.filter { leads($0, object) }
    }
    let saved = object.twin(committed)
    for relationship in relationships where !relationship.isToMany {
      let key = saved._reference(relationship.number)
      guard key != object._reference(relationship.number) else { continue }
      object.relate(relationship, to: present(key, relationship))
    }
    return relationships.filter { leads($0, saved) }
  }

  /// A Boolean value that says whether a to-one relationship leads to an object
  /// that is to be deleted.
  private func leads(_ relationship: CompiledRelationship, _ object: ManagedObject) -> Bool {
    guard !relationship.isToMany else { return false }
    return registered(object._reference(relationship.number), relationship)?.isDeleted == true
  }

  /// Joins an object whose deletion is taken back with those that forgot it; who
  /// has found another partner since is left to `takeBackLinks()`.
  private func rejoin(_ relationship: CompiledRelationship) {
    guard let inverse = relationship.inverse else { return }
    let number = relationship.number
    let keys =
      relationship.isToMany
      ? Array(object._state?.knownLink(number)?.members ?? KeyList()) : [object._reference(number)]
    for key in keys {
      guard let other = registered(key, relationship) else { continue }
      if !other.isDeleted, other.takesBack(object, inverse) { continue }
      if relationship.isToMany {
        object.removeLink(key, number)
      } else if !other.isDeleted {
        object.setReference(number, 0)
      }
    }
  }

  private func takeBackMembers(_ relationship: CompiledRelationship) {
    guard let link = object._state?.knownLink(relationship.number), link.hasChanges else { return }
    for key in Array(link.inserted) {
      if let member = registered(key, relationship) { object.remove(member, from: relationship) }
    }
    for key in Array(link.removed) {
      if let member = present(key, relationship) { object.add(member, to: relationship) }
    }
  }

  /// The object of a key that is there and stays.
  private func present(_ key: Int64, _ relationship: CompiledRelationship) -> ManagedObject? {
    guard key != 0 else { return nil }
    let entity = context.store.model.entities[relationship.destinationIndex]
    guard let object = try? context.objectOrFault(key, of: entity), !object.isDeleted else {
      return nil
    }
    if object._flags.contains(.fault) { object.fire() }
    return object._flags.contains(.inaccessible) ? nil : object
  }

  private func registered(_ key: Int64, _ relationship: CompiledRelationship) -> ManagedObject? {
    guard key != 0 else { return nil }
    return context.map(ofDestination: relationship).object(key)
  }
}

extension ManagedObject {
  /// The properties that were set since the last save, with their values.
  fileprivate final func pendingValues() -> [(PropertyBinding, Any?)] {
    guard _flags.contains(.listed) else { return [] }
    var pending = persistentChanges
    for (number, link) in _state?.links ?? [] where link.hasChanges { pending.insert(number) }
    return _batch.entity.bindings.compactMap { binding in
      guard let binding, pending.contains(binding.number) else { return nil }
      let value = binding.value(self)
      // Live views would show the refreshed relationship: keep the objects.
      let isToMany = _batch.entity.relationship(binding.number)?.isToMany == true
      if isToMany, let set = value as? any Sequence {
        return (binding, Self.elements(of: set))
      }
      return (binding, value)
    }
  }

  /// The elements one by one: a relationship counts members whose rows are gone.
  private static func elements(of sequence: some Sequence) -> [Any] {
    var elements: [Any] = []
    for element in sequence { elements.append(element) }
    return elements
  }
}

extension ObjectState {
  /// Forgets which members were loaded.
  final func unloadLinks() {
    for link in links { link.state.unload() }
  }
}

extension ManagedObject {
  /// Names an object again that it forgot.
  ///
  /// - Returns: Whether it does; not where it names another one by now.
  fileprivate final func takesBack(
    _ object: ManagedObject, _ inverse: CompiledRelationship.Inverse
  ) -> Bool {
    if inverse.isToMany {
      addLink(object._key, inverse.number)
      return true
    }
    if _flags.contains(.fault) { fire() }
    let key = _reference(inverse.number)
    if key == 0 { setReference(inverse.number, object._key) }
    return key == 0 || key == object._key
  }
}
