public import ModelSchema

extension ManagedObjectContext {
  /// Takes the changes of another context's save over (C-06).
  ///
  /// Objects that are held and changed are read again when they are next used;
  /// those with unsaved changes keep these. Objects that are gone become
  /// inaccessible. New objects are found by the next fetch.
  public func mergeChanges(from report: SaveReport) {
    for id in report.updated {
      if let object = registeredObject(with: id) { refresh(object, mergeChanges: true) }
    }
    // What is new or gone may belong to relationships that are loaded already.
    for entity in Set((report.inserted + report.deleted).map(\.entity)) { forgetLinks(to: entity) }
    for id in report.deleted {
      guard let object = registeredObject(with: id) else { continue }
      forget(object)
    }
    if !report.isEmpty { changeHandlers.call(ContextChange(merged: report)) }
  }

  /// Merges the saves of other contexts of this program that have not been
  /// merged yet; with `automaticallyMergesChanges` every fetch and save does so
  /// first.
  public func mergePendingChanges() {
    for report in inbox?.takeAll() ?? [] { mergeChanges(from: report) }
  }

  /// The object of an ID, if the context holds it.
  public func registeredObject(with id: ObjectID) -> ManagedObject? {
    guard let entity = store.entity(of: id) else { return nil }
    return maps[entity.rootIndex].object(id.key)
  }

  /// Lets go of an object whose row is gone.
  private func forget(_ object: ManagedObject) {
    if object._flags.contains(.listed) {
      listed.removeAll { $0 === object }
      denials.removeAll { $0.object === object }
    }
    maps[object._group.entity.rootIndex].remove(object._key)
    object.dropValues()
    object._flags = [.deleted]
    object.markInaccessible("it was deleted by somebody else")
  }

  /// Lets relationships be read again that may lead to objects of an entity.
  private func forgetLinks(to reference: EntityReference) {
    guard let entity = store.entity(of: reference) else { return }
    for relationship in entity.relationships {
      guard let inverse = relationship.inverse, inverse.isToMany else { continue }
      let destination = store.model.entities[relationship.destinationIndex]
      for owner in maps[destination.rootIndex].objects {
        owner._state?.knownLink(inverse.number)?.unload()
      }
    }
  }
}
