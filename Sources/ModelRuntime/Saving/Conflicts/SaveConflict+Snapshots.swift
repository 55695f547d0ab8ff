extension SaveConflict {
  /// Returns the values of the conflicting object that were last fetched or
  /// saved; nil for a new object, or if the snapshot type belongs to another
  /// class.
  public func base<Values>(as type: ObjectSnapshot<Values>.Type) -> ObjectSnapshot<Values>? {
    snapshot(versions.base)
  }

  /// Returns the values of the conflicting object that the context is about to
  /// save; nil if the snapshot type belongs to another class.
  public func mine<Values>(as type: ObjectSnapshot<Values>.Type) -> ObjectSnapshot<Values>? {
    snapshot(versions.mine)
  }

  /// Returns the values in the store or in the other object; nil if the row or object
  /// has been deleted, or if the snapshot type belongs to another class.
  public func theirs<Values>(as type: ObjectSnapshot<Values>.Type) -> ObjectSnapshot<Values>? {
    snapshot(versions.theirs)
  }

  private func snapshot<Values>(_ copy: AnyObject?) -> ObjectSnapshot<Values>? {
    copy.flatMap { Values(committed: $0) }.map { ObjectSnapshot(id: objectID, values: $0) }
  }
}
