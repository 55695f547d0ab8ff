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
    // What is forgotten was a change of the user's until now, and can be undone up to here.
    let hasChanges = object._flags.contains(.listed)
    if hasChanges { context.recorder?.close() }
    defer { context.recorder?.noteRefresh(of: object, isAlone: !hasChanges) }
    if mergeChanges { keepChanges() } else { forgetChanges() }
  }

  /// Reads the object again, keeps its changes, and lets partners go that have found another one here.
  func catchUp() {
    run(mergeChanges: true)
    if object._flags.contains(.fault) { object.fire() }
    leavePartners(besides: object.persistentChanges)
  }

  /// Makes the object a fault between its hooks.
  private func makeFault(_ forget: () -> Void) {
    let wasFault = object.isFault
    if !wasFault { object.willTurnIntoFault() }
    context.noteReplacedValues(of: object)
    forget()
    object._flags.insert(.fault)
    object._state?.loadedProperties = nil
    if !wasFault { object.didTurnIntoFault() }
  }

  // MARK: Forgetting

  private func forgetChanges() {
    let hasChanges = object._flags.contains(.listed)
    let lost = hasChanges ? takeBackLinks() : []
    // Before it is a fault: a setter would load it again.
    if !object.isFault { object.resetTransients() }
    makeFault {
      object._state?.rollBack()
      for link in object.knownLinks { link.unload() }
      unlist()
      object.dropValues()
      object._changes = PropertySet()
      object._flags.remove([.linksChanged, .deleted, .inaccessible, .outdated])
    }
    // The row leads to an object that is to be deleted: to forget that one is a change again.
    for relationship in lost { object.relate(relationship, to: nil) }
    if hasChanges, context.recorder != nil { leaveDeleted() }
  }

  /// Lets members leave that are to be deleted, as the next read would: what a read
  /// finds is nothing that the user could undo.
  private func leaveDeleted() {
    for link in object.knownLinks {
      if let relationship = object._batch.entity.relationship(link.number) {
        _ = object.members(relationship)
      }
    }
  }

  private func unlist() {
    guard object._flags.contains(.listed) else { return }
    context.unlist([object])
  }

  // MARK: Keeping

  /// Reads the row again and sets what was set before anew. What joined and left
  /// relationships to many is known apart from their members, and stays.
  private func keepChanges() {
    let base = object.committed
    let mine = base.map { _ in object._copyValues() }
    let changed = object.persistentChanges
    let transients = object.changedTransients
    let isSetAgain = base != nil && (!changed.isEmpty || !transients.isEmpty)
    if isSetAgain, object._flags.contains(.indexed) { context.forgetValue(of: object) }
    makeFault {
      object.unloadMembers()
      object.dropValues()
      object._changes = PropertySet(object.changedLinks.map(\.number))
      object._flags.remove([.inaccessible, .outdated])
      if object._changes.isEmpty {
        object._flags.remove(.linksChanged)
        // What is about to be listed again stays: to leave takes a walk over all changes.
        if !isSetAgain { unlist() }
      }
    }
    guard isSetAgain, let base, let mine else { return }
    object.fire()
    if [.gone, .unreadable].contains(object.inaccessibilityKind) { becomeOutdated(base) }
    setAgain(changed, as: object.twin(mine))
    for (binding, value) in transients { _ = binding.write?(object, value) }
    leavePartners(besides: changed)
    // References that are what somebody else has saved by now are no changes.
    if object._flags.isDisjoint(with: [.changed, .linksChanged]) { unlist() }
  }

  /// Lets partners go that were linked to the object since it was read, and have found another one
  /// here.
  private func leavePartners(besides changed: PropertySet) {
    for relationship in object._batch.entity.relationships
    where !relationship.isToMany && !changed.contains(relationship.number) {
      guard let partner = context.ends(of: object, relationship).first, !partner.isToMany,
        partner.object.persistentChanges.contains(partner.number), partner.key != object._key
      else { continue }
      object.setReference(relationship.number, 0)
    }
  }

  /// Gives an object whose row cannot be read the values back that it knew, so
  /// that the next save finds the conflict.
  private func becomeOutdated(_ base: AnyObject) {
    object._restore(base)
    object.becomeAccessible()
    context.noteOutdated(object)
  }

  private func setAgain(_ changed: PropertySet, as mine: ManagedObject) {
    for property in object._batch.entity.properties
    where property.isStoredInRow && changed.contains(property.number) {
      guard let relationship = object._batch.entity.relationship(property.number) else {
        object.take(property, from: mine)
        continue
      }
      let key = mine._reference(property.number)
      object.relate(relationship, to: named(key, relationship))
      // One that is gone is named all the same: the save finds the conflict.
      if object._reference(property.number) != key { object.setReference(property.number, key) }
    }
  }

  /// The object of a key, whatever its state.
  private func named(_ key: Int64, _ relationship: CompiledRelationship) -> ManagedObject? {
    guard key != 0 else { return nil }
    let entity = context.store.model.entities[relationship.destinationIndex]
    return try? context.objectOrFault(key, of: entity)
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
      rejoin()
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

  /// Joins an object whose deletion is taken back with those that forgot it, and
  /// parts it from those that have found another partner since, or are to be
  /// deleted themselves.
  func rejoin() {
    for relationship in object._batch.entity.relationships { rejoin(relationship) }
  }

  private func rejoin(_ relationship: CompiledRelationship) {
    if relationship.isToMany, object.loadedMembers(relationship.number) == nil { return }
    for end in context.ends(of: object, relationship) {
      let other = end.object
      if !relationship.isToMany, !end.isToMany, hasLost(end, relationship) { continue }
      if !other.isDeleted, end.takesBack(object, relationship) { continue }
      if relationship.isToMany {
        object.removeLink(other._key, relationship.number)
      } else if !other.isDeleted {
        object.setReference(relationship.number, 0)
      }
    }
  }

  /// Reads an object whose deletion is taken back anew where somebody else has parted it from a partner
  /// meanwhile; with changes of its own it stays as it was seen.
  ///
  /// - Returns: Whether the partner is not its own any more.
  private func hasLost(
    _ partner: LinkEnd, _ relationship: CompiledRelationship
  ) -> Bool {
    if partner.object._flags.contains(.fault) { partner.object.fire() }
    let own = LinkEnd(object, relationship)
    own.learn(of: partner)
    return own.key != partner.object._key || own.disagrees(with: partner)
  }

  private func takeBackMembers(_ relationship: CompiledRelationship) {
    guard let link = object._state?.knownLink(relationship.number), link.hasChanges else { return }
    // Who left unread may have been no member, and must not join.
    if link.isUncertain { _ = object.members(relationship) }
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
  /// The attributes that are not stored, those that can be set.
  final var transientBindings: [(PropertyBinding, CompiledProperty)] {
    guard _batch.entity.hasTransients else { return [] }
    return _batch.entity.properties.compactMap { property in
      guard property.description.attribute?.isTransient == true,
        let binding = _batch.entity.bindings[property.number], binding.write != nil
      else { return nil }
      return (binding, property)
    }
  }

  /// The values that were set since the last save and are not stored; all of a new object.
  final var changedTransients: [(PropertyBinding, Any?)] {
    transientBindings.compactMap { binding, property in
      guard isInserted || _changes.contains(property.number) else { return nil }
      return (binding, (try? value(forKey: property.name)) ?? nil)
    }
  }

  /// Returns whether what is not stored differs from another object's; values without a constant
  /// cannot be compared, and count as others.
  final func hasOtherTransients(than other: ManagedObject) -> Bool {
    transientBindings.contains { binding, _ in
      binding.constant.map { $0(self) != $0(other) } ?? true
    }
  }

  /// Gives attributes that are not stored the values that they start with.
  fileprivate final func resetTransients() {
    guard _batch.entity.hasTransients else { return }
    let blank = twin()
    for (binding, property) in transientBindings {
      _ = binding.write?(self, (try? blank.value(forKey: property.name)) ?? nil)
    }
  }
}

extension LinkEnd {
  /// Names an object again that was forgotten.
  ///
  /// - Parameter relationship: The relationship of the object.
  /// - Returns: Whether it does; not where it names another one by now.
  fileprivate func takesBack(
    _ other: ManagedObject, _ relationship: CompiledRelationship
  ) -> Bool {
    if isToMany {
      if !hasMember(other, isNew: other.isNewIn(relationship, object)) {
        object.returnLink(other._key, number)
        // Somebody else has parted the two meanwhile: each end writes that they are a pair again.
        if relationship.isToMany, object.link(number).inserted.contains(other._key) {
          LinkEnd(other, relationship).joinAgain(object)
        }
      }
      return true
    }
    if object._flags.contains(.fault) { object.fire() }
    if key == 0 { join(other) }
    return key == other._key
  }

  /// True if another object is a member, without reading them: where they are unknown, the store has
  /// those that did not join since.
  private func hasMember(_ other: ManagedObject, isNew: Bool) -> Bool {
    guard let link = object.knownLink(number) else { return !isNew }
    if link.isLoaded { return link.contains(other._key) }
    return isNew ? link.inserted.contains(other._key) : !link.removed.contains(other._key)
  }
}

extension ManagedObject {
  /// A Boolean value that says whether a link to another object is not in the store
  /// yet.
  final func isNewIn(
    _ relationship: CompiledRelationship, _ other: ManagedObject
  ) -> Bool {
    guard !_flags.contains(.inserted) else { return true }
    guard !relationship.isToMany else {
      return _state?.knownLink(relationship.number)?.inserted.contains(other._key) == true
    }
    return committed.map { twin($0)._reference(relationship.number) != other._key } ?? false
  }
}
