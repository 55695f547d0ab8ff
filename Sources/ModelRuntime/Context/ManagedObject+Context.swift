extension ManagedObject {
  /// Creates a new object in the given context.
  public convenience init(_insertedInto context: ManagedObjectContext) {
    let batch = context.loneBatch(context.entity(of: Self.self))
    self.init(_batch: batch, key: context.nextKey(for: batch.entity), flags: .inserted)
    context.enter(self)
  }

  /// The context to which the object belongs; nil after the context has been
  /// deallocated or the deletion of the object has been saved.
  public final var context: ManagedObjectContext? { isGone ? nil : _batch.ownContext }
}

extension ContextReference {
  /// The referenced context as a `ManagedObjectContext`; nil once it is being
  /// deallocated.
  var ownContext: ManagedObjectContext? {
    // because no other class inherits from `_ObjectContext`.
    context.map { unsafeDowncast($0, to: ManagedObjectContext.self) }
  }
}

extension FaultBatch {
  /// The context of the objects as a `ManagedObjectContext`; nil once it is
  /// being deallocated.
  var ownContext: ManagedObjectContext? { home.ownContext }
}
