extension SaveConflict {
  /// The values that were fetched or saved last; nil for a new object, or when
  /// the snapshot is of another class.
  public func base<Values>(as type: ObjectSnapshot<Values>.Type) -> ObjectSnapshot<Values>? {
    snapshot(versions.base)
  }

  /// The values that the context is about to save; nil when the snapshot is of
  /// another class.
  public func mine<Values>(as type: ObjectSnapshot<Values>.Type) -> ObjectSnapshot<Values>? {
    snapshot(versions.mine)
  }

  /// The values that the store, or the other object, has; nil when that is
  /// gone, or the snapshot is of another class.
  public func theirs<Values>(as type: ObjectSnapshot<Values>.Type) -> ObjectSnapshot<Values>? {
    snapshot(versions.theirs)
  }

  private func snapshot<Values>(_ copy: AnyObject?) -> ObjectSnapshot<Values>? {
    copy.flatMap { Values(committed: $0) }.map { ObjectSnapshot(id: objectID, values: $0) }
  }
}
