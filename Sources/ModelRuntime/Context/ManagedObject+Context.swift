extension ManagedObject {
  /// Makes a new object in a context.
  public convenience init(_insertedInto context: ManagedObjectContext) {
    let batch = context.insertionBatch(for: Self.self)
    self.init(_batch: batch, key: context.nextKey(for: batch.entity), flags: .inserted)
    context.enter(self)
  }

  /// The context that the object belongs to; nil once that is gone, or the
  /// object's deletion has been saved.
  public final var context: ManagedObjectContext? { isGone ? nil : _batch.context }
}
