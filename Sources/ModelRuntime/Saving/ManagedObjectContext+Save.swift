extension ManagedObjectContext {
  /// Writes all changes in one transaction, using the context's merge policy.
  ///
  /// Deletions come first, then updates, then new rows, each grouped by entity.
  /// Values that were set but do not differ from the saved values are not
  /// written. After a failure, the store and the context are unchanged, except
  /// for the resolutions of a merge policy, and the save can be repeated.
  ///
  /// - Throws: `ValidationError` if objects break rules of the model;
  ///   `ObjectPredicateError` if a check of the model cannot be evaluated;
  ///   `StoreError` if a value is not unique (`.notUnique`) or a row was
  ///   changed or deleted by another context or program (`.conflict`), both
  ///   with all conflicts, if the store cannot be written, if its file was
  ///   moved (`.movedFile`), or if the call is made in a hook of a save, a
  ///   deletion or an undo of the context (`.busy`); errors thrown by the
  ///   policy.
  /// - Complexity: O(changes), independent of the number of objects in the context.
  public func save() throws {
    try save(mergePolicy: mergePolicy)
  }

  /// Writes all changes in one transaction, using the given merge policy
  /// instead of the context's.
  ///
  /// - Throws: The errors of `save()`.
  public func save(mergePolicy policy: any MergePolicy) throws {
    try source.save(policy)
  }
}
