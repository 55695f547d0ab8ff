/// An editor of a single object, independent of the list that shows it.
///
/// The edits are made in a separate context: other contexts do not see them
/// before they are committed, saving another context does not save them, and
/// discarding them affects nothing else. Changes that are saved by other
/// contexts are merged, but edited fields keep the entered values.
public final class ObjectEditor<Object: ManagedObject> {
  /// The object that is edited, in the context of the editor.
  public let object: Object
  /// The context of the editor, from which related objects must be fetched.
  public let context: ManagedObjectContext
  /// True if the object was created in this editor, and has not been saved yet.
  public var isNew: Bool { object.isInserted }
  private let destination: ManagedObjectContext

  /// Creates an editor for a saved object.
  ///
  /// - Throws: `StoreError` (`.inaccessible`) if the object is unsaved or has been
  ///   deleted, or the error of a fetch.
  public convenience init(_ object: Object, of context: ManagedObjectContext) throws {
    let id = context.objectID(of: object)
    try self.init(in: context) { editing in
      guard let copy = try editing.existingObject(Object.self, with: id) else {
        throw StoreError(
          .inaccessible, "\(id) cannot be edited: it is not saved, or was deleted",
          objectIDs: [id])
      }
      return copy
    }
  }

  /// Creates an editor for the object that a closure creates or finds in the editor's
  /// context.
  ///
  /// - Throws: The error of the closure, or `StoreError` if the store cannot be
  ///   opened again.
  public init(
    in context: ManagedObjectContext, _ make: (ManagedObjectContext) throws -> Object
  ) throws {
    destination = context
    self.context = try context.makeSeparateContext()
    self.context.automaticallyMergesChanges = true
    self.context.transactionAuthor = context.transactionAuthor
    object = try make(self.context)
  }

  /// The ID of the object, which is the same in all contexts.
  public var objectID: ObjectID { context.objectID(of: object) }

  /// True if there are edits to commit.
  public var hasEdits: Bool {
    context.hasChanges
      && (context.insertedObjects.count + context.deletedObjects.count > 0
        || context.updatedObjects.contains(where: \.hasPersistentChangedValues))
  }

  /// Saves the edits, and merges them into the list's context.
  ///
  /// - Throws: The error of `ManagedObjectContext.save()`; in that case, the
  ///   edits are kept, and can be committed again.
  public func commit() throws {
    var saved: [ContextChange] = []
    let observer = context.addObserver { if !$0.isMerged { saved.append($0) } }
    defer { context.removeObserver(observer) }
    try context.save()
    if destination.automaticallyMergesChanges {
      destination.mergePendingChanges()
    } else {
      for change in saved { destination.mergeChanges(from: SaveReport(change)) }
    }
  }

  /// Discards the edits. A new object is removed.
  public func discard() { context.rollback() }
}

@available(*, unavailable)
extension ObjectEditor: Sendable {}
