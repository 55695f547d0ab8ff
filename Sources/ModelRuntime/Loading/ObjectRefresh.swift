/// An update of one object from its source.
///
/// Without its changes, an object equals its row. Changes of its links are
/// therefore reversed at both ends; otherwise, an object at the other end would
/// still refer to the refreshed object, although the refreshed object refers to
/// another object.
struct ObjectRefresh {
  private let object: ManagedObject
  private let context: ManagedObjectContext
  private let links: LinkEditor

  init(_ object: ManagedObject, in context: ManagedObjectContext) {
    self.object = object
    self.context = context
    links = LinkEditor(object, in: context)
  }

  /// Makes the object a fault, or reads it again and keeps its changes.
  func run(mergeChanges: Bool) {
    guard !object._flags.contains(.inserted) else { return }
    if mergeChanges, object._flags.contains(.deleted) { return }
    // The changes made so far become a separate undo step before they are discarded.
    let hasChanges = object._flags.contains(.listed)
    if hasChanges { context.recorder?.close() }
    defer { context.recorder?.noteRefresh(of: object, isAlone: !hasChanges) }
    if mergeChanges { keepChanges() } else { forgetChanges() }
  }

  /// Reads the object again, keeps its changes, and unlinks partners that are linked to
  /// other objects in this context.
  func catchUp() {
    run(mergeChanges: true)
    if object._flags.contains(.fault) { object.fire() }
    leavePartners(besides: object.persistentChanges)
  }

  /// Turns the object into a fault, and calls its hooks before and after this.
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
    // Transient values are reset before the object becomes a fault, because a setter
    // would load it again.
    if !object.isFault { object.resetTransients() }
    makeFault {
      object._state?.rollBack()
      for link in object.knownLinks { link.unload() }
      unlist()
      object.dropValues()
      object._changes = PropertySet()
      object._flags.remove([.linksChanged, .deleted, .inaccessible, .outdated])
    }
    // The row leads to an object that is to be deleted, so removing that reference is a
    // change again.
    for relationship in lost { object.relate(relationship, to: nil) }
    // Members that are to be deleted are removed, as the next read would do, because the
    // result of a read must not become a step that the user can undo.
    guard hasChanges, context.recorder != nil else { return }
    for link in object.knownLinks { _ = object.members(link.relationship) }
  }

  private func unlist() {
    guard object._flags.contains(.listed) else { return }
    context.unlist([object])
  }

  // MARK: Keeping

  /// Reads the row again, and sets the changed properties again. Changes of to-many
  /// relationships are stored separately from the members, and are kept.
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
        // An object that will be listed again stays listed, because removing it
        // requires a pass over all changes.
        if !isSetAgain { unlist() }
      }
    }
    guard isSetAgain, let base, let mine else { return }
    object.fire()
    if [.gone, .unreadable].contains(object.inaccessibilityKind) { becomeOutdated(base) }
    setAgain(changed, as: object.twin(mine))
    for (binding, value) in transients { _ = binding.write?(object, value) }
    leavePartners(besides: changed)
    // References that others have saved in the meantime are no longer changes.
    if object._flags.isDisjoint(with: [.changed, .linksChanged]) { unlist() }
  }

  /// Unlinks partners that have been linked to the object since it was read, but are
  /// linked to other objects in this context.
  private func leavePartners(besides changed: PropertySet) {
    for relationship in object._batch.entity.relationships
    where !relationship.isToMany && !changed.contains(relationship.number) {
      guard let partner = context.ends(of: object, relationship).first, !partner.isToMany,
        partner.object.persistentChanges.contains(partner.number), partner.key != object._key
      else { continue }
      object.setReference(relationship.number, 0)
    }
  }

  /// Restores the last known values of an object whose row cannot be read, so that the
  /// next save finds the conflict.
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
      links.move(relationship, to: key, links.named(key, relationship))
    }
  }

  // MARK: Links

  /// Reverses an object's unsaved links and its deletion, at both ends.
  ///
  /// - Returns: The to-one relationships whose stored destinations are to be
  ///   deleted, and which therefore cannot be restored.
  private func takeBackLinks() -> [CompiledRelationship] {
    let relationships = object._batch.entity.relationships.filter { $0.inverse != nil }
    if object._flags.contains(.deleted) {
      object._flags.remove(.deleted)
      links.comeBack()
    }
    for relationship in relationships where relationship.isToMany {
      links.takeBackMembers(relationship)
    }
    guard let committed = object.committed else {
      return relationships.filter { leads($0, object) }
    }
    links.takeBack(object.persistentChanges, to: committed) { $0.inverse != nil }
    let saved = object.twin(committed)
    return relationships.filter { leads($0, saved) }
  }

  /// Returns whether a to-one relationship leads to an object that is to be
  /// deleted.
  private func leads(_ relationship: CompiledRelationship, _ object: ManagedObject) -> Bool {
    guard !relationship.isToMany else { return false }
    return links.known(object._reference(relationship.number), relationship)?.isDeleted == true
  }
}

extension ManagedObject {
  /// The transient attributes of the object whose values can be set.
  final var transientBindings: [(PropertyBinding, CompiledProperty)] {
    guard _batch.entity.hasTransients else { return [] }
    return _batch.entity.properties.compactMap { property in
      guard property.description.attribute?.isTransient == true,
        let binding = _batch.entity.bindings[property.number], binding.write != nil
      else { return nil }
      return (binding, property)
    }
  }

  /// The transient values set since the last save; for a new object, all of them.
  final var changedTransients: [(PropertyBinding, Any?)] {
    transientBindings.compactMap { binding, property in
      guard isInserted || _changes.contains(property.number) else { return nil }
      return (binding, (try? value(forKey: property.name)) ?? nil)
    }
  }

  /// Returns whether transient values differ from the values of another object.
  /// Values that cannot be represented as constants cannot be compared, and
  /// count as different.
  final func hasOtherTransients(than other: ManagedObject) -> Bool {
    transientBindings.contains { binding, _ in
      binding.constant.map { $0(self) != $0(other) } ?? true
    }
  }

  /// Sets transient attributes to their initial values.
  fileprivate final func resetTransients() {
    guard _batch.entity.hasTransients else { return }
    let blank = twin()
    for (binding, property) in transientBindings {
      _ = binding.write?(self, (try? blank.value(forKey: property.name)) ?? nil)
    }
  }
}
