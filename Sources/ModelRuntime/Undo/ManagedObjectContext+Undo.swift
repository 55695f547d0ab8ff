extension ManagedObjectContext {
  /// The changes that can be undone; nil while nothing is recorded.
  ///
  /// A history is for one context; giving one begins with an empty history.
  public var undoHistory: UndoHistory? {
    get { recorder as? UndoHistory }
    set {
      recorder = newValue
      newValue?.context = self
      newValue?.removeAll()
    }
  }

  /// Undoes the last group of changes; groups that are still open end first.
  ///
  /// Also after a save: the objects have unsaved changes then.
  ///
  /// - Returns: Whether there was any; never without an `undoHistory`, nor in a
  ///   hook that a delete or an undo calls.
  @discardableResult
  public func undo() -> Bool {
    guard !isHalfway, let history = undoHistory, let group = history.takeUndo() else {
      return false
    }
    history.takeBack(group, in: self, forRedo: true)
    return true
  }

  /// Does the last group that was undone again.
  ///
  /// - Returns: Whether there was any; a change in between leaves none. Never in a
  ///   hook that a delete or an undo calls.
  @discardableResult
  public func redo() -> Bool {
    guard !isHalfway, let history = undoHistory, let group = history.takeRedo() else {
      return false
    }
    history.takeBack(group, in: self, forRedo: false)
    return true
  }

  /// Makes the changes since the last moment a group that can be undone, and
  /// tells lists what changed.
  ///
  /// Programs with a user interface call it at the end of an event. Lists are
  /// told by saves, merges, rollbacks and resets too, and those of the view
  /// context when the main actor is next free.
  public func processPendingChanges() {
    undoHistory?.close()
    tellFollowers()
  }
}

extension UndoHistory {
  /// The changed objects as they were at the last moment, those that differ.
  func step(in context: ManagedObjectContext) -> UndoStep {
    UndoStep(
      changes: context.listed.compactMap { $0.undoChange(since: marks[ObjectIdentifier($0)]) })
  }

  /// Takes a group back; what takes that back again is the difference it makes.
  fileprivate func takeBack(
    _ group: UndoGroup, in context: ManagedObjectContext, forRedo: Bool
  ) {
    isTakingBack = true
    let changes = group.steps.flatMap(\.changes)
    let references = changes.flatMap(\.references)
    var returned: [ManagedObject] = []
    for step in group.steps.reversed() where isTakingBack {
      returned += step.takeBack(in: context)
    }
    // A hook forgot all changes, and what would take this back with them.
    guard isTakingBack else { return }
    // Both ends of a link have changes of their own; but a refresh in between took one of them away.
    // What was deleted last is back first, so that lists are in their order.
    for object in returned.reversed() where !object._flags.contains(.deleted) {
      LinkEditor(object, in: context).comeBack()
    }
    for reference in references { reference.settle(in: context) }
    for change in changes { change.settlePairs(in: context) }
    isTakingBack = false
    let inverse = step(in: context)
    mark(inverse)
    keep(UndoGroup(name: group.name, steps: [inverse]), forRedo: forRedo)
    for object in returned where object._flags.isDisjoint(with: [.deleted, .inserted]) {
      context.receiveBack(object)
    }
    guard !context.changeHandlers.isEmpty else { return }
    context.changeHandlers.call(ContextChange(undone: inverse))
  }
}

extension UndoStep {
  /// Takes the step back.
  ///
  /// - Returns: The objects whose deletion was taken back.
  fileprivate func takeBack(in context: ManagedObjectContext) -> [ManagedObject] {
    // What somebody else deleted stays deleted.
    let changes = changes.filter { !$0.object._flags.contains(.inaccessible) }
    // All are back before any takes its values, which may name another of them.
    let returned = changes.filter { $0.existed && $0.object._flags.contains(.deleted) }
      .map(\.object)
    for object in returned { bringBack(object, in: context) }
    for change in changes where change.existed { change.takeBack() }
    // Last, so that who refers to them still is known.
    Deletion(context: context).withdraw(changes.filter { !$0.existed }.map(\.object))
    return returned
  }

  /// Takes the deletion of an object back, also one that was saved.
  private func bringBack(_ object: ManagedObject, in context: ManagedObjectContext) {
    context.noteReplacedValues(of: object)
    if object._flags.contains(.listed) {
      object._flags.remove(.deleted)
      context.denials.removeAll { $0.object === object }
    } else {
      // Deleted and saved: it is inserted again, under the same key.
      object.becomeNew()
      context.maps[object._batch.entity.rootIndex].insert(object)
      context.list(object)
    }
  }
}

extension ContextChange {
  /// The change that observers are told of when a step was undone or redone.
  fileprivate init(undone step: UndoStep) {
    self.init(kind: .undone)
    for part in step.changes {
      let id = part.object.objectID
      if part.object._flags.contains(.deleted) {
        deleted.append(id)
      } else if part.existed {
        updated.append(id)
      } else {
        inserted.append(id)
      }
    }
  }
}

extension UndoChange {
  /// Gives the object its values and members back. Both sides of a relationship
  /// have changes of their own, so inverses are left alone.
  fileprivate func takeBack() {
    if let values {
      let twin = object.twin(values)
      for property in object._batch.entity.properties
      where property.isStoredInRow && changed.contains(property.number) {
        object.take(property, from: twin)
      }
    }
    for transient in transients {
      let binding = object._batch.entity.bindings[transient.property.number]
      _ = binding?.write?(object, transient.value)
    }
    for link in links { takeBack(link) }
  }

  private func takeBack(_ change: Link) {
    let link = object.link(change.number)
    for key in change.leaving { link.remove(key) }
    for key in change.joining { link.insert(key) }
    if let order = change.order, let relationship = object._batch.entity.relationship(change.number)
    {
      let members = object.members(relationship)
      let (joining, leaving) = (Set(change.joining), Set(change.leaving))
      // What others have moved meanwhile was no part of the step.
      let merge = OrderMerge(
        base: (change.newOrder ?? order).filter { !leaving.contains($0) }, mine: order,
        theirs: members.filter { !joining.contains($0) })
      link.reorder(members.ordered(as: merge.members()))
    }
    object.noteLinkChange(change.number)
  }
}
