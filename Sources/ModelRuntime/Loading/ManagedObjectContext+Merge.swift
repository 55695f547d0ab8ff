extension ManagedObjectContext {
  /// Takes the changes of another context's save over.
  ///
  /// Objects that are held and changed are read again when they are next used;
  /// those with unsaved changes keep these. Objects that are gone become
  /// inaccessible, unless they are there again by now: a report may be merged
  /// late. New objects are found by the next fetch. Where both sides
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
    let entities = Set((report.inserted + report.deleted).map(\.entity))
    let report = withoutReturned(report)
    for id in report.updated {
      if let object = registeredObject(with: id) { bringUpToDate(object) }
    }
    // What is new or gone may belong to relationships that are loaded already.
    for entity in entities { forgetLinks(to: entity) }
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
    return maps[entity.rootIndex].object(id.key).flatMap { $0.isVoid ? nil : $0 }
  }

  /// A report that is merged late: what it says is deleted, and an undo or a merge policy has
  /// brought back since, is updated.
  private func withoutReturned(_ report: SaveReport) -> SaveReport {
    let held = report.deleted.compactMap { registeredObject(with: $0) }
    guard !held.isEmpty else { return report }
    var present: Set<ObjectID> = []
    for (index, objects) in Dictionary(grouping: held, by: { $0._batch.entity.rootIndex }) {
      let root = store.model.entities[index]
      let versions = (try? source.storedVersions(objects.map(\._key), root)) ?? [:]
      // One that an undo has brought back here has no row before the next save.
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
      guard relationship.inverse?.isToMany == true else { continue }
      // Who is to be deleted has to find those again that go with it.
      for end in map(ofDestination: relationship).objects.compactMap({ $0.end(of: relationship) })
      where !end.object._flags.contains(.deleted) {
        end.object.unloadMembers(end.number)
      }
    }
  }
}
