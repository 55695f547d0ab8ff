extension SaveConflict {
  /// The values that were fetched or saved last; nil for a new object, or if the
  /// snapshot is of another class.
  public func base<Values>(as type: ObjectSnapshot<Values>.Type) -> ObjectSnapshot<Values>? {
    snapshot(versions.base)
  }

  /// The values that the context is about to save; nil if the snapshot is of another
  /// class.
  public func mine<Values>(as type: ObjectSnapshot<Values>.Type) -> ObjectSnapshot<Values>? {
    snapshot(versions.mine)
  }

  /// The values of the store or of the other object; nil if the row or object is gone,
  /// or the snapshot is of another class.
  public func theirs<Values>(as type: ObjectSnapshot<Values>.Type) -> ObjectSnapshot<Values>? {
    snapshot(versions.theirs)
  }

  private func snapshot<Values>(_ copy: AnyObject?) -> ObjectSnapshot<Values>? {
    copy.flatMap { Values(committed: $0) }.map { ObjectSnapshot(id: objectID, values: $0) }
  }
}
