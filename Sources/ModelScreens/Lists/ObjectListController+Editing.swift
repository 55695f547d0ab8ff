extension ObjectListController {
  /// Creates an object, saves it, and selects it if the list contains it.
  ///
  /// The closure must create the object in the context that it receives.
  ///
  /// - Returns: The object in the list's context.
  /// - Throws: The error of the closure, or the error of
  ///   `ManagedObjectContext.save()`; in that case, no object is created.
  @discardableResult
  public func add(_ make: (ManagedObjectContext) throws -> Object) throws -> Object {
    let editor = try ObjectEditor(in: context, make)
    try editor.commit()
    let object = try listed(editor)
    select(object)
    return object
  }

  /// Changes an object and saves it.
  ///
  /// The closure must change the object that it receives.
  ///
  /// - Throws: The error of the closure, or the errors of `ObjectEditor`; in
  ///   that case, nothing is changed.
  public func change(_ object: Object, _ body: (Object) throws -> Void) throws {
    let editor = try ObjectEditor(object, of: context)
    try body(editor.object)
    try editor.commit()
  }

  /// Deletes objects and saves; unsaved objects are only removed from the context.
  ///
  /// - Throws: The error of `ManagedObjectContext.save()`; in that case, nothing is
  ///   deleted.
  public func remove(_ objects: some Sequence<Object>) throws {
    var ids: [ObjectID] = []
    for object in objects {
      if object.isInserted {
        context.delete(object)
      } else {
        ids.append(context.objectID(of: object))
      }
    }
    try remove(ids)
    context.processPendingChanges()
  }

  /// Deletes the selected objects, saves, and selects the next object.
  ///
  /// - Throws: The error of `remove(_:)`.
  public func removeSelection() throws { try remove(selectedObjects) }

  private func remove(_ ids: [ObjectID]) throws {
    // Objects that have been deleted elsewhere must not prevent the deletion of the
    // others.
    let known = ids.compactMap { context.registeredObject(with: $0) as? Object }
    guard let object = known.first else { return }
    let editor = try ObjectEditor(object, of: context)
    for id in ids {
      if let object = try editor.context.existingObject(Object.self, with: id) {
        editor.context.delete(object)
      }
    }
    try editor.commit()
  }

  /// Returns the object that an editor has saved, in the list's context.
  private func listed(_ editor: ObjectEditor<Object>) throws -> Object {
    let id = editor.objectID
    guard let object = try context.existingObject(Object.self, with: id) else {
      throw StoreError(.inaccessible, "\(id) was deleted", objectIDs: [id])
    }
    return object
  }

  // MARK: Open edits

  /// Begins to edit an object, and returns its editor. Edits that are still
  /// open are discarded.
  ///
  /// - Throws: `StoreError` (`.inaccessible`) if the object is unsaved or has been
  ///   deleted.
  @discardableResult
  public func edit(_ object: Object) throws -> ObjectEditor<Object> {
    let editor = try ObjectEditor(object, of: context)
    self.editor = editor
    return editor
  }

  /// Begins to edit a new object, and returns its editor. The object exists
  /// only in the editor until the edits are committed. Edits that are still
  /// open are discarded.
  ///
  /// - Throws: The error of the closure, or `StoreError` if the store cannot be
  ///   opened again.
  @discardableResult
  public func editNew(
    _ make: (ManagedObjectContext) throws -> Object
  ) throws -> ObjectEditor<Object> {
    let editor = try ObjectEditor(in: context, make)
    self.editor = editor
    return editor
  }

  /// True if there are open edits that differ from the saved values.
  public var hasEdits: Bool { editor?.hasEdits ?? false }

  /// Saves and closes the open edits, and selects the object if the list contains it.
  ///
  /// - Throws: The error of `ManagedObjectContext.save()`; in that case, the edits stay
  ///   open.
  public func commitEdits() throws {
    guard let editor else { return }
    try editor.commit()
    self.editor = nil
    if !editor.object.isInaccessible { select(try listed(editor)) }
  }

  /// Closes the open edits and discards them.
  public func discardEdits() {
    editor?.discard()
    editor = nil
  }
}
