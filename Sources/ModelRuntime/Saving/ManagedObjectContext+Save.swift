extension ManagedObjectContext {
  /// Writes all changes in one transaction, with the context's merge policy.
  ///
  /// Deletes go first, then updates, then new rows, each kind by entity; what
  /// was set but does not differ is not written. After a failure the store and
  /// the context are as they were, and the save can be tried again; only what a
  /// merge policy has resolved by then stays merged.
  ///
  /// - Throws: `ValidationError` when objects break rules of the model;
  ///   `ObjectPredicateError` when a check of the model cannot be evaluated;
  ///   `StoreError` when a value is not unique (`.notUnique`) or a row was
  ///   changed or deleted by somebody else (`.conflict`), both with all
  ///   conflicts, when the store cannot be written, when its file is not under its
  ///   name any more (`.movedFile`), or when a save, a delete or an undo of the
  ///   context is running that has called a hook (`.busy`); what the policy throws.
  /// - Complexity: O(changes), however many objects the context holds.
  public func save() throws {
    try save(mergePolicy: mergePolicy)
  }

  /// Writes all changes in one transaction, with another merge policy.
  ///
  /// - Throws: As `save()`.
  public func save(mergePolicy policy: any MergePolicy) throws {
    try source.save(self, policy)
  }
}
