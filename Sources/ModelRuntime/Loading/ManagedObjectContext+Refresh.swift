internal import ModelSchema

extension ManagedObjectContext {
  /// Brings an object up to date (L-19).
  ///
  /// Without merging its changes are forgotten and it becomes a fault; those of
  /// its relationships are taken back at both ends. With merging its row is read
  /// again and the changed properties keep their new values; an object that is
  /// to be deleted stays so. A new object has nothing to be read again, and stays
  /// as it is.
  public func refresh(_ object: ManagedObject, mergeChanges: Bool) {
    guard !object._flags.contains(.inserted) else { return }
    if mergeChanges, object._flags.contains(.deleted) { return }
    if object._flags.contains(.listed) { undoHistory?.close() }
    defer { undoHistory?.markAgain(object) }
    let forgetsLinks = !mergeChanges && object._flags.contains(.listed)
    let lost = forgetsLinks ? takeBackLinks(of: object) : []
    defer { for relationship in lost { object.relate(relationship, to: nil) } }
    let changes = mergeChanges ? object.pendingValues() : []
    let wasFault = object.isFault
    if !wasFault { object.willTurnIntoFault() }
    noteReplacedValues(of: object)
    forgetChanges(of: object)
    object._flags.insert(.fault)
    object._state?.loadedProperties = nil
    if !wasFault { object.didTurnIntoFault() }
    guard !changes.isEmpty else { return }
    object.fire()
    for (binding, value) in changes { _ = binding.write?(object, value) }
  }

  /// Brings all objects up to date: those without changes become faults, those
  /// with changes keep them.
  public func refreshAllObjects() {
    for map in maps {
      for object in map.objects { refresh(object, mergeChanges: true) }
    }
    if !changeHandlers.isEmpty { changeHandlers.call(ContextChange(kind: .refreshed)) }
    tellFollowers()
  }

  /// Forgets all objects and changes; objects that are still held belong to no
  /// context any more (U-04).
  public func reset() {
    for map in maps {
      for object in map.objects {
        object.dropValues()
        object._flags = [.deleted]
        object.expandedState.inaccessibleReason = "its context was reset"
      }
    }
    for index in maps.indices { maps[index] = IdentityMap() }
    listed = []
    denials = []
    keyFailure = nil
    undoHistory?.removeAll()
    advancePin()
    if !changeHandlers.isEmpty { changeHandlers.call(ContextChange(kind: .reset)) }
    journal?.noteReset()
    tellFollowers()
  }

  /// Takes an object's unsaved values and links back.
  private func forgetChanges(of object: ManagedObject) {
    object._state?.rollBack()
    object._state?.unloadLinks()
    if object._flags.contains(.listed) {
      listed.removeAll { $0 === object }
      denials.removeAll { $0.object === object }
    }
    object.dropValues()
    object._changes = PropertySet()
    object._flags.remove([.linksChanged, .listed, .deleted, .inaccessible, .outdated])
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
