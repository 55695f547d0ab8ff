/// A source to which a save can write.
protocol SaveTarget: ObjectSource {
  /// Checks and writes all changes of a save; if this throws an error, nothing
  /// has been written.
  ///
  /// - Returns: The written changes, after the resolution of conflicts.
  func write(_ operation: SaveOperation) throws -> ChangeSet

  /// Publishes the report of a save after the objects of the context have their
  /// saved state.
  func publish(_ report: SaveReport, of operation: SaveOperation)

  /// Notifies observers of the source about a save.
  func tellObservers(of report: SaveReport)

  /// Notifies followers of the source at the end of a save.
  func tellFollowers()
}

extension SaveTarget {
  func save(_ policy: any MergePolicy) throws {
    try SaveOperation(context, policy).run(into: self)
  }

  /// Does nothing, because observers of a store receive the reports when they are
  /// published.
  func tellObservers(of report: SaveReport) {}
  /// Does nothing, because a store has no followers other than contexts.
  func tellFollowers() {}
}

extension StoreSource: SaveTarget {}
extension ParentSource: SaveTarget {}
