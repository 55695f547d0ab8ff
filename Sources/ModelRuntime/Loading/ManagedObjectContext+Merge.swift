public import ModelSchema

extension ManagedObjectContext {
  /// Takes the changes of another context's save over.
  ///
  /// Objects that are held and changed are read again when they are next used;
  /// those with unsaved changes keep these. Objects that are gone become
  /// inaccessible. New objects are found by the next fetch. Where both sides
  /// changed the same property, or an object with unsaved changes is gone, the
  /// object stays as it is, and the next save finds the conflict.
  public func mergeChanges(from report: SaveReport) {
    // With the moment of a pin the rows that the report tells of would not be seen.
    advancePin()
    if report.isExternal {
      // What cannot be read now is read by the next merge: nobody tells of it once more.
      do { try mergeExternalChanges() } catch { notificationQueue?.putBack(report) }
      return
    }
    for id in report.updated {
      if let object = registeredObject(with: id) { bringUpToDate(object) }
    }
    // What is new or gone may belong to relationships that are loaded already.
    for entity in Set((report.inserted + report.deleted).map(\.entity)) { forgetLinks(to: entity) }
    for id in report.deleted {
      guard let object = registeredObject(with: id) else { continue }
      if isDispensable(object) {
        forget(object, "it was deleted by somebody else")
      } else {
        noteOutdated(object)
      }
    }
    journal?.note(merged: report)
    if !report.isEmpty { changeHandlers.call(ContextChange(merged: report)) }
    tellFollowers()
  }

  /// Merges the saves of other contexts of this program that have not been
  /// merged yet; with `automaticallyMergesChanges` every fetch and save does so
  /// first.
  public func mergePendingChanges() {
    source.mergePendingChanges()
    for report in notificationQueue?.takeAll() ?? [] { mergeChanges(from: report) }
  }

  /// The object of an ID, if the context holds it.
  public func registeredObject(with id: ObjectID) -> ManagedObject? {
    guard let entity = store.entity(of: id) else { return nil }
    return maps[entity.rootIndex].object(id.key)
  }

  /// Lets go of an object whose row is gone.
  func forget(_ object: ManagedObject, _ reason: String) {
    if object._flags.contains(.listed) { unlist([object]) }
    journal?.note(gone: object)
    if object._flags.contains(.observed) { object.noteObservedReplacement() }
    maps[object._batch.entity.rootIndex].remove(object._key)
    object.dropValues()
    // The journal takes `.noted` back itself, when it tells.
    object._flags = object._flags.intersection(.noted).union(.deleted)
    object.markInaccessible(reason)
  }

  /// Lets relationships be read again that may lead to objects of an entity.
  func forgetLinks(to reference: EntityReference) {
    guard let entity = store.entity(of: reference) else { return }
    for relationship in entity.relationships {
      guard let inverse = relationship.inverse, inverse.isToMany else { continue }
      let destination = store.model.entities[relationship.destinationIndex]
      // Who is to be deleted has to find those again that go with it.
      for owner in maps[destination.rootIndex].objects where !owner._flags.contains(.deleted) {
        owner._state?.knownLink(inverse.number)?.unloadMembers()
      }
    }
  }
}
