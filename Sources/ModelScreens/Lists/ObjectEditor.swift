/// One object being edited, apart from the list that shows it.
///
/// The edits are made in a context of their own: nobody sees them before they are
/// committed, saving something else does not save them, and discarding them
/// touches nothing else. What others save meanwhile is merged; fields that were
/// edited keep what was entered.
public final class ObjectEditor<Object: ManagedObject> {
  /// The object to edit: in the editor's own context.
  public let object: Object
  /// The context of the edits; objects to relate to are fetched here.
  public let context: ManagedObjectContext
  /// A Boolean value that says whether the object was made in this editor and
  /// not saved yet.
  public var isNew: Bool { object.isInserted }
  private let destination: ManagedObjectContext

  /// Edits a saved object.
  ///
  /// - Throws: `StoreError` (`.inaccessible`) for an object that is not saved or
  ///   no longer there, or as a fetch does.
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

  /// Edits the object that a closure makes or finds in the editor's context.
  ///
  /// - Throws: What the closure throws, or `StoreError` when the store cannot be
  ///   opened once more.
  public init(
    in context: ManagedObjectContext, _ make: (ManagedObjectContext) throws -> Object
  ) throws {
    destination = context
    self.context = try context.makeSeparateContext()
    self.context.automaticallyMergesChanges = true
    self.context.transactionAuthor = context.transactionAuthor
    object = try make(self.context)
  }

  /// The identity of the object, here and in the list.
  public var objectID: ObjectID { context.objectID(of: object) }

  /// A Boolean value that says whether there is anything to commit.
  public var hasEdits: Bool {
    context.hasChanges
      && (context.insertedObjects.count + context.deletedObjects.count > 0
        || context.updatedObjects.contains(where: \.hasPersistentChangedValues))
  }

  /// Saves the edits, and merges them into the list's context.
  ///
  /// - Throws: As `ManagedObjectContext.save()`; the edits stay as they are and
  ///   can be committed again.
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

  /// Takes the edits back; a new object is gone.
  public func discard() { context.rollback() }
}

@available(*, unavailable)
extension ObjectEditor: Sendable {}
