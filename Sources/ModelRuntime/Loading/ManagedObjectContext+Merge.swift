extension ManagedObjectContext {
  /// Merges the changes from another context's save into this context.
  ///
  /// Registered objects that were changed by the save are read again when they
  /// are next used; objects with unsaved changes keep those changes. Deleted
  /// objects become inaccessible, unless they exist again, because a report can
  /// be merged late. New objects are found by the next fetch. If both contexts
  /// have changed the same property, or an object with unsaved changes has been
  /// deleted, the object stays as it is, and the next save finds the conflict.
  public func mergeChanges(from report: SaveReport) {
    // In the pinned state of the store, the rows of the report would not be visible.
    advancePin()
    if report.isExternal {
      // Objects that cannot be read now are read by the next merge, because no later
      // report will contain them.
      do { try mergeExternalChanges() } catch { notificationQueue?.putBack(report) }
      return
    }
    let entities = Set((report.inserted + report.deleted).map(\.entity))
    let report = withoutReturned(report)
    for id in report.updated {
      if let object = registeredObject(with: id) { bringUpToDate(object) }
    }
    // New or deleted objects can belong to relationships that are already loaded.
    for entity in entities { forgetLinks(to: entity) }
    for id in report.deleted {
      guard let object = registeredObject(with: id) else { continue }
      if isDispensable(object) {
        forget(object, "it was deleted by another context or program")
      } else {
        noteOutdated(object)
      }
    }
    journal?.note(merged: report)
    if !report.isEmpty { changeHandlers.call(ContextChange(merged: report)) }
    tellFollowers()
  }

  /// Merges the saves of other contexts in this program that have not been
  /// merged yet. If `automaticallyMergesChanges` is true, every fetch and every
  /// save does this first.
  public func mergePendingChanges() {
    source.mergePendingChanges()
    for report in notificationQueue?.takeAll() ?? [] { mergeChanges(from: report) }
  }

  /// Returns the object with the given ID; nil if it is not registered in the
  /// context.
  public func registeredObject(with id: ObjectID) -> ManagedObject? {
    guard let entity = store.entity(of: id) else { return nil }
    return maps[entity.rootIndex].object(id.key).flatMap { $0.isVoid ? nil : $0 }
  }

  /// Returns the report with deleted objects listed as updated if an undo or a
  /// merge policy has restored them. This can happen because reports can be
  /// merged late.
  private func withoutReturned(_ report: SaveReport) -> SaveReport {
    let held = report.deleted.compactMap { registeredObject(with: $0) }
    guard !held.isEmpty else { return report }
    var present: Set<ObjectID> = []
    for (index, objects) in Dictionary(grouping: held, by: { $0._batch.entity.rootIndex }) {
      let root = store.model.entities[index]
      let versions = (try? source.storedVersions(objects.map(\._key), root)) ?? [:]
      // An object that was restored by an undo in this context has no row before the
      // next save.
      for object in objects
      where object._flags.contains(.inserted) || versions[object._key] != nil {
        present.insert(object.objectID)
      }
    }
    var report = report
    report.updated += report.deleted.filter { present.contains($0) }
    report.deleted.removeAll { present.contains($0) }
    return report
  }

  /// Removes an object whose row has been deleted from the context.
  func forget(_ object: ManagedObject, _ reason: String) {
    if object._flags.contains(.listed) { unlist([object]) }
    journal?.note(gone: object)
    if object._flags.contains(.observed) { object.noteObservedReplacement() }
    maps[object._batch.entity.rootIndex].remove(object._key)
    object.dropValues()
    // The journal itself removes `.noted` when it notifies its followers.
    object._flags = object._flags.intersection(.noted).union(.deleted)
    object.markInaccessible(reason)
  }

  /// Causes relationships that can lead to objects of an entity to be read again.
  func forgetLinks(to reference: EntityReference) {
    guard let entity = store.entity(of: reference) else { return }
    for relationship in entity.relationships {
      guard relationship.inverse?.isToMany == true else { continue }
      // An object that is to be deleted keeps its members, because its delete rules
      // apply to them.
      for end in map(ofDestination: relationship).objects.compactMap({ $0.end(of: relationship) })
      where !end.object._flags.contains(.deleted) {
        end.object.unloadMembers(end.number)
      }
    }
  }
}
