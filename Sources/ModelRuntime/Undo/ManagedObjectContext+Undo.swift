extension ManagedObjectContext {
  /// The history of the changes that can be undone; nil if no changes are
  /// recorded.
  ///
  /// A history belongs to one context. Assigning a history empties it.
  public var undoHistory: UndoHistory? {
    get { recorder as? UndoHistory }
    set {
      recorder = newValue
      newValue?.context = self
      newValue?.removeAll()
    }
  }

  /// Undoes the last group of changes, after ending any open groups.
  ///
  /// Changes can also be undone after a save; the objects then have unsaved changes.
  ///
  /// - Returns: True if a group was undone. The result is false if there is no
  ///   `undoHistory`, and in a hook called by a deletion or an undo.
  @discardableResult
  public func undo() -> Bool {
    guard !isHalfway, let history = undoHistory, let group = history.takeUndo() else {
      return false
    }
    history.takeBack(group, in: self, forRedo: true)
    return true
  }

  /// Redoes the last group that was undone.
  ///
  /// - Returns: True if a group was redone. The result is false if there has been a
  ///   change since the undo, and in a hook called by a deletion or an undo.
  @discardableResult
  public func redo() -> Bool {
    guard !isHalfway, let history = undoHistory, let group = history.takeRedo() else {
      return false
    }
    history.takeBack(group, in: self, forRedo: false)
    return true
  }

  /// Completes the current group of changes, so that it can be undone, and
  /// notifies lists of the changes.
  ///
  /// Programs with a user interface call this method at the end of an event. Saves,
  /// merges, rollbacks and resets also notify lists, and lists of the view context are
  /// notified when the main actor is next free.
  public func processPendingChanges() {
    undoHistory?.close()
    tellFollowers()
  }
}

extension UndoHistory {
  /// Returns the step that contains the changes after the last mark, with the
  /// changed objects as they were before.
  func step(in context: ManagedObjectContext) -> UndoStep {
    UndoStep(
      changes: context.listed.compactMap { $0.undoChange(since: marks[ObjectIdentifier($0)]) })
  }

  /// Reverses the changes in a group, and records a group by which this can be
  /// reversed again.
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
    // A hook has removed all changes, including those that would revert this group.
    guard isTakingBack else { return }
    // Both ends of a link have their own changes, but a refresh in the meantime may
    // have removed one of them. The object that was deleted last is restored first, so
    // that lists keep their order.
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
    // What others have saved was hidden by a change that is undone now.
    for object in changes.map(\.object) where object.isBehind {
      context.refresh(object, mergeChanges: true)
    }
    guard !context.changeHandlers.isEmpty else { return }
    context.changeHandlers.call(ContextChange(undone: inverse))
  }
}

extension UndoStep {
  /// Reverses the changes in the step.
  ///
  /// - Returns: The objects whose deletion was reversed.
  fileprivate func takeBack(in context: ManagedObjectContext) -> [ManagedObject] {
    // Objects that others have deleted remain deleted.
    let changes = changes.filter { !$0.object._flags.contains(.inaccessible) }
    // The deletion of all objects is reverted before their values are restored, because
    // the values can refer to other objects among them.
    let returned = changes.filter { $0.existed && $0.object._flags.contains(.deleted) }
      .map(\.object)
    for object in returned { bringBack(object, in: context) }
    for change in changes where change.existed { change.takeBack() }
    // New objects are withdrawn last, while the objects that refer to them are still
    // known.
    Deletion(context: context).withdraw(changes.filter { !$0.existed }.map(\.object))
    return returned
  }

  /// Reverses the deletion of an object, even if it has been saved.
  private func bringBack(_ object: ManagedObject, in context: ManagedObjectContext) {
    context.noteReplacedValues(of: object)
    if object._flags.contains(.listed) {
      object._flags.remove(.deleted)
      context.denials.removeAll { $0.object === object }
    } else {
      // The deletion has been saved, so the object is inserted again with the same key.
      object.becomeNew()
      context.maps[object._batch.entity.rootIndex].insert(object)
      context.list(object)
    }
  }
}

extension ManagedObject {
  /// True if the object has no changes of its own, but is known to be older than its row.
  fileprivate final var isBehind: Bool {
    _flags.contains(.outdated) && _flags.isDisjoint(with: [.deleted, .inserted])
      && persistentChanges.isEmpty
  }
}

extension ContextChange {
  /// Creates the change that reports an undone or redone step to observers.
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
  /// Restores the values and members of the object. Inverses are not changed,
  /// because both ends of a relationship have their own changes in the step.
  fileprivate func takeBack() {
    if let values { object.take(changed, from: object.twin(values)) }
    for transient in transients {
      let binding = object._batch.entity.bindings[transient.property.number]
      _ = binding?.write?(object, transient.value)
    }
    for link in links { takeBack(link) }
  }

  private func takeBack(_ change: Link) {
    let link = object.link(change.relationship.number)
    for key in change.leaving { link.remove(key) }
    for key in change.joining { link.insert(key) }
    if let order = change.order {
      let members = object.members(change.relationship)
      let (joining, leaving) = (Set(change.joining), Set(change.leaving))
      // Moves by others in the meantime were not part of the step.
      let merge = OrderMerge(
        base: (change.newOrder ?? order).filter { !leaving.contains($0) }, mine: order,
        theirs: members.filter { !joining.contains($0) })
      link.reorder(members.ordered(as: merge.members()))
    }
    object.noteLinkChange(change.relationship.number)
  }
}
