extension ObjectListController {
  /// Makes an object, saves it, and selects it where it is listed.
  ///
  /// The closure makes it in the context that it is given.
  ///
  /// - Returns: The object in the list's context.
  /// - Throws: What the closure throws, or as `ManagedObjectContext.save()`; then
  ///   nothing was made.
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
  /// The closure changes the object that it is given.
  ///
  /// - Throws: What the closure throws, or as `ObjectEditor`; then nothing
  ///   changed.
  public func change(_ object: Object, _ body: (Object) throws -> Void) throws {
    let editor = try ObjectEditor(object, of: context)
    try body(editor.object)
    try editor.commit()
  }

  /// Deletes objects and saves; one that was never saved is simply gone.
  ///
  /// - Throws: As `ManagedObjectContext.save()`; then nothing was deleted.
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

  /// Deletes the selected objects and saves; what comes next is selected.
  ///
  /// - Throws: As `remove(_:)`.
  public func removeSelection() throws { try remove(selectedObjects) }

  private func remove(_ ids: [ObjectID]) throws {
    // What somebody else has deleted meanwhile does not keep the others from it.
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

  /// The saved object of an editor in the list's context.
  private func listed(_ editor: ObjectEditor<Object>) throws -> Object {
    let id = editor.objectID
    guard let object = try context.existingObject(Object.self, with: id) else {
      throw StoreError(.inaccessible, "\(id) was deleted", objectIDs: [id])
    }
    return object
  }

  // MARK: Edits that stay open

  /// Begins to edit an object; edits that were open are discarded.
  ///
  /// - Throws: `StoreError` (`.inaccessible`) for an object that is not saved or
  ///   no longer there.
  @discardableResult
  public func edit(_ object: Object) throws -> ObjectEditor<Object> {
    let editor = try ObjectEditor(object, of: context)
    self.editor = editor
    return editor
  }

  /// Begins to edit a new object, which is nowhere else before the edits are
  /// committed; edits that were open are discarded.
  ///
  /// - Throws: What the closure throws.
  @discardableResult
  public func editNew(
    _ make: (ManagedObjectContext) throws -> Object
  ) throws -> ObjectEditor<Object> {
    let editor = try ObjectEditor(in: context, make)
    self.editor = editor
    return editor
  }

  /// A Boolean value that says whether open edits differ from what is saved.
  public var hasEdits: Bool { editor?.hasEdits ?? false }

  /// Saves the open edits, closes them, and selects the object where it is listed.
  ///
  /// - Throws: As `ManagedObjectContext.save()`; then the edits stay open.
  public func commitEdits() throws {
    guard let editor else { return }
    try editor.commit()
    self.editor = nil
    if !editor.object.isInaccessible { select(try listed(editor)) }
  }

  /// Closes the open edits, and forgets them.
  public func discardEdits() {
    editor?.discard()
    editor = nil
  }
}
